// SPDX-License-Identifier: MIT
/// @file whole_product.h
/// The product that a kernel is to compute, where its launch leaves some of it out.
#pragma once

#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

/// A launch whose last tile is missing does not reach the end of its matrices, so Product::M, N or K is too small.
/// Where two arrays have room for more rows or columns, but at most a tile, and a parameter of the kernel is the number
/// for which both have room, while none is left that is the smaller one, that is the size; likewise a number that the
/// source names, if both have the same room. Tiles::left_out counts whatever its size.
[[nodiscard]] Product whole_product(const format::Recording& recording, const Tiles& tiles);

}  // namespace gemmscope::analysis
