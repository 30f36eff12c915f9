// SPDX-License-Identifier: MIT
/// @file tile_layout.h
/// Where the elements of As and Bs lie in shared memory: padding, swizzle, and the widest access they allow.
///
/// StaticLayout fixes everything at compile time, as a hand-tuned kernel would: that is what GFLOPS are measured with.
/// RuntimeLayout takes the same values as arguments, so that one traced build serves every padding. Kernel code reads
/// `layout.padA` and cannot tell them apart.
#pragma once

#include "kernels/common.h"

namespace gemmscope::kernels {

/// How the columns of a shared tile are permuted inside a row; format::Swizzle has the same order.
enum class Swizzle : int {
  kNone,
  kXorRow,    ///< by swizzleA_bits of the row
  kXorGroup,  ///< by swizzleB_bits of the column
};

/// What people choose about shared memory, in the parameters' own terms.
struct LayoutOptions {
  int padA = 0, padB = 0;  ///< elements added to each row of As, of Bs
  bool swzA = false, swzB = false;
  bool scalar = false;     ///< fragments are read one element at a time

  friend constexpr bool operator==(const LayoutOptions&, const LayoutOptions&) = default;
};

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

template <class Tile, int PA, int PB, bool SwzA = false, bool SwzB = false, bool Scalar = false>
struct StaticLayout {
  static constexpr int padA = PA, padB = PB;
  static constexpr bool swzA = SwzA, swzB = SwzB;
  static constexpr int vecA = fragment_vector(Tile::TM, PA, Scalar);  ///< floats of one read of regM
  static constexpr int vecB = fragment_vector(Tile::TN, PB, Scalar);  ///< floats of one read of regN
  static constexpr int storeB = aligned_vector(PB);                   ///< floats of one store to Bs
  static constexpr int max_padA = PA, max_padB = PB;
};

struct RuntimeLayout {
  int padA, padB;
  bool swzA, swzB;
  int storeB, vecA, vecB;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;
};

/// RuntimeLayout for tiles that are not swizzled (whoever chooses it must know that they are not), with the widths of fragment reads fixed: with both known, g++ reads
/// whole fragments at once (84 instead of 115 ms for 1024^3 on one core).
template <int VecA, int VecB>
struct FixedWidthLayout {
  int padA, padB;
  int storeB;
  static constexpr bool swzA = false, swzB = false;
  static constexpr int vecA = VecA, vecB = VecB;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;

  constexpr FixedWidthLayout(const RuntimeLayout& l) : padA(l.padA), padB(l.padB), storeB(l.storeB) {}
};

constexpr RuntimeLayout runtime_layout(int TM, int TN, const LayoutOptions& o) {
  return {o.padA, o.padB, o.swzA, o.swzB, aligned_vector(o.padB),
          fragment_vector(TM, o.padA, o.scalar), fragment_vector(TN, o.padB, o.scalar)};
}

/// Floats from the start of the block's shared memory to Bs: As, rounded up to 16 bytes.
GS_HD constexpr int offset_of_Bs(int BM, int BK, int padA) { return (BK * (BM + padA) + 3) / 4 * 4; }

}  // namespace gemmscope::kernels
