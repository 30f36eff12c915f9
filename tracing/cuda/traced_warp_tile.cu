// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "tracing/cuda/launch.h"
#include "tracing/cuda/traced_memory.cuh"

// Only what nvcc unrolls by its own judgement: unrolled as the plain build is, with a recorder at every access, the kernel
// has 19,000 instructions and takes 70 s to compile; so it has 2,000 and takes 1 s. It records more slowly than it could:
// with all loops unrolled but the one over dotIdx (2 to 4 s), an H200 records 4096x4096x4096 in 0.77 s instead of 1.22 s
// and one block in 4.7 ms instead of 6.5 ms (assets/results).
#undef GS_UNROLL
#define GS_UNROLL
#include "kernels/10_warp_tile.cuh"
#include "kernels/warp_tile_presets.h"

namespace gemmscope::cuda {

namespace {

template <class Tile, bool Edges>
cudaError_t launch_traced(std::uint32_t blocks, const kernels::GemmArguments& a, const TraceParams& params) {
  kernels::warp_tile<Tile, kernels::RuntimeLayout, TracedMemory, Edges>
      <<<blocks, Tile::NT>>>(a.M, a.N, a.K, a.alpha, a.A, a.B, a.beta, a.C,
                             kernels::runtime_layout(Tile::TM, Tile::TN, a.layout), params);
  return cudaGetLastError();
}

template <bool Edges, int... i>
constexpr std::array<TracedLaunch, sizeof...(i)> launches(std::integer_sequence<int, i...>) {
  return {&launch_traced<kernels::WarpTilePreset<i>, Edges>...};
}

}  // namespace

TracedLaunch traced_warp_tile(const kernels::Variant& variant, bool edges) {
  constexpr std::make_integer_sequence<int, kernels::kWarpTilePresetCount> presets;
  static constexpr auto inside = launches<false>(presets), over_edges = launches<true>(presets);
  return (edges ? over_edges : inside)[variant.preset];
}

}  // namespace gemmscope::cuda
