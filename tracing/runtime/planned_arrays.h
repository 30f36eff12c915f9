// SPDX-License-Identifier: MIT
/// @file planned_arrays.h
/// Which allocations a recording has as one array, one behind another: what a pointer in memory leads to may be any
/// number of allocations, and one request may be to several.
///
/// It is known before the launch, because then it does not depend on the order in which host threads come upon
/// allocations; which of them were touched is known after it (format::Part), and so is which arrays are one because
/// lanes of one request go to several of them (numbering.h).
#pragma once

#include "tracing/runtime/leads.h"

namespace gemmscope::runtime {

class PlannedArrays {
 public:
  /// An allocation is as far past a boundary in them as in memory (format::Part::offset).
  struct Spot {
    std::uint32_t array = 0;   ///< kRest, or another number
    std::uint64_t offset = 0;  ///< where the allocation begins, from the boundary before the array's first
    std::uint64_t place = 0;   ///< the same if all arrays were one
  };
  static constexpr std::uint32_t kRest = 0;  ///< the array of all that have none to themselves, if they are several

  /// None.
  PlannedArrays() = default;
  /// At most `room` arrays, as leads_of() has them. What does not fit into the 4 GiB of an array is one of its own.
  PlannedArrays(const lockstep::Allocations& all, const Named& named, const Pointers& pointers, std::size_t room);

  /// Nothing: the allocation is newer than the plan.
  [[nodiscard]] std::optional<Spot> spot_of(const lockstep::Allocation& allocation) const;
  /// Nothing: none leads there, or several do.
  [[nodiscard]] std::optional<Lead> lead_to(const lockstep::Allocation& allocation) const;

 private:
  std::map<std::uint32_t, Spot> spots_;
  std::map<std::uint32_t, Lead> leads_;
};

}  // namespace gemmscope::runtime
