// SPDX-License-Identifier: MIT
/// @file exact.h
/// Floats of any format as integers times powers of two, and one rounding at the end: what the references compute with.
#pragma once

#include "tests/lockstep/reference.h"

namespace gemmscope::lockstep::testing {

struct Format {
  const char* name;
  int bits, fraction;
  int bias() const { return (1 << (bits - 2 - fraction)) - 1; }
  Bits sign() const { return Bits{1} << (bits - 1); }
  Bits infinity() const { return (sign() - 1) >> fraction << fraction; }
};
inline constexpr Format kF16{"f16", 16, 10}, kBf16{"bf16", 16, 7}, kF32{"f32", 32, 23}, kF64{"f64", 64, 52};

enum class Rounds { kNearest, kZero, kDown, kUp };

/// (-1)^negative * magnitude * 2^exponent. Where bits were lost far below those that a rounding sees, the lowest one is
/// set in their place.
struct Exact {
  bool is_nan = false, is_infinite = false, negative = false;
  unsigned __int128 magnitude = 0;
  int exponent = 0;
};

Exact read(Bits raw, const Format& format);
Bits write(const Exact& value, const Format& format, Rounds how = Rounds::kNearest);
Bits flush(Bits raw, const Format& format);  ///< .ftz, of a source
/// .ftz, of a result: zero for what, rounded as if exponents had no end, is below the smallest normal number. So an
/// H200 does it (tests/data/h200_operations.csv).
Bits write_flushed(const Exact& value, const Format& format, Rounds how = Rounds::kNearest);
bool is_nan(Bits raw, const Format& format);
Bits saturated(Bits raw, const Format& format);  ///< to [+0, 1], a NaN to +0

Exact negated(Exact a);
/// `how` decides the sign of a sum of opposite numbers.
Exact sum(Exact a, Exact b, Rounds how = Rounds::kNearest);
Exact product(const Exact& a, const Exact& b);
Exact quotient(const Exact& a, const Exact& b);
Exact root(const Exact& a);
Exact whole(const Exact& a, Rounds how);  ///< the next integer
Exact of_integer(__int128 value);

}  // namespace gemmscope::lockstep::testing
