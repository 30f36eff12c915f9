// SPDX-License-Identifier: MIT
/// @file compare.h
/// What the GPU gave beside what the host gave.
#pragma once

#include <optional>
#include <string>

#include "tests/cuda/operations/formats.h"

namespace gemmscope::operations {

/// How far an approximate result may be from the right one: PTX ISA, "Floating Point Instructions". The host's is
/// within a step of the right one.
struct Bound {
  double steps = 0;     ///< numbers of the format between the two
  double relative = 0;  ///< of the right result
  double absolute = 0;
  bool none = false;  ///< of these sources PTX says nothing
};
/// Whether the row is approximate; for all others the bits must be the same.
[[nodiscard]] bool is_approximate(const Operation& operation);
/// Of an approximate row, for these two sources; one that has no second one takes no notice of it.
[[nodiscard]] Bound bound_of(const Operation& operation, double a, double b);
/// Whether PTX leaves open which NaN it is.
[[nodiscard]] bool any_nan(const Operation& operation);

/// A lane, with its operands as the row has them: results are the host's.
struct Difference {
  std::size_t thread = 0;
  int result = 0;  ///< which of the operands
  std::array<Bits, kMostOperands> host{};
  Bits gpu = 0;
};

struct Comparison {
  std::size_t warps = 0, lanes = 0;   ///< compared
  std::size_t different = 0;          ///< lanes that PTX does not allow to be so
  std::size_t nans = 0;               ///< lanes with another NaN, where PTX leaves that open
  std::size_t within = 0;             ///< other lanes that are not the same: within the bound
  std::size_t unbounded = 0;          ///< not the same, of sources for which PTX says nothing
  std::size_t idle = 0;               ///< lanes that should not have run and have changed
  double most_steps = 0;              ///< between two finite results, of those within the bound or different
  std::optional<Difference> first{};  ///< of those that are different or idle

  bool good() const { return different == 0 && idle == 0; }
};

[[nodiscard]] Comparison compare(const Operation& operation, const Batch& batch, const Columns& host,
                                 const Columns& gpu);

/// The operands of a difference, and both results, in hexadecimal.
[[nodiscard]] std::string text(const Operation& operation, const Difference& difference);

}  // namespace gemmscope::operations
