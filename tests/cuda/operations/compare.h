// SPDX-License-Identifier: MIT
/// @file compare.h
/// What the GPU gave beside what the host gave.
#pragma once

#include <string>

#include "tests/cuda/operations/judge.h"

namespace gemmscope::operations {

/// A lane, with its operands as the row has them: results are the host's.
struct Difference {
  std::size_t thread = 0;
  int result = 0;  ///< which of the operands
  Verdict verdict = Verdict::kSame;
  std::array<Bits, kMostOperands> host{};
  Bits gpu = 0;
};

struct Comparison {
  std::size_t warps = 0, lanes = 0;             ///< lanes: those that run
  std::array<std::size_t, kVerdicts> counts{};  ///< of all lanes, by verdict
  double most_steps = 0;                        ///< between two finite results that are not the same
  std::vector<Difference> examples{};           ///< of what is wrong: the first of each kind

  std::size_t count(Verdict verdict) const { return counts[static_cast<std::size_t>(verdict)]; }
  std::size_t wrong() const {
    std::size_t all = 0;
    for (std::size_t v = 0; v < kVerdicts; ++v) all += is_wrong(static_cast<Verdict>(v)) ? counts[v] : 0;
    return all;
  }
};

[[nodiscard]] Comparison compare(const Operation& operation, const Batch& batch, const Columns& host,
                                 const Columns& gpu);

/// The operands of a difference, and both results, in hexadecimal.
[[nodiscard]] std::string text(const Operation& operation, const Difference& difference);

}  // namespace gemmscope::operations
