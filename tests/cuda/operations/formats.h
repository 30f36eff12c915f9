// SPDX-License-Identifier: MIT
/// @file formats.h
/// What the bits of an operand stand for.
#pragma once

#include <string_view>
#include <vector>

#include "tests/cuda/operations/batch.h"

namespace gemmscope::operations {

/// A number: an integer, or a float of 1 + exponent + fraction bits. Two of 16 bits may lie in one operand.
struct Format {
  int bits = 0;
  int exponent = 0, fraction = 0;  ///< bits; 0: an integer
  bool pair = false;

  bool is_float() const { return exponent != 0; }
  Bits sign() const { return Bits{1} << (bits - 1); }
  Bits infinity() const { return ((Bits{1} << exponent) - 1) << fraction; }
  int bias() const { return (1 << (exponent - 1)) - 1; }
  bool is_nan(Bits value) const { return is_float() && (value & (sign() - 1)) > infinity(); }
  bool operator==(const Format&) const = default;
};

inline constexpr Format kF16{16, 5, 10}, kBf16{16, 8, 7}, kF32{32, 8, 23}, kF64{64, 11, 52};

/// Of operand i; a predicate is an integer of 1 bit.
[[nodiscard]] Format format_of(const Operation& operation, int i);

/// The number, exactly.
[[nodiscard]] double number(Bits value, const Format& format);
/// Near `value`: cut off to the format's bits.
[[nodiscard]] Bits cut_to(double value, const Format& format);
/// How many numbers of the format lie from `a` to `b`; neither is a NaN.
[[nodiscard]] double steps_between(Bits a, Bits b, const Format& format);

/// Numbers at which something changes its kind, with both signs. `few`: so few that all pairs of them can be tried.
[[nodiscard]] const std::vector<Bits>& special_values(const Format& format, bool few);

}  // namespace gemmscope::operations
