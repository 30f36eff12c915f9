// SPDX-License-Identifier: MIT
/// @file heap.h
/// The memory that malloc gives a kernel's lanes. CUDA C++ Programming Guide, "Dynamic Global Memory Allocation".
///
/// What a launch frees it is not given again as long as there is other memory: two threads that have the same place
/// one after the other, ordered by the allocator alone, would look as if they raced for it.
#pragma once

#include <cstdint>
#include <map>

#include "tracing/lockstep/memory.h"

namespace gemmscope::lockstep {

/// For one thread of the host at a time; so what lanes are given follows from the order in which they ask.
class Heap {
 public:
  static constexpr std::uint64_t kAlign = 16;  ///< bytes

  /// In that allocation, which is blank.
  explicit Heap(const Allocation& all);

  /// What was freed may be given again.
  void begin_launch();
  /// The address of `bytes` free bytes, blank and unwritten, at a multiple of kAlign; the lowest there is. 0: there is
  /// no room for them.
  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes);
  /// False: that address was not given, or it was freed since.
  [[nodiscard]] bool free(std::uint64_t address);

  /// Whether something that was freed in this launch may have been given again.
  [[nodiscard]] bool gave_again() const { return gave_again_; }
  [[nodiscard]] bool holds(std::uint64_t address) const { return all_.holds(address); }

 private:
  using Pieces = std::map<std::uint64_t, std::uint64_t>;  ///< bytes, by address

  std::uint64_t take(std::uint64_t bytes);
  void take_back();

  Allocation all_;
  Pieces room_, given_, freed_;  ///< room_: no two of them touch
  bool gave_again_ = false;
};

}  // namespace gemmscope::lockstep
