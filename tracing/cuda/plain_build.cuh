// SPDX-License-Identifier: MIT
/// @file plain_build.cuh
/// Compiles the plain builds of one preset of a kernel. Included after the kernel's builds, by files that
/// CMakeLists.txt writes, one for each preset: a kernel takes about a second, and so they compile side by side.
#pragma once

#include "kernels/builds.h"
#include "kernels/memory.h"
#include "tracing/cuda/launch.h"

namespace gemmscope::cuda {

template <class Builds, class Tile, class Layout, bool Edges>
cudaError_t launch_plain(std::uint32_t grid_y, std::uint32_t grid_x, const kernels::GemmArguments& a) {
  using Element = typename Builds::Element;
  Builds::template kernel<Tile, Layout, kernels::PlainMemory, Edges><<<dim3(grid_x, grid_y), Tile::NT>>>(
      a.M, a.N, a.K, a.alpha, static_cast<const Element*>(a.A), static_cast<const Element*>(a.B), a.beta,
      static_cast<Element*>(a.C), Layout(*a.variant), {});
  return cudaGetLastError();
}

template <class Builds, class Tile, class Layout, bool Edges>
PlainKernel plain_kernel(bool fixed) {
  return {&launch_plain<Builds, Tile, Layout, Edges>,
          reinterpret_cast<const void*>(Builds::template kernel<Tile, Layout, kernels::PlainMemory, Edges>), fixed};
}

template <class Builds, class Tile, class... Fixed>
PlainKernel first_that_serves(const kernels::Variant& variant, kernels::Types<Fixed...>) {
  PlainKernel found;
  (void)((Fixed::is(variant) && (found = plain_kernel<Builds, Tile, Fixed, false>(true), true)) || ...);
  return found;
}

template <class Builds, int preset>
PlainKernel PlainBuild<Builds, preset>::fixed_layout(const kernels::Variant& variant) {
  using Tile = typename Builds::template Tile<preset>;
  return first_that_serves<Builds, Tile>(variant, typename Builds::template FixedLayouts<Tile>{});
}

template <class Builds, int preset>
PlainKernel PlainBuild<Builds, preset>::any_layout(bool edges) {
  using Tile = typename Builds::template Tile<preset>;
  using Layout = typename Builds::AnyLayout;
  if constexpr (!kernels::OnlyGuarded<Builds>)
    if (!edges) return plain_kernel<Builds, Tile, Layout, false>(false);
  return plain_kernel<Builds, Tile, Layout, true>(false);
}

}  // namespace gemmscope::cuda
