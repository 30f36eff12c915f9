// SPDX-License-Identifier: MIT
/// @file memory.h
/// The emulated device's memory, which is the host's: what cudaMalloc returns can be read by both.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tracing/lockstep/memory.h"

namespace gemmscope::runtime {

class Memory {
 public:
  /// Half of the host's memory.
  Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();

  /// Allocates pages of their own, with an inaccessible page before and behind, so that a host's write beyond the end
  /// is noticed too. Every byte is 0xff: an unwritten number is NaN, or -1. Null: there is not that much left. Once a
  /// program has many allocations, small ones share a region of this kind, each still on pages of its own: the host has
  /// a limited number of regions. `watched`: only the device has it, so all writers are known: kernels, and calls that
  /// report it by wrote().
  [[nodiscard]] std::byte* allocate(std::uint64_t bytes, bool watched = false);
  void wrote(const void* address, std::uint64_t bytes);
  /// The host can neither copy there nor free it.
  void keep_from_host(const void* address) { of_kernels_ = address; }
  /// Whether the program has allocated it: it is not the kernels' heap.
  [[nodiscard]] bool is_programs(std::uint64_t address) const {
    return address != reinterpret_cast<std::uint64_t>(of_kernels_);
  }
  void note_complete() { allocations_.note_complete(); }
  /// `away`: whether loads from it need not check that it has been written. False: it is part of an allocation.
  bool look_away(const lockstep::Allocation& array, bool away) { return allocations_.look_away(array, away); }
  /// False: nothing was allocated there.
  bool free(const void* address);
  /// Memory of the program that kernels may use too: cudaHostRegister. False: some of it was known.
  bool adopt(const void* address, std::uint64_t bytes);
  bool disown(const void* address);

  /// Whether `bytes` from `address` on are inside one allocation that is the host's to use.
  [[nodiscard]] bool holds(const void* address, std::uint64_t bytes) const;
  /// Whether some of them are in an allocation, and not all: a copy that is too long.
  [[nodiscard]] bool breaks_off(const void* address, std::uint64_t bytes) const;
  [[nodiscard]] const lockstep::Allocations& allocations() const { return allocations_; }

  [[nodiscard]] std::uint64_t total() const { return total_; }  ///< bytes
  [[nodiscard]] std::uint64_t left() const { return total_ - used_; }

 private:
  /// Pages of an allocation, and the notes of which parts were written.
  struct Pages {
    std::byte *begin = nullptr, *written = nullptr;
    std::uint64_t usable = 0;  ///< bytes
    bool shares = false;       ///< a region with others
  };
  [[nodiscard]] static Pages region(std::uint64_t usable, std::uint64_t written);
  [[nodiscard]] Pages slot(std::uint64_t usable);
  void give_back(const Pages& pages);

  lockstep::Allocations allocations_;
  std::map<std::uint64_t, Pages> mapped_;                     ///< by the allocation's address
  std::map<std::uint64_t, std::vector<Pages>> free_slots_;    ///< by their usable bytes
  std::vector<std::pair<std::byte*, std::uint64_t>> shared_;  ///< regions of slots, and their bytes
  std::uint64_t total_, used_ = 0;
  const void* of_kernels_ = nullptr;
};

}  // namespace gemmscope::runtime
