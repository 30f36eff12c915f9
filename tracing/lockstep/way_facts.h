// SPDX-License-Identifier: MIT
/// @file way_facts.h
/// What the predicates of a lane are, as far as the branches that it takes tell. A way through the code on which one
/// would be both is none: `if (p && inside) load; if (p) store`.
#pragma once

#include <utility>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {

/// At one place of a way that is followed back.
class WayFacts {
 public:
  /// False: the opposite is known.
  [[nodiscard]] bool add(Slot predicate, bool holds);
  /// The way leads back past the instruction. False: it would not give what is known.
  [[nodiscard]] bool pass(const Program& program, const Instruction& instruction, const Touches& touches);
  friend auto operator<=>(const WayFacts&, const WayFacts&) = default;

 private:
  std::vector<std::pair<Slot, bool>> known_;  ///< in order
};

}  // namespace gemmscope::lockstep
