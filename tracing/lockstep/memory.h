// SPDX-License-Identifier: MIT
/// @file memory.h
/// The memory that a program has asked for. An address of the program is an address of the host: what cudaMalloc
/// returned.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace gemmscope::lockstep {

inline constexpr std::uint64_t kWordBytes = 4;
inline constexpr std::uint32_t kBlankWord = 0xffffffff;  ///< what unwritten words hold: written.h

struct Allocation {
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t id = 0;  ///< the n-th that the program made, from 0
  /// For each aligned word 0, or 1: it has been written, although it may be blank. Null: it is not known what was
  /// written, as in memory that the host writes too. Other threads may be at work there: all of it is atomic.
  std::uint8_t* written = nullptr;
  bool complete = false;  ///< all of it has been written, so that loads need not look: Allocations::note_complete()
  bool holds(std::uint64_t at) const { return at - address < bytes; }

  // For an allocation with `written`. `at`: the address of a byte of it.
  /// Whether the word has never been written.
  [[nodiscard]] bool is_unwritten(std::uint64_t at) const;
  /// All words of which there is a byte there have been written; or those that are blank, which is enough.
  void note(std::uint64_t at, std::uint64_t count) const;
  void note_blanks(std::uint64_t at, std::uint64_t count) const;
  /// Whether some word has never been written.
  [[nodiscard]] bool has_unwritten() const;
  /// Whether it is known that nothing there has been written.
  [[nodiscard]] bool is_blank() const;
};

/// By address. Not for two threads at once where one of them adds or removes.
class Allocations {
 public:
  /// `bytes` from `address` on; nothing may be there yet. `written`: see Allocation. Returns its id.
  std::uint32_t add(std::uint64_t address, std::uint64_t bytes, std::uint8_t* written = nullptr);
  /// False: none begins there.
  bool remove(std::uint64_t address);
  /// Among the last thousand that were removed, and where nothing was added since, the one that had the byte at
  /// `address`; null: none.
  [[nodiscard]] const Allocation* removed(std::uint64_t address) const;
  /// Finds out which have been written as a whole. For each this takes no longer than reading it once.
  void note_complete();
  /// Sets `complete` for one of these. False: it is part of one.
  bool look_away(const Allocation& array, bool complete);
  /// That which has the byte at `address`; null: none.
  [[nodiscard]] const Allocation* find(std::uint64_t address) const;
  /// These allocations, cut at the addresses. The first part keeps its id.
  [[nodiscard]] Allocations cut_at(std::span<const std::uint64_t> addresses) const;
  [[nodiscard]] std::span<const Allocation> all() const { return by_address_; }

 private:
  std::vector<Allocation> by_address_;
  std::deque<Allocation> removed_;  ///< the latest first
  std::uint32_t made_ = 0;
};

}  // namespace gemmscope::lockstep
