// SPDX-License-Identifier: MIT
/// @file picture.h
/// Which measured rates stand beside the recording that is shown. Pure data: nothing here measures or models.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"

namespace gemmscope::views {

/// The kernel and cuBLAS at one size.
struct SizeBars {
  std::uint32_t size = 0;
  const results::KernelRate* kernel = nullptr;    ///< null: not measured
  const results::LibraryRate* library = nullptr;  ///< null: not measured
  const results::KernelRate* pinned = nullptr;    ///< of the baseline; null: not measured, or there is none
};

/// Another layout of the same preset.
struct LayoutBar {
  const results::KernelRate* rate = nullptr;
  bool shown = false;   ///< it is that of the recording
  bool pinned = false;  ///< it is that of the baseline
};

/// Pointers are into `report`, which the Look keeps.
struct PerformancePicture {
  const results::BenchReport* report = nullptr;  ///< null: there is none
  std::string kernel, preset, layout;            ///< of the recording
  std::string shown_layout;                      ///< whose rates `sizes` has: another one where this was not measured
  std::string pinned;                            ///< what the baseline is called; empty: there is none
  bool measured = false;                         ///< anything of this kernel and preset
  std::vector<SizeBars> sizes;                   ///< ascending
  std::uint32_t layouts_size = 0;                ///< at which the layouts are compared
  std::vector<LayoutBar> layouts;                ///< as the report has them
  double full = 1;  ///< GFLOP/s that a bar of full width has: peak, or the highest bar if that is more. cuBLAS on
                    ///< tensor cores does not count: its bar is cut off
  /// Of the recording: its lanes read neighbouring values of a shared tile in accesses of less than 16 bytes. nvcc
  /// joins such reads where it can (docs/gpu.md), and what is measured has fewer than what is recorded.
  bool narrow_reads = false;
  /// Shared wavefronts of the main loop of the recording's layout, over those of the default one; by the Look's
  /// rule. nullopt: not counted.
  std::optional<double> modelled_ratio;
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;  ///< the Look's
  std::optional<double> wavefronts_per_fma;                        ///< of the recording's layout

  bool stands_in() const { return shown_layout != layout; }
  /// What the answer speaks of: the bars at `layouts_size`; null if there are none.
  const SizeBars* main() const;
  /// The layout with every parameter at its default, at `layouts_size`; null if it was not measured.
  const results::KernelRate* default_rate() const;
};

/// `baseline`: null without one.
PerformancePicture performance_picture(const session::Look& look, const session::Look* baseline = nullptr);

/// All sizes, or where there is no room for them those nearest to what the answer speaks of; at least that one.
std::vector<SizeBars> fitting_sizes(const PerformancePicture& picture, std::size_t room);
/// All layouts, or where there is no room for them as many as leave a line free to say so: the first ones, and that of
/// the recording. None where there is room for that line only.
std::vector<LayoutBar> fitting_layouts(const PerformancePicture& picture, std::size_t room);

/// "PA=4 PB=4"; of the default layout its paddings, "PA=0 PB=0"; "default" if the kernel has none.
std::string layout_in_words(const std::string& kernel, const std::string& layout);

}  // namespace gemmscope::views
