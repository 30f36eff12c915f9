// SPDX-License-Identifier: MIT
/// @file tile.h
/// The addresses of wmma.load and wmma.store. PTX does not say which lane has which element; here it is as the
/// interpreter has it (tracing/lockstep/decode_wmma.cpp).
#pragma once

#include <array>

#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::preload {

/// A tile of 16 x 16 elements in memory.
struct Tile {
  bool is_row_major = true;
  std::uint32_t bytes = 2;    ///< of an element
  std::uint64_t base = 0;     ///< of the first one
  std::uint32_t stride = 16;  ///< elements from one row to the next; of a column-major one, from column to column
};

[[nodiscard]] Tile tile_of(const ptx::Function& kernel, const ptx::Statement& statement, std::uint64_t base,
                           std::uint32_t stride);

/// The addresses of the n-th access of the statement, by lane.
[[nodiscard]] std::array<std::uint64_t, lockstep::kLanes> addresses_of(const Tile& tile, const lockstep::Access& access,
                                                                       std::uint32_t n);

}  // namespace gemmscope::preload
