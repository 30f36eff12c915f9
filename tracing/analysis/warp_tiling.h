// SPDX-License-Identifier: MIT
/// @file warp_tiling.h
/// Which part of a block's C tile belongs to which warp, subtile and lane, for kernels with warp tiles.
///
/// From the recorded parameters, by the arithmetic of the kernel; that it is what the kernel does is tested against
/// the recorded stores to C (last_writers.h tells owners for any kernel, but only where the epilogue was recorded).
#pragma once

#include <optional>

#include "kernels/10_warp_tile.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {

/// The owner of an element of the block tile.
struct Owner {
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t i = 0, j = 0;         ///< warp subtile: i of WMITER down, j of WNITER across
  std::uint32_t row = 0, column = 0;  ///< inside the thread tile, TM x TN
  friend constexpr bool operator==(const Owner&, const Owner&) = default;
};

/// All rectangles in elements, relative to the block tile's first element.
class WarpTiling {
 public:
  explicit constexpr WarpTiling(const kernels::WarpTileShape& shape) : shape_(shape) {}

  constexpr const kernels::WarpTileShape& shape() const { return shape_; }
  constexpr std::uint32_t warps() const { return u(shape_.NT / 32); }

  /// WM x WN. Warps go along rows first.
  constexpr Rect warp_tile(std::uint32_t warp) const {
    const std::uint32_t across = u(shape_.BN / shape_.WN);
    return {warp / across * u(shape_.WM), warp % across * u(shape_.WN), u(shape_.WM), u(shape_.WN)};
  }
  /// WSUBM x WSUBN.
  constexpr Rect subtile(std::uint32_t warp, std::uint32_t i, std::uint32_t j) const {
    const Rect tile = warp_tile(warp);
    const std::uint32_t rows = u(shape_.WSUBM()), columns = u(shape_.WSUBN());
    return {tile.row + i * rows, tile.column + j * columns, rows, columns};
  }
  /// TM x TN: the sums a lane keeps of subtile (i, j). Lanes go along rows first.
  constexpr Rect thread_tile(std::uint32_t warp, std::uint32_t lane, std::uint32_t i, std::uint32_t j) const {
    const Rect tile = subtile(warp, i, j);
    const std::uint32_t across = u(shape_.WSUBN() / shape_.TN);
    return {tile.row + lane / across * u(shape_.TM), tile.column + lane % across * u(shape_.TN), u(shape_.TM),
            u(shape_.TN)};
  }
  /// The inverse: who keeps the sum of element (row, column) of the block tile.
  constexpr Owner owner_of(std::uint32_t row, std::uint32_t column) const {
    Owner owner;
    owner.warp = row / u(shape_.WM) * u(shape_.BN / shape_.WN) + column / u(shape_.WN);
    row %= u(shape_.WM), column %= u(shape_.WN);
    owner.i = row / u(shape_.WSUBM()), owner.j = column / u(shape_.WSUBN());
    row %= u(shape_.WSUBM()), column %= u(shape_.WSUBN());
    owner.lane = row / u(shape_.TM) * u(shape_.WSUBN() / shape_.TN) + column / u(shape_.TN);
    owner.row = row % u(shape_.TM), owner.column = column % u(shape_.TN);
    return owner;
  }

 private:
  static constexpr std::uint32_t u(int value) { return static_cast<std::uint32_t>(value); }
  kernels::WarpTileShape shape_;
};

/// The warp tiling of the recorded kernel; nullopt if it has none or its parameters break a constraint.
[[nodiscard]] std::optional<WarpTiling> warp_tiling(const format::Recording& recording);

}  // namespace gemmscope::analysis
