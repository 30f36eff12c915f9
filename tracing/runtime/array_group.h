// SPDX-License-Identifier: MIT
/// @file array_group.h
/// Allocations that a recording has as one array, one behind another: those to which no parameter of the kernel points,
/// so that it finds their addresses in memory. There may be any number of them, and one request may be to several.
///
/// What belongs to it is known before the launch, because then it does not depend on the order in which host threads
/// come upon allocations; which of them were touched is known after it (format::Part), and so are the arrays beside it
/// that belong to it as well, because lanes of one request go to them and to others (numbering.h).
#pragma once

#include <map>
#include <optional>
#include <span>

#include "tracing/lockstep/memory.h"

namespace gemmscope::runtime {

class ArrayGroup {
 public:
  /// None.
  ArrayGroup() = default;
  /// Of two or more allocations at which no address of `named` points, in the order in which the program made them. If
  /// more are named than there is `room` for arrays beside the group, the last of those are in it, too. What does not
  /// fit into the 4 GiB of an array is not.
  ArrayGroup(const lockstep::Allocations& all, std::span<const std::uint64_t> named, std::size_t room);

  /// Byte of the group at which it begins. Nothing: it is an array of its own.
  [[nodiscard]] std::optional<std::uint64_t> offset_of(const lockstep::Allocation& allocation) const;
  /// The same if the group were all allocations: its own come first. Nothing: the allocation is newer than the group.
  [[nodiscard]] std::optional<std::uint64_t> place_of(const lockstep::Allocation& allocation) const;

 private:
  std::map<std::uint32_t, std::uint64_t> offsets_, others_;  ///< by Allocation::id
};

}  // namespace gemmscope::runtime
