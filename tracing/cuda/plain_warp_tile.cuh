// SPDX-License-Identifier: MIT
/// @file plain_warp_tile.cuh
/// The plain builds of one preset of warp_tile. Each preset is a file of its own (CMakeLists.txt writes them), so that they compile side
/// by side: a kernel takes about a second.
#pragma once

#include <type_traits>

#include "kernels/10_warp_tile.cuh"
#include "kernels/warp_tile_presets.h"
#include "tracing/cuda/plain_warp_tile.h"

namespace gemmscope::cuda {

template <class Tile, class Layout, bool Edges>
cudaError_t launch_plain(std::uint32_t grid_y, std::uint32_t grid_x, const kernels::GemmArguments& a) {
  Layout layout;
  if constexpr (std::is_same_v<Layout, kernels::RuntimeLayout>) layout = kernels::runtime_layout(Tile::TM, Tile::TN, a.layout);
  kernels::warp_tile<Tile, Layout, kernels::PlainMemory, Edges>
      <<<dim3(grid_x, grid_y), Tile::NT>>>(a.M, a.N, a.K, a.alpha, a.A, a.B, a.beta, a.C, layout, {});
  return cudaGetLastError();
}

template <class Tile, class Layout, bool Edges>
PlainKernel plain_kernel() {
  return {&launch_plain<Tile, Layout, Edges>,
          reinterpret_cast<const void*>(&kernels::warp_tile<Tile, Layout, kernels::PlainMemory, Edges>),
          !std::is_same_v<Layout, kernels::RuntimeLayout>};
}

struct FixedLayoutKernel {
  kernels::LayoutOptions layout;
  PlainKernel kernel;
};

template <class Tile, int PA, int PB, bool SwzA = false, bool SwzB = false, bool Scalar = false>
FixedLayoutKernel with_layout() {
  return {{PA, PB, SwzA, SwzB, Scalar}, plain_kernel<Tile, kernels::StaticLayout<Tile, PA, PB, SwzA, SwzB, Scalar>, false>()};
}

template <int preset>
PlainKernel PlainWarpTile<preset>::fixed_layout(const kernels::Variant& v) {
  using Tile = kernels::WarpTilePreset<preset>;
  static const FixedLayoutKernel built[] = {
      with_layout<Tile, 0, 0>(), with_layout<Tile, 1, 1>(), with_layout<Tile, 2, 2>(),
      with_layout<Tile, 4, 4>(), with_layout<Tile, 8, 8>(),
      with_layout<Tile, 1, 0>(), with_layout<Tile, 2, 0>(), with_layout<Tile, 4, 0>(), with_layout<Tile, 8, 0>(),
      with_layout<Tile, 0, 0, true>(), with_layout<Tile, 0, 0, true, true>(), with_layout<Tile, 0, 0, false, false, true>(),
  };
  for (const FixedLayoutKernel& k : built)
    if (k.layout == v.layout()) return k.kernel;
  return {};
}

template <int preset>
PlainKernel PlainWarpTile<preset>::any_layout(bool edges) {
  using Tile = kernels::WarpTilePreset<preset>;
  return edges ? plain_kernel<Tile, kernels::RuntimeLayout, true>() : plain_kernel<Tile, kernels::RuntimeLayout, false>();
}

}  // namespace gemmscope::cuda
