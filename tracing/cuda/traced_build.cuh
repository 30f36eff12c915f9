// SPDX-License-Identifier: MIT
/// @file traced_build.cuh
/// Compiles the traced builds of one kernel. Included after traced_memory.cuh and the kernel's builds, by files that
/// CMakeLists.txt writes, one for each kernel.
///
/// Kernels are unrolled only by nvcc's own judgement: unrolled as the plain build is, with a recorder at every access,
/// warp_tile has 19,000 instructions and takes 70 s to compile; so it has 2,000 and takes 1 s. It records more slowly
/// than it could: with all loops unrolled but the one over dotIdx (2 to 4 s), an H200 records 4096x4096x4096 in 0.77 s
/// instead of 1.22 s and one block in 4.7 ms instead of 6.5 ms (assets/results).
#pragma once

#include <utility>

#include "kernels/builds.h"
#include "tracing/cuda/launch.h"
#include "tracing/cuda/traced_memory.cuh"

namespace gemmscope::cuda {

template <class Builds, class Tile, bool Edges>
cudaError_t launch_traced(std::uint32_t blocks, const kernels::GemmArguments& a, const TraceParams& params) {
  using Element = typename Builds::Element;
  using Layout = typename Builds::AnyLayout;
  Builds::template kernel<Tile, Layout, TracedMemory, Edges>
      <<<blocks, Tile::NT>>>(a.M, a.N, a.K, a.alpha, static_cast<const Element*>(a.A), static_cast<const Element*>(a.B),
                             a.beta, static_cast<Element*>(a.C), Layout(*a.variant), params);
  return cudaGetLastError();
}

template <class Builds, bool Edges, int... i>
TracedLaunch traced_preset(std::size_t preset, std::integer_sequence<int, i...>) {
  static constexpr TracedLaunch launches[] = {&launch_traced<Builds, typename Builds::template Tile<i>, Edges>...};
  return launches[preset];
}

template <class Builds>
TracedLaunch traced_build(const kernels::Variant& variant, bool edges) {
  constexpr std::make_integer_sequence<int, Builds::kPresets> presets;
  if constexpr (!kernels::OnlyGuarded<Builds>)
    if (!edges) return traced_preset<Builds, false>(variant.build(), presets);
  return traced_preset<Builds, true>(variant.build(), presets);
}

}  // namespace gemmscope::cuda
