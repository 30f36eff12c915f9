// SPDX-License-Identifier: MIT
/// @file plain_kernels.cuh
/// Names the builds of one preset of a kernel that are to be in its PTX. As it is written: with the layout as an argument,
/// guarded and not. Optimised: with layouts as constants, the first of them or, with GEMMSCOPE_ALL_LAYOUTS, every one.
#pragma once

#include "kernels/builds.h"
#include "kernels/memory.h"

namespace gemmscope::ladder {

template <class Builds, class Tile>
void as_written() {
  using Layout = typename Builds::AnyLayout;
  (void)Builds::template kernel<Tile, Layout, kernels::PlainMemory, true>;
  (void)Builds::template kernel<Tile, Layout, kernels::PlainMemory, false>;
}

template <class Builds, class Tile, class First, class... Rest>
void with_constants(kernels::Types<First, Rest...>) {
  (void)Builds::template kernel<Tile, First, kernels::PlainMemory, false>;
#if defined(GEMMSCOPE_ALL_LAYOUTS)
  ((void)Builds::template kernel<Tile, Rest, kernels::PlainMemory, false>, ...);
#endif
}

template <class Builds, int preset>
void written() {
  as_written<Builds, typename Builds::template Tile<preset>>();
}
template <class Builds, int preset>
void optimised() {
  using Tile = typename Builds::template Tile<preset>;
  with_constants<Builds, Tile>(typename Builds::template FixedLayouts<Tile>{});
}

}  // namespace gemmscope::ladder
