// SPDX-License-Identifier: MIT
/// @file plain_warp_tile.h
/// The plain builds of warp_tile, one preset at a time.
#pragma once

#include "tracing/cuda/launch.h"

namespace gemmscope::cuda {

/// A generated file for each preset instantiates it, with plain_warp_tile.cuh.
template <int preset>
struct PlainWarpTile {
  static PlainKernel fixed_layout(
      const kernels::Variant& variant);  ///< empty if the layout is not among the fixed ones
  static PlainKernel any_layout(bool edges);
};

}  // namespace gemmscope::cuda
