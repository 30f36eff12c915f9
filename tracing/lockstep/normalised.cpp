// SPDX-License-Identifier: MIT
#include "tracing/lockstep/normalised.h"

#include <span>

namespace gemmscope::lockstep {
namespace {

/// Rounding to nearest is what happens where nothing is said; a fused multiply-add is one where PTX calls it mad, too.
bool says_nothing(std::string_view base, std::string_view modifier) {
  return modifier == "rn" || (base != "cvt" && modifier == "aligned");
}

/// Where a float becomes an integer it is clamped anyway: .sat says nothing.
bool clamps_anyway(std::string_view base, std::span<const std::string_view> modifiers) {
  if (base != "cvt" || modifiers.size() < 2) return false;
  const char to = modifiers[modifiers.size() - 2].front(), from = modifiers.back().front();
  return (to == 'u' || to == 's') && (from == 'f' || from == 'b');
}

}  // namespace

std::string normalised(const ptx::Function& function, const ptx::Statement& statement) {
  const auto modifiers = function.modifiers_of(statement);
  const bool of_floats = !modifiers.empty() && (modifiers.back() == "f32" || modifiers.back() == "f64");
  std::string name(statement.base == "mad" && of_floats ? "fma" : statement.base);
  const bool clamps = clamps_anyway(statement.base, modifiers);
  // ptxas takes vote.ballot.sync for vote.sync.ballot, too, and CUB's radix sort writes it so.
  const bool begins_with_sync = statement.base == "vote" && function.has(statement, "sync");
  if (begins_with_sync) name.append(".sync");
  for (const std::string_view modifier : modifiers) {
    const bool is_said = (begins_with_sync && modifier == "sync") || (clamps && modifier == "sat");
    if (!is_said && !says_nothing(statement.base, modifier)) name.append(".").append(modifier);
  }
  return name;
}

}  // namespace gemmscope::lockstep
