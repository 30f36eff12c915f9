// SPDX-License-Identifier: MIT
/// @file tried.h
/// The kernel that is shown with other parameters, each run once on the emulator for one block and one k-tile. What
/// analysis::what_if cannot count, because the kernel then makes other requests, is counted there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tracing/analysis/summary.h"
#include "tracing/analysis/what_if.h"

namespace gemmscope::session {

/// One block and one k-tile, whole and inside the matrices.
struct Tried {
  std::string change;  ///< "omap=interleaved"; empty: as recorded; "default": every parameter as the preset has it
  analysis::Summary summary;
  /// Where the other value lets go of a parameter that the recorded one needs: pad=1 needs width=2, and pad=0 gives
  /// back width=16. `change` is then "pad=0 width=16", and this "pad=0 width=2": what changes nothing else.
  std::string kept{};
};

/// As recorded, with the preset's own parameters, with each other value of a parameter whose values are words, and with
/// each other padding that lets go of another parameter. Combinations that the kernel refuses are left out.
///
/// Returns  nothing for a deliberately broken kernel, and for one that is not in the table.
/// Cost     a millisecond or so for each.
std::vector<Tried> try_layouts(const format::Recording& recording);

const Tried* find_tried(const std::vector<Tried>& all, std::string_view change);

/// Adds those of `tried` that leave fewer wavefronts to `site`, whose figures are of any number of blocks or k-tiles,
/// and that are not among `layouts` already. Where a value means two settings both are named in full, so that what is
/// said is what a button of that value does.
void add_better_choices(std::vector<analysis::WhatIf>& layouts, const std::vector<Tried>& tried,
                        const analysis::SiteSummary& site, analysis::ConflictModel rule);

}  // namespace gemmscope::session
