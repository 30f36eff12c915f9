// SPDX-License-Identifier: MIT
/// @file arrays.h
/// Which arrays a launch touches: those that were planned (planned_arrays.h), and each newer allocation.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "tracing/lockstep/memory.h"
#include "tracing/lockstep/program.h"
#include "tracing/runtime/planned_arrays.h"

namespace gemmscope::runtime {

/// What the requests of a launch are to: arrays in global memory are found as they are touched, by all host threads.
class Arrays {
 public:
  /// An array in global memory, as the requests to one of its allocations are counted.
  struct Place {
    std::uint32_t number = 0;
    std::uint64_t first = 0;  ///< address from which its bytes count, as if all of it were where this allocation is
    std::optional<std::uint64_t> joined{};  ///< from which they would in one array of all: PlannedArrays::Spot
  };
  /// `plan`: of `allocations`. `whole`: of which they are parts, if the program's own were cut.
  Arrays(const lockstep::Allocations& allocations, const lockstep::Allocations& whole,
         const std::vector<lockstep::SharedArray>& shared, PlannedArrays plan = {});

  /// The array in global memory that holds the allocation; nothing: the launch touches too many.
  std::optional<Place> global(const lockstep::Allocation& allocation);
  /// The number of the array in shared memory at `offset`, or the nearest before it.
  [[nodiscard]] std::uint32_t shared(std::uint64_t offset) const;
  /// How many arrays in global memory a recording has room for beside the shared ones.
  [[nodiscard]] std::size_t most_global() const { return room_beside(shared_.size()); }
  [[nodiscard]] static std::size_t room_beside(std::size_t shared_arrays);
  [[nodiscard]] bool has_shared() const { return !shared_.empty(); }

  /// Which one the program made, counted from 0, of which it is or is a part.
  [[nodiscard]] std::uint32_t id_of(const lockstep::Allocation& allocation) const;
  /// By the arrays' numbers: what was touched, of one array in the order of their ids.
  [[nodiscard]] const std::vector<std::vector<lockstep::Allocation>>& touched() const { return touched_; }
  [[nodiscard]] const PlannedArrays& plan() const { return plan_; }
  /// Null: no array is there.
  [[nodiscard]] const lockstep::Allocation* find(std::uint64_t address) const;

 private:
  std::size_t number_of(const lockstep::Allocation& allocation) const;

  const lockstep::Allocations &allocations_, &whole_;
  std::mutex mutex_;
  std::vector<std::vector<lockstep::Allocation>> touched_;
  const std::vector<lockstep::SharedArray>& shared_;
  const PlannedArrays plan_;
};

}  // namespace gemmscope::runtime
