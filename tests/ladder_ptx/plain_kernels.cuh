// SPDX-License-Identifier: MIT
/// @file plain_kernels.cuh
/// Names the builds of one preset of a kernel that are to be in its PTX. As it is written: with the layout as an
/// argument, guarded and not. Optimised: with each layout that is measured on GPUs as constants.
#pragma once

#include "kernels/builds.h"
#include "kernels/memory.h"

namespace gemmscope::ladder {

template <class Builds, class Tile, bool Edges, class... Layouts>
void name(kernels::Types<Layouts...>) {
  ((void)Builds::template kernel<Tile, Layouts, kernels::PlainMemory, Edges>, ...);
}

template <class Builds, int preset>
void written() {
  using Layout = kernels::Types<typename Builds::AnyLayout>;
  name<Builds, typename Builds::template Tile<preset>, true>(Layout{});
  name<Builds, typename Builds::template Tile<preset>, false>(Layout{});
}
template <class Builds, int preset>
void optimised() {
  using Tile = typename Builds::template Tile<preset>;
  name<Builds, Tile, false>(typename Builds::template FixedLayouts<Tile>{});
}

}  // namespace gemmscope::ladder
