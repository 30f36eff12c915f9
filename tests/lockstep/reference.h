// SPDX-License-Identifier: MIT
/// @file reference.h
/// What each operation gives, by another road than the one under test: one lane at a time, in wide integers or in
/// arithmetic of other precision, from the text of the PTX ISA.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gemmscope::lockstep::testing {

using Bits = std::uint64_t;  ///< of an operand, from bit 0; a predicate is 0 or 1

using Lane = std::function<void(const Bits* sources, Bits* results)>;

/// The sources of all lanes, and which of them run; the results of those that do.
using Lanes = std::array<std::array<Bits, 6>, 32>;
using Warp = std::function<void(const Lanes& sources, std::uint32_t active, Lanes& results)>;

struct Reference {
  std::string mnemonic;
  Lane of;                 ///< from the sources of one lane, its results; both in PTX's order
  double ulps = 0;         ///< how far a result in floating point may be off, where PTX says "approximate"
  int any_nan = 0;         ///< bits of a result whose NaNs PTX does not tell apart; 0: it does
  Warp of_warp = nullptr;  ///< instead of `of`, where lanes see each other
};
using References = std::vector<Reference>;

struct Integer {
  const char* name;
  int bits;
  bool is_signed;
  __int128 of(Bits raw) const {  ///< the number that `raw` stands for
    const Bits cut = bits == 64 ? raw : raw & ((Bits{1} << bits) - 1);
    const bool negative = is_signed && (cut >> (bits - 1) & 1) != 0;
    return static_cast<__int128>(cut) - (negative ? static_cast<__int128>(1) << bits : 0);
  }
};
inline constexpr Integer kIntegers[] = {{"u16", 16, false}, {"s16", 16, true},  {"u32", 32, false},
                                        {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true}};

References integer_references();
References bit_references();
References predicate_references();
References float_references();
References approximate_references();
References warp_references();
References convert_references();
References half_references();

}  // namespace gemmscope::lockstep::testing
