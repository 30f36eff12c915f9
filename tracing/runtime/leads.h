// SPDX-License-Identifier: MIT
/// @file leads.h
/// Which allocations are arrays of a recording, before anything is known of what its launch touches: those that the
/// kernel's parameters name, and those to which these lead by pointers in memory.
#pragma once

#include "tracing/runtime/pointers.h"

namespace gemmscope::runtime {

/// Ids of allocations.
struct Named {
  std::vector<std::uint32_t> parameters;  ///< to which parameters point
  std::vector<std::uint32_t> others;      ///< variables, and the device heap
  /// Those that are one struct, as the source declares it or the kernel uses it, and how many pointers it may have.
  std::map<std::uint32_t, std::size_t> structs{};
};

/// That one array leads to an allocation, and no other does.
struct Lead {
  lockstep::Allocation from;            ///< the array
  std::optional<std::uint64_t> byte{};  ///< in it, where the pointer to the allocation is; nothing: it leads farther
  bool is_own = false;                  ///< the allocation is an array of its own: "s+8", not "A[3]"
};

struct Leads {
  std::map<std::uint32_t, Lead> to;                ///< by id
  std::vector<std::vector<std::uint32_t>> arrays;  ///< the ids of each; what is in none has no array of its own
};

/// All that a named array leads to, and no other, is one array. But if it points to no more than four of them, or to no
/// more than it has members that are pointers, each is an array of its own, and so is, together, what each of these
/// leads to. This does not hold for the nodes of lists and trees: three allocations as large as each other, of which
/// one points to the next.
///
/// There are at most `room` arrays. It is given to parameters first, then to what named arrays lead to, one array each,
/// then to variables, and then to more than one array to which one leads.
[[nodiscard]] Leads leads_of(const lockstep::Allocations& all, const Named& named, const Pointers& pointers,
                             std::size_t room);

}  // namespace gemmscope::runtime
