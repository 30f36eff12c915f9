// SPDX-License-Identifier: MIT
/// @file 06_vectorized.h
/// The vectorised kernel's tile sizes, as a value and as a type; its presets; its layouts.
#pragma once

#include "kernels/thread_tile_shape.h"
#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

/// The first constraint that `s` breaks and what would go wrong; nullptr if the kernel is correct for `s`.
constexpr const char* vectorized_violation(const ThreadTileShape& s) {
  if (const char* common = thread_tile_violation(s)) return common;
  if (s.TM % 4 != 0 || s.TN % 4 != 0) return "TM and TN must be multiples of 4: fragments are read 16 bytes at a time";
  if (s.BK % 4 != 0 || s.BN % 4 != 0) return "BK and BN must be multiples of 4: tiles are copied 16 bytes at a time";
  if (s.NT() % (s.BK / 4) != 0 || s.NT() % (s.BN / 4) != 0)
    return "BK/4 and BN/4 must divide the number of threads: a pass copies whole rows of the tile";
  if (s.BM * s.BK / 4 % s.NT() != 0 || s.BK * s.BN / 4 % s.NT() != 0)
    return "the threads must divide BM*BK/4 and BK*BN/4: every pass of the copy moves 16 bytes for each thread";
  return nullptr;
}

/// The tile sizes that the kernel is compiled for.
inline constexpr NamedThreadTile kVectorizedPresets[] = {
    {"k6_128", "S. Boehm, SGEMM_CUDA kernel 6", {128, 128, 8, 8, 8}},
    {"k9_a6000", "S. Boehm, SGEMM_CUDA kernel 9, tuned for an RTX A6000", {128, 128, 16, 8, 8}},
    {"k9_a100", "S. Boehm, SGEMM_CUDA kernel 9, tuned for an A100", {64, 64, 16, 4, 4}},
    {"deep32", "a k-tile of 32: shows what a transposed copy costs", {64, 64, 32, 4, 4}},
    {"k6_small64", "S. Boehm, SGEMM_CUDA kernel 6 for small matrices; copies in two passes", {64, 64, 8, 8, 8}},
};
inline constexpr int kVectorizedPresetCount = sizeof(kVectorizedPresets) / sizeof(kVectorizedPresets[0]);

/// Preset number `i` as a type.
template <int i>
struct VectorizedTile : ThreadTile<kVectorizedPresets, i> {
  static_assert(vectorized_violation(kVectorizedPresets[i].shape) == nullptr);
};

/// Floats that As takes in front of Bs at most, where it may be row by row or transposed.
GS_HD constexpr int most_of_As(int BM, int BK, int pad, bool row, bool transposed) {
  const int of_row = row ? offset_of_Bs(BK, BM, pad) : 0, of_col = transposed ? offset_of_Bs(BM, BK, pad) : 0;
  return of_row > of_col ? of_row : of_col;
}

/// The layout as compile-time constants, and as arguments: tile_layout.h says what a layout is.
template <int PA, int PB, bool AsRow = false, bool Split = false, bool SwzA = false, bool SwzB = false, bool Scalar = false>
struct VectorizedStaticLayout {
  static constexpr int padA = PA, padB = PB;
  static constexpr bool asRow = AsRow, split = Split, swzA = SwzA, swzB = SwzB;
  static constexpr int vecA = AsRow ? 1 : fragment_vector(4, PA, Scalar), vecB = fragment_vector(4, PB, Scalar);
  static constexpr int max_padA = PA, max_padB = PB;
  static constexpr bool may_be_row = AsRow, may_be_transposed = !AsRow;

  VectorizedStaticLayout() = default;
  constexpr explicit VectorizedStaticLayout(const auto&) {}
  static constexpr bool is(const auto& v) {
    return v["PA"] == PA && v["PB"] == PB && (v["As"] != 0) == AsRow && (v["frag"] != 0) == Split &&
           (v["swzA"] != 0) == SwzA && (v["swzB"] != 0) == SwzB && (v["vec"] != 0) == Scalar;
  }
};

struct VectorizedLayout {
  int padA, padB;
  bool asRow;  ///< As is row by row as in A instead of transposed
  bool split;  ///< the rows and columns of a thread tile are spread in groups of 4
  bool swzA, swzB;
  int vecA, vecB;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;
  static constexpr bool may_be_row = true, may_be_transposed = true;

  constexpr explicit VectorizedLayout(const auto& v)
      : padA(v["PA"]), padB(v["PB"]), asRow(v["As"] != 0), split(v["frag"] != 0), swzA(v["swzA"] != 0),
        swzB(v["swzB"] != 0),
        vecA(asRow ? 1 : fragment_vector(4, padA, v["vec"] != 0)), vecB(fragment_vector(4, padB, v["vec"] != 0)) {}
  static constexpr bool is(const auto&) { return true; }
};

/// What is recorded most, transposed and without a swizzle, with fragments read 16 bytes at a time: g++ then reads whole
/// fragments at once.
struct VectorizedWideLayout {
  int padA, padB;
  static constexpr bool asRow = false, split = false, swzA = false, swzB = false;
  static constexpr int vecA = 4, vecB = 4;
  static constexpr int max_padA = kMaxPad, max_padB = kMaxPad;
  static constexpr bool may_be_row = false, may_be_transposed = true;

  constexpr explicit VectorizedWideLayout(const auto& v) : padA(v["PA"]), padB(v["PB"]) {}
  static constexpr bool is(const auto& v) {
    const VectorizedLayout l(v);
    return !l.asRow && !l.split && !l.swzA && !l.swzB && l.vecA == vecA && l.vecB == vecB;
  }
};

}  // namespace gemmscope::kernels
