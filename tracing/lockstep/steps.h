// SPDX-License-Identifier: MIT
/// @file steps.h
/// What integer instructions make of values that differ from block to block by the same steps, for one lane.
#pragma once

#include <optional>

#include "tracing/lockstep/changes.h"

namespace gemmscope::lockstep {

__extension__ using Wide = __int128;            ///< holds what sums and products of 64 bits make, without wrapping
using Steps = std::array<std::int64_t, kAxes>;  ///< by how much a register differs from block to block, along each axis

inline bool is_zero(const Steps& steps) { return steps == Steps{}; }
/// The number that the lower `bits` are, two's complement.
std::int64_t wrapped(std::uint64_t value, int bits);
/// The bits up to the highest that is set.
int width_of(std::uint64_t value);

struct Interval {
  Wide low, high;
};

/// A source of the lane: its value in the box's first block.
struct Part {
  std::uint64_t value = 0;
  Steps steps{};
};

/// Where a box is best split: before the block `at` along `axis`, counted from its first.
struct Turn {
  std::size_t axis = 0;
  std::uint32_t at = 0;
};

class StepsOfBox {
 public:
  explicit StepsOfBox(const Box& box) : box_(box) {}

  /// The lowest and the highest value in all blocks of the box.
  Interval over_box(Wide value, const Steps& steps) const;
  /// The steps of the result, wrapped as its register is. Nothing: it is not value plus steps in all blocks. `holds`:
  /// selp's predicate.
  std::optional<Steps> steps_of(const ChangeRule& rule, const std::array<Part, 4>& from, bool holds);
  /// Whether the lane compares the same in all blocks.
  bool compares_alike(const ChangeRule& rule, const Part& a, const Part& b);

  /// Where the lanes that do not compare the same begin to differ.
  const std::optional<Turn>& turn() const { return turn_; }

 private:
  bool is_exact(const Part& part, const ChangeRule& rule) const;
  void note_turn(Wide difference, const Steps& steps);
  int larger(const ChangeRule& rule, const Part& a, const Part& b);
  std::optional<Steps> masked(const ChangeRule& rule, const Part& a, std::uint64_t mask) const;
  std::optional<Steps> inserted(const ChangeRule& rule, const std::array<Part, 4>& from) const;
  std::optional<Steps> shifted_right(const ChangeRule& rule, const Part& a, std::uint64_t by) const;
  std::optional<Steps> product(const ChangeRule& rule, const Part& a, const Part& b) const;
  std::optional<Steps> unwrapped(const ChangeRule& rule, const std::array<Part, 4>& from, bool holds);

  const Box& box_;
  std::optional<Turn> turn_;
};

}  // namespace gemmscope::lockstep
