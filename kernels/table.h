// SPDX-License-Identifier: MIT
/// @file table.h
/// The table of all kernels: names, parameters, presets, constraints. Menus, command line and documentation read it.
///
/// Adding a kernel: one .cuh file, one row here, one launch table entry each in tracing/simt and tracing/cuda, one page.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/tile_layout.h"
#include "kernels/warp_tile_shape.h"

namespace gemmscope::kernels {

/// A parameter people can set: a whole number, or one of a few words.
struct ParameterInfo {
  std::string_view name;
  std::string_view meaning;
  int least = 0, most = 0;                    ///< range of a number
  std::span<const std::string_view> choices;  ///< empty for a number
  std::string_view value;                     ///< default; of a tile size: given by the preset
};

struct NamedShape {
  std::string_view name;
  std::string_view source;  ///< where the sizes come from
  WarpTileShape shape;
};

/// A kernel of the ladder.
struct KernelInfo {
  std::string_view name, alias;
  std::string_view summary;      ///< one line
  std::string_view source_path;  ///< in the repository
  std::string_view source_text;
  std::span<const ParameterInfo> parameters;
  std::span<const NamedShape> presets;
};

/// The tile sizes of warp_tile that this build contains; a traced build is compiled for each.
inline constexpr NamedShape kWarpTilePresets[] = {
    {"k10_a6000", "S. Boehm, SGEMM_CUDA kernel 10, tuned for an RTX A6000", {128, 128, 16, 64, 64, 4, 8, 4, 128}},
    {"k10_a100", "S. Boehm, SGEMM_CUDA kernel 10, tuned for an A100", {64, 128, 16, 32, 64, 1, 4, 4, 128}},
    {"seed_tm1_w1", "warp tiling with TM = 1, one column of subtiles", {128, 128, 16, 64, 64, 1, 1, 8, 128}},
    {"seed_tm1_w2", "warp tiling with TM = 1, two columns of subtiles", {128, 128, 16, 64, 64, 2, 1, 8, 128}},
    {"seed_small", "the same in small: a block tile of 64 x 64 x 8", {64, 64, 8, 32, 32, 1, 1, 8, 128}},
};
inline constexpr int kWarpTilePresetCount = static_cast<int>(std::size(kWarpTilePresets));

/// Preset number `i` as a type.
template <int i>
using WarpTilePreset =
    WarpTile<kWarpTilePresets[i].shape.BM, kWarpTilePresets[i].shape.BN, kWarpTilePresets[i].shape.BK,
             kWarpTilePresets[i].shape.WM, kWarpTilePresets[i].shape.WN, kWarpTilePresets[i].shape.WNITER,
             kWarpTilePresets[i].shape.TM, kWarpTilePresets[i].shape.TN, kWarpTilePresets[i].shape.NT>;

std::span<const KernelInfo> all_kernels();
/// By name or alias; nullptr if there is none.
const KernelInfo* find_kernel(std::string_view name_or_alias);

/// One kernel with every parameter decided.
struct Variant {
  const KernelInfo* kernel = nullptr;
  std::string preset;  ///< whose tile sizes these are
  int preset_index = 0;
  WarpTileShape shape{};
  int PA = 0, PB = 0;
  bool swzA = false, swzB = false, scalar = false;

  RuntimeLayout layout() const { return runtime_layout(shape.TM, shape.TN, PA, PB, swzA, swzB, scalar); }
  int shared_bytes() const {
    return 4 * (offset_of_Bs(shape.BM, shape.BK, PA) + shape.BK * (shape.BN + PB));
  }
  /// All parameters as text, in the table's order.
  std::vector<std::pair<std::string, std::string>> parameters() const;
};

using Assignments = std::span<const std::pair<std::string, std::string>>;  ///< name, value

/// Decides every parameter: preset (the kernel's first if empty), then the assignments.
/// Errors: a sentence saying which name, value or constraint is wrong, why, and what is possible instead.
tl::expected<Variant, std::string> resolve(std::string_view kernel, std::string_view preset, Assignments assignments);

}  // namespace gemmscope::kernels
