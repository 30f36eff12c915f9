// SPDX-License-Identifier: MIT
/// @file tile_layout.h
/// Where the elements of As and Bs are in shared memory: padding, swizzle, and the widest access they allow.
///
/// Each kernel defines its own layout types (NN_name.h); its code uses their members, such as `layout.padA`. There are
/// two kinds, alike to the kernel's code. One fixes everything at compile time, as a hand-tuned kernel would; GFLOP/s are
/// measured with it. The other takes the same values as arguments, so that one traced build serves every padding.
/// Every layout has
///
///   Layout(const Values&)     from the parameters of a variant, `values["PA"]`
///   static is(const Values&)  whether it serves them; builds.h tries the fixed ones first
///
/// and, with a default constructor too, can stand as a constant.
#pragma once

#include "kernels/common.h"
#include "kernels/layout/layout.h"

namespace gemmscope::kernels {

inline constexpr int kMaxPad = 32;  ///< floats; a row of 32 floats is one turn around the banks, more repeats it

/// Floats a 16-byte-aligned tile can move at once when its rows are `pad` floats longer than a multiple of 4.
GS_HD constexpr int aligned_vector(int pad) { return pad % 4 == 0 ? 4 : pad % 2 == 0 ? 2 : 1; }

/// Floats of one access to a fragment of `n` floats.
GS_HD constexpr int fragment_vector(int n, int pad, bool scalar) {
  const int longest = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
  const int allowed = scalar ? 1 : aligned_vector(pad);
  return longest < allowed ? longest : allowed;
}

/// Column bits of row k of As that are flipped: ((k/4) * max(4, 128/BK)) mod 32. A copying warp writes 128/BK rows of A
/// from each of BK/4 chunks of k; the flip moves every chunk to banks of its own, and, being a multiple of 4, keeps
/// groups of four columns together.
GS_HD constexpr int swizzleA_bits(int k, int BK) {
  const int rows_per_warp = 128 / BK > 4 ? 128 / BK : 4;
  return ((k / 4) * rows_per_warp) & 31;
}

/// Column bits of Bs that are flipped: bit 2 by bit 5, so that reads 8 floats apart alternate between bank groups.
GS_HD constexpr int swizzleB_bits(int n) { return (n / 32 & 1) * 4; }

/// The same two as values.
constexpr Swizzle swizzle_of_As(int BK) { return swizzle_by_row(2, 128 / BK > 4 ? 128 / BK : 4, 31); }
inline constexpr Swizzle kSwizzleOfBs = swizzle_by_column(5, 4, 4);

/// Floats from the start of the block's shared memory to Bs: As, rounded up to 16 bytes.
GS_HD constexpr int offset_of_Bs(int BM, int BK, int padA) { return (BK * (BM + padA) + 3) / 4 * 4; }

}  // namespace gemmscope::kernels
