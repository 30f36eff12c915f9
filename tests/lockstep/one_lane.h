// SPDX-License-Identifier: MIT
/// @file one_lane.h
/// An operation on the sources of one lane.
#pragma once

#include <cstring>
#include <vector>

#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep::testing {

/// The result in lane 13, in which alone the sources are; in the others are zeros.
inline std::uint64_t result_of(const Operation& operation, const std::vector<std::uint64_t>& sources) {
  constexpr std::size_t kEach = kLanes * sizeof(std::uint64_t), kLane = 13;
  alignas(64) std::array<std::byte, kMostOperands * kEach> registers{};
  std::array<Slot, kMostOperands> slots{};
  for (std::size_t i = 0; i < kMostOperands; ++i) slots[i] = static_cast<Slot>(i * kEach);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::size_t operand = operation.results + i, width = bytes_of(operation.operands[operand]);
    std::memcpy(registers.data() + slots[operand] + kLane * width, &sources[i], width);
  }
  operation.run(registers.data(), slots.data(), kAllLanes, 1);
  std::uint64_t result = 0;
  if (operation.operands[0] == Holds::kPredicate) {
    Mask mask;
    std::memcpy(&mask, registers.data(), sizeof(mask));
    return mask >> kLane & 1u;
  }
  const std::size_t width = bytes_of(operation.operands[0]);
  std::memcpy(&result, registers.data() + kLane * width, width);
  return result;
}

}  // namespace gemmscope::lockstep::testing
