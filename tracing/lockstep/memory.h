// SPDX-License-Identifier: MIT
/// @file memory.h
/// The memory that a program has asked for. An address of the program is an address of the host: what cudaMalloc
/// returned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gemmscope::lockstep {

struct Allocation {
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t id = 0;  ///< the n-th that the program made, from 0
  bool holds(std::uint64_t at) const { return at - address < bytes; }
};

/// By address. Not for two threads at once where one of them adds or removes.
class Allocations {
 public:
  /// `bytes` from `address` on; nothing may lie there yet. Returns its id.
  std::uint32_t add(std::uint64_t address, std::uint64_t bytes);
  /// False: none begins there.
  bool remove(std::uint64_t address);
  /// That which has the byte at `address`; null: none.
  [[nodiscard]] const Allocation* find(std::uint64_t address) const;
  /// The same, but what lies before and behind each of these addresses is not one allocation. What lies first keeps its
  /// id.
  [[nodiscard]] Allocations cut_at(std::span<const std::uint64_t> addresses) const;
  [[nodiscard]] std::span<const Allocation> all() const { return by_address_; }

 private:
  std::vector<Allocation> by_address_;
  std::uint32_t made_ = 0;
};

}  // namespace gemmscope::lockstep
