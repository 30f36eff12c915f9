// SPDX-License-Identifier: MIT
/// @file host_pages.h
/// Memory that the host touches without a call: pinned, managed and registered. While work is pending on its pages they
/// are closed to the host, so that a touch is a fault (SIGSEGV), and is seen.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "tracing/runtime/order.h"

namespace gemmscope::runtime {

enum class HostMemory : std::uint8_t { kPinned, kManaged, kRegistered };

class HostPages {
 public:
  /// This memory is the host's too, until it is removed.
  void add(std::uint64_t address, std::uint64_t bytes, HostMemory kind);
  void remove(std::uint64_t address);
  [[nodiscard]] std::optional<HostMemory> kind_of(std::uint64_t address) const;
  /// Whether any page of any HostPages is closed: for callers that hold no lock.
  static std::atomic<bool> any_closed;
  [[nodiscard]] bool are_none() const { return memory_.empty(); }

  /// Whether the work touches any of them.
  [[nodiscard]] bool have(const StreamWork& work) const;
  /// Opens all pages: before work is done here, as it touches them itself.
  void open_all();
  /// Closes the pages that `pending` work touches: to all accesses if the work stores to them, and to stores if it
  /// loads them. In the program's own memory, which shares pages with other data, it closes only pages that are touched
  /// as a whole. The same holds if the system's reads and writes are not seen before, as the system may be given data
  /// beside it.
  void close(const Order& order);
  /// The pages of these bytes, until close().
  void open(lockstep::ByteRange bytes);
  [[nodiscard]] bool is_closed(std::uint64_t byte) const;
  /// The host has faulted too often where it may access memory: pages are not closed any more.
  void give_up() { gave_up_ = true, open_all(); }

 private:
  using Stretches = std::map<std::uint64_t, std::uint64_t>;  ///< of pages: the end of each, by its begin
  struct Memory {
    std::uint64_t bytes = 0;
    HostMemory kind = HostMemory::kPinned;
  };
  struct Pages {
    std::uint64_t begin = 0, end = 0;
    bool can_read = false;
  };
  void add_pages(Stretches& to, const lockstep::ByteRanges& ranges) const;
  void forget_pages() { loaded_.clear(), stored_.clear(), seen_ = 0; }

  std::map<std::uint64_t, Memory> memory_;  ///< by address
  Stretches loaded_, stored_;               ///< by the first `seen_` works that were pending after so many changes:
  std::size_t seen_ = 0;
  std::uint64_t changes_ = 0;
  std::vector<Pages> closed_;
  bool gave_up_ = false;
};

/// Whether the program's reads and writes of files are seen before the system does them. Not without libcudart.so.
bool sees_host_io();

}  // namespace gemmscope::runtime
