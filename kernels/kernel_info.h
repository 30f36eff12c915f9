// SPDX-License-Identifier: MIT
/// @file kernel_info.h
/// A kernel's row in the table, and a kernel with every parameter decided. Nothing here depends on a particular kernel.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/layout/layout.h"

namespace gemmscope::kernels {

/// Every parameter that a kernel has: code that looks up another does not compile (ParameterName).
inline constexpr std::string_view kParameterNames[] = {
    "BM", "BN",  "BK",    "TM",   "TN",   "WM",   "WN",   "WNITER", "NT",   "PA",    "PB",     "PC", "pad",
    "As", "vec", "width", "load", "omap", "frag", "swzA", "swzB",   "swzC", "lanes", "cstore", "oob", "swz",
};
constexpr bool is_parameter_name(std::string_view name) {
  for (const std::string_view known : kParameterNames)
    if (known == name) return true;
  return false;
}

/// A parameter's name in code: `v["PA"]`. One that no kernel has is an error of the compiler.
struct ParameterName {
  std::string_view text;
  consteval ParameterName(const char* name) : text(name) {
    if (!is_parameter_name(text)) throw "no kernel has a parameter of this name";
  }
};

/// A parameter people can set: a whole number, or one of a few words.
struct ParameterInfo {
  std::string_view name;
  std::string_view meaning;
  int least = 0, most = 0;                    ///< range of a number
  std::span<const std::string_view> choices;  ///< empty for a number
  std::string_view value;                     ///< default; empty if the preset decides
};

/// Values for the parameters without a default, in the table's order. A kernel is compiled for each of its presets, and
/// for other values on demand (tracing/simt/on_demand.h).
struct Preset {
  std::string_view name;
  std::string_view source;  ///< where the sizes come from
  std::vector<int> sizes;
};

/// An array in shared memory.
struct SharedTile {
  std::string_view name;    ///< As
  std::string_view of;      ///< the matrix whose tile it is: A
  bool transposed = false;  ///< row = k of A, column = m
  Layout layout{};
  int load = 1, store = 1;  ///< elements that a lane moves with one access, at most
  int offset_bytes = 0;     ///< from the start of the block's shared memory
};

/// What one block works on, in elements, and with what.
struct BlockGeometry {
  int BM = 0, BN = 0, BK = 0;
  int NT = 0;  ///< threads
  int shared_bytes = 0;
  std::vector<SharedTile> tiles;
  int element_bytes = 4;      ///< of A, B and C and of what lies in the tiles: 4, float; 2, half
  bool column_major = false;  ///< A and C; B is then stored N x K, which is row by row as K x N like everywhere
  bool x_walks_rows = false;  ///< blockIdx.x walks M and blockIdx.y walks N, not the other way around
};

struct Variant;

/// What is wrong with a deliberately broken kernel. kernels/broken.h has the catalogue.
struct Mistake {
  std::string_view id;       ///< of the specification's catalogue: U
  std::string_view kernel;   ///< the correct kernel it was made from
  std::string_view what;     ///< what is wrong, in a sentence
  std::string_view look_at;  ///< where that shows
  std::vector<std::pair<std::string, std::string>> fixed;  ///< parameters that break it; empty: its text does
  unsigned M = 0, N = 0, K = 0;    ///< a size at which it shows
  std::string_view not_on_gpu{};   ///< why a GPU cannot run it; empty: it can
};

/// A kernel of the ladder, or a deliberately broken one.
struct KernelInfo {
  std::string_view name;
  std::string_view alias{};      ///< of the specification: k000; empty if there is none
  std::string_view summary;      ///< one line
  std::string_view source_path;  ///< in the repository; of an edited text, the edit
  std::string_view source_text;
  std::span<const ParameterInfo> parameters;
  std::vector<Preset> presets;
  /// Layouts worth checking, each as assignments: "PA=4 swzA=xor"; the first is empty. Together they contain every choice
  /// and every access width. A layout that a preset does not allow is skipped for it.
  std::span<const std::string_view> layouts;
  BlockGeometry (*geometry)(const Variant& variant);
  /// The constraint that a variant breaks, and what would go wrong; empty if the kernel is correct for it. Null: no
  /// variant breaks any.
  std::string (*violated_constraint)(const Variant& variant) = nullptr;
  /// For a variant that is offered only to show what goes wrong: why its results are wrong; empty if they are correct.
  /// Null: all are correct.
  std::string (*wrong_on_purpose)(const Variant& variant) = nullptr;
  /// Why the variant cannot run a problem of this size; empty if it can. Null: it can run every size.
  std::string (*violated_size)(const Variant& variant, long long M, long long N, long long K) = nullptr;
  /// Whether a deliberately broken variant makes misaligned accesses, so that a GPU cannot run it at all.
  /// Null: no variant does.
  bool (*misaligned)(const Variant& variant) = nullptr;
  const Mistake* mistake = nullptr;  ///< null: the kernel is correct
  std::string_view builds{};         ///< the kernel whose builds these presets are from; empty: its own
  std::size_t first_build = 0;       ///< that of the first preset
};

/// One kernel with every parameter decided.
struct Variant {
  const KernelInfo* kernel = nullptr;
  std::size_t preset = 0;   ///< whose sizes these are, or the most of them: a place in kernel->presets
  std::vector<int> values;  ///< in the table's order; of a word, its place among the choices

  /// The value of a parameter. Throws std::logic_error if it is one of other kernels.
  int operator[](ParameterName parameter) const;
  /// The preset's name, and the sizes that differ from it: "k10_a6000", "k10_a6000 BK=32". resolve() takes both.
  std::string preset_name() const;
  /// The values of the parameters that presets decide.
  std::vector<int> sizes() const;
  /// Whether they are the preset's: the variant is compiled into this program.
  bool is_preset() const { return sizes() == kernel->presets[preset].sizes; }
  BlockGeometry geometry() const { return kernel->geometry(*this); }
  /// Which build a preset is (kernels/builds.h): of which kernel, and of which of its tiles.
  std::string_view built_as() const { return kernel->builds.empty() ? kernel->name : kernel->builds; }
  std::size_t build() const { return kernel->first_build + preset; }
  /// All parameters as text, in the table's order.
  std::vector<std::pair<std::string, std::string>> parameters() const;
};

}  // namespace gemmscope::kernels
