// SPDX-License-Identifier: MIT
// Compiled for x86-64-v3 (FMA and AVX2): without FMA instructions std::fma is a slow function call.
#include "tracing/simt/cuda_words.h"
// The words of CUDA come first.
#include "kernels/10_warp_tile.cuh"
#include "tracing/simt/bodies.h"
#include "tracing/simt/traced_memory.h"

#include <array>
#include <utility>

namespace gemmscope::simt {

namespace {

template <class Tile, class Mem, bool Edges>
void warp_tile_body(const void* arguments) {
  const auto& a = *static_cast<const GemmArguments*>(arguments);
  kernels::warp_tile<Tile, kernels::RuntimeLayout, Mem, Edges>(a.M, a.N, a.K, a.alpha, a.A, a.B, a.beta, a.C, a.layout, {});
}

template <class Mem, bool Edges, int... i>
constexpr std::array<BlockRunner::Body, sizeof...(i)> warp_tile_bodies(std::integer_sequence<int, i...>) {
  return {&warp_tile_body<kernels::WarpTilePreset<i>, Mem, Edges>...};
}

}  // namespace

BlockRunner::Body find_body(const kernels::Variant& variant, bool traced, bool edges) {
  constexpr std::make_integer_sequence<int, kernels::kWarpTilePresetCount> presets;
  const auto& bodies = traced ? edges ? warp_tile_bodies<TracedMemory, true>(presets) : warp_tile_bodies<TracedMemory, false>(presets)
                              : edges ? warp_tile_bodies<kernels::PlainMemory, true>(presets)
                                      : warp_tile_bodies<kernels::PlainMemory, false>(presets);
  return bodies[static_cast<std::size_t>(variant.preset_index)];
}

}  // namespace gemmscope::simt
