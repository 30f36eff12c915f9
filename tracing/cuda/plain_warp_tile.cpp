// SPDX-License-Identifier: MIT
#include "tracing/cuda/plain_warp_tile.h"

#include <array>
#include <utility>

#include "kernels/warp_tile_presets.h"

namespace gemmscope::cuda {

namespace {

static_assert(kernels::kWarpTilePresetCount == GEMMSCOPE_WARP_TILE_PRESETS,
              "tracing/cuda/CMakeLists.txt names the number of presets");
constexpr std::make_integer_sequence<int, kernels::kWarpTilePresetCount> kPresets;

template <int... i>
PlainKernel fixed_layout(const kernels::Variant& variant, std::integer_sequence<int, i...>) {
  static constexpr std::array finders{&PlainWarpTile<i>::fixed_layout...};
  return finders[variant.preset](variant);
}

template <int... i>
PlainKernel any_layout(const kernels::Variant& variant, bool edges, std::integer_sequence<int, i...>) {
  static constexpr std::array finders{&PlainWarpTile<i>::any_layout...};
  return finders[variant.preset](edges);
}

}  // namespace

PlainKernel plain_warp_tile(const kernels::Variant& variant) { return fixed_layout(variant, kPresets); }

PlainKernel plain_warp_tile_any_layout(const kernels::Variant& variant, bool edges) {
  return any_layout(variant, edges, kPresets);
}

}  // namespace gemmscope::cuda
