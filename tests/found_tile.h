// SPDX-License-Identifier: MIT
/// @file found_tile.h
/// Puts the tiles into a recording made by hand, whose requests have k-tiles, steps and phases, as analysis::describe()
/// does where it finds them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tracing/format/recording.h"

namespace gemmscope::testing {

/// The first byte of the block's tile of C, as format::Pattern::tile_of_C.
inline std::uint32_t first_of_C(const format::Recording& r, const format::Block& block, std::uint16_t C) {
  std::uint32_t first = format::Pattern::kNoTile;
  for (const format::Segment& segment : r.patterns[block.pattern].segments) {
    const format::Template& coded = r.templates[segment.template_id];
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Site& site = r.sites[coded.rows[row].site];
      if (site.tensor != C || site.op == format::Op::kLoad) continue;
      for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1)
        first = std::min(first, block.base[C] + segment.base[C] +
                                    coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))]);
    }
  }
  return first == format::Pattern::kNoTile ? first : first - block.base[C];
}

/// Matrices are those of the tensors' names, A, B and C, and tiles in shared memory are of the matrix that they name.
/// Blocks that share a pattern store to C alike.
inline void put_tile(format::Recording& r, const format::FoundTile& tile, std::uint32_t M, std::uint32_t N,
                     std::uint32_t K) {
  r.found_tile = tile, r.M = M, r.N = N, r.K = K, r.k_tiles = (K - 1) / tile.BK + 1;
  for (format::Tensor& t : r.tensors) {
    const std::string& name = t.space == format::Space::kShared ? t.of : t.name;
    t.matrix = name == "A"   ? format::Matrix::kA
               : name == "B" ? format::Matrix::kB
               : name == "C" ? format::Matrix::kC
                             : format::Matrix::kOther;
  }
  if (const auto C = r.tensor_of(format::Matrix::kC))
    for (const format::Block& block : r.blocks) r.patterns[block.pattern].tile_of_C = first_of_C(r, block, *C);
}

}  // namespace gemmscope::testing
