// SPDX-License-Identifier: MIT
/// @file memory_before.h
/// What the program's memory holds before a launch, and then what its arrays held before and after.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "tracing/format/kept_memory.h"
#include "tracing/runtime/array_names.h"
#include "tracing/runtime/numbering.h"

namespace gemmscope::runtime {

class MemoryBefore {
 public:
  /// Copies what allocations hold, at most format::kMostKeptBytes: first those that have one of these addresses.
  MemoryBefore(const lockstep::Allocations& all, std::span<const std::uint64_t> first);

  /// What the arrays that the launch touched held before it, and hold now; and the numbers that the kernel was given.
  [[nodiscard]] format::KeptMemory kept(const Numbering& numbering, const ArrayNames& names,
                                        const Arguments& arguments) const;

 private:
  void add(const lockstep::Allocation& each);
  /// Null: they are not all there.
  [[nodiscard]] const std::byte* bytes_at(std::uint64_t address, std::uint64_t count) const;

  std::map<std::uint64_t, std::vector<std::byte>> copies_;  ///< by address
  std::uint64_t bytes_ = 0;
};

}  // namespace gemmscope::runtime
