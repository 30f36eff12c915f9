// SPDX-License-Identifier: MIT
/// @file instantiate.h
/// Makes the BodyTables of one access policy. Include it after cuda_words.h, in a file compiled with FMA.
#pragma once

#include <utility>

#include "kernels/10_warp_tile.cuh"
#include "tracing/simt/bodies.h"
#include "tracing/simt/body_table.h"

namespace gemmscope::simt {

template <class Tile, class Layout, class Mem, bool Edges>
void warp_tile_body(const void* arguments) {
  const auto& a = *static_cast<const GemmArguments*>(arguments);
  kernels::warp_tile<Tile, Layout, Mem, Edges>(a.M, a.N, a.K, a.alpha, a.A, a.B, a.beta, a.C, a.layout, {});
}

template <class Tile, class Mem>
BodyTable make_table() {
  constexpr int vecA = kernels::fragment_vector(Tile::TM, 0, false), vecB = kernels::fragment_vector(Tile::TN, 0, false);
  return {vecA, vecB,
          &warp_tile_body<Tile, kernels::FixedWidthLayout<vecA, vecB>, Mem, false>,
          &warp_tile_body<Tile, kernels::FixedWidthLayout<1, 1>, Mem, false>,
          &warp_tile_body<Tile, kernels::RuntimeLayout, Mem, false>,
          &warp_tile_body<Tile, kernels::RuntimeLayout, Mem, true>};
}

template <class Mem, int... i>
BodyTables make_tables(std::integer_sequence<int, i...>) {
  return {make_table<kernels::WarpTilePreset<i>, Mem>()...};
}

}  // namespace gemmscope::simt
