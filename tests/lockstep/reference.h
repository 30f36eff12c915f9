// SPDX-License-Identifier: MIT
/// @file reference.h
/// What each operation gives, by another road than the one under test: one lane at a time, in wide integers or in
/// arithmetic of other precision, from the text of the PTX ISA.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gemmscope::lockstep::testing {

using Bits = std::uint64_t;  ///< of an operand, from bit 0; a predicate is 0 or 1

struct Reference {
  std::string_view mnemonic;
  /// From the sources of one lane, its results; both in PTX's order.
  void (*of)(const Bits* sources, Bits* results);
  unsigned ulps = 0;  ///< how far a result in floating point may be off, where PTX says "approximate"
};

std::span<const Reference> integer_references();

}  // namespace gemmscope::lockstep::testing
