// SPDX-License-Identifier: MIT
/// @file parameters.h
/// What several rows of the kernel table share: parameters, presets made from shapes; tiles one after the other.
#pragma once

#include "kernels/kernel_info.h"
#include "kernels/square_tile.h"
#include "kernels/thread_tile_shape.h"
#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

inline constexpr std::string_view kSwizzles[] = {"none", "xor"};
inline constexpr std::string_view kVectors[] = {"vec", "scalar"};

inline constexpr ParameterInfo kParameterBM{"BM", "rows of the block tile of C", 1, 256, {}, ""};
inline constexpr ParameterInfo kParameterBN{"BN", "columns of the block tile of C", 1, 256, {}, ""};
inline constexpr ParameterInfo kParameterBK{"BK", "depth of a k-tile", 1, 64, {}, ""};
inline constexpr ParameterInfo kParameterTM{"TM", "rows of a thread tile", 1, 16, {}, ""};
inline constexpr ParameterInfo kParameterTN{"TN", "columns of a thread tile", 1, 16, {}, ""};
inline constexpr ParameterInfo kParameterPA{"PA", "floats added to each row of As", 0, kMaxPad, {}, "0"};
inline constexpr ParameterInfo kParameterPB{"PB", "floats added to each row of Bs", 0, kMaxPad, {}, "0"};
inline constexpr ParameterInfo kParameterSwzA{"swzA", "columns of As permuted by the row", 0, 0, kSwizzles, "none"};
inline constexpr ParameterInfo kParameterSwzB{"swzB", "columns of Bs permuted in groups of 4", 0, 0, kSwizzles, "none"};
inline constexpr ParameterInfo kParameterVec{
    "vec", "fragment reads as wide as alignment allows, or one float at a time", 0, 0, kVectors, "vec"};

inline ThreadTileShape thread_tile_of(const Variant& v) { return {v["BM"], v["BN"], v["BK"], v["TM"], v["TN"]}; }

inline std::vector<Preset> presets_of(std::span<const NamedThreadTile> named) {
  std::vector<Preset> all;
  for (const auto& [name, source, s] : named) all.push_back({name, source, {s.BM, s.BN, s.BK, s.TM, s.TN}});
  return all;
}
inline std::vector<Preset> presets_of(std::span<const NamedSquare> named) {
  std::vector<Preset> all;
  for (const auto& [name, source, side] : named) all.push_back({name, source, {side}});
  return all;
}

inline std::string square_violated(const Variant& v) {
  const char* broken = square_violation(v["BM"]);
  return broken != nullptr ? broken : "";
}

/// `block` with its tiles one after the other in shared memory, each at a multiple of 16 bytes, and nothing behind them.
inline BlockGeometry one_after_the_other(BlockGeometry block) {
  for (SharedTile& tile : block.tiles) {
    tile.offset_bytes = (block.shared_bytes + 15) / 16 * 16;
    block.shared_bytes = tile.offset_bytes + block.element_bytes * static_cast<int>(tile.layout.extent());
  }
  return block;
}

}  // namespace gemmscope::kernels
