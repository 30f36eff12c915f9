// SPDX-License-Identifier: MIT
/// @file swizzle.h
/// How the columns of a tile are permuted: some of their bits are flipped, by bits of the row or of the column.
#pragma once

#include <cstdint>

namespace gemmscope {

/// column ^= ((by >> shift) * factor) & mask, where `by` is the row or the column itself. Of a column only bits that
/// the mask leaves alone may count (is_own_inverse), so that the same XOR undoes it.
struct Swizzle {
  enum class By : std::uint8_t { kNothing, kRow, kColumn } by = By::kNothing;
  std::uint8_t shift = 0;
  std::uint32_t factor = 0, mask = 0;

  constexpr bool any() const { return by != By::kNothing; }

  /// Where in its row column `column` is, and which column is there.
  constexpr std::uint32_t operator()(std::uint32_t row, std::uint32_t column) const {
    return any() ? column ^ moves(by == By::kRow ? row : column) : column;
  }
  /// What of a column is flipped or, in a rotation (Layout::rotates), added to it.
  constexpr std::uint32_t moves(std::uint32_t number) const { return ((number >> shift) * factor) & mask; }

  constexpr bool is_own_inverse() const {
    return by <= By::kColumn && shift < 32 && (by != By::kColumn || mask < 1u << shift);
  }

  friend constexpr bool operator==(const Swizzle&, const Swizzle&) = default;
};

}  // namespace gemmscope
