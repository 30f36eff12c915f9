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
inline constexpr std::uint32_t kBlankWord = 0xffffffff;  ///< what words hold that nobody has written: written.h

struct Allocation {
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t id = 0;  ///< the n-th that the program made, from 0
  /// For each word 0, or 1: somebody has written it, although it may be blank. Null: nobody can say what was written,
  /// as in memory that the host writes too. Others may be at work there: all of it is atomic.
  std::uint8_t* written = nullptr;
  bool complete = false;  ///< all of it has been written, so that loads need not look: Allocations::note_complete()
  bool holds(std::uint64_t at) const { return at - address < bytes; }

  // Of what is watched, `written`. `at`: of a byte of it.
  /// Whether nobody has written the word.
  [[nodiscard]] bool is_unwritten(std::uint64_t at) const;
  /// All words of which there is a byte there have been written; or those that are blank, which is enough.
  void note(std::uint64_t at, std::uint64_t count) const;
  void note_blanks(std::uint64_t at, std::uint64_t count) const;
  /// Whether there is a word that nobody has written.
  [[nodiscard]] bool has_unwritten() const;
  /// Whether it is known that nothing there has been written.
  [[nodiscard]] bool is_blank() const;
};

/// By address. Not for two threads at once where one of them adds or removes.
class Allocations {
 public:
  /// `bytes` from `address` on; nothing may lie there yet. `written`: see Allocation. Returns its id.
  std::uint32_t add(std::uint64_t address, std::uint64_t bytes, std::uint8_t* written = nullptr);
  /// False: none begins there.
  bool remove(std::uint64_t address);
  /// Of the last thousand that were removed, and where nothing was added since, that which had the byte at `address`;
  /// null: none.
  [[nodiscard]] const Allocation* removed(std::uint64_t address) const;
  /// Finds out which have been written as a whole. Of each that takes no longer than reading it, once.
  void note_complete();
  /// Sets `complete` for one of these. False: it is part of one.
  bool look_away(const Allocation& array, bool complete);
  /// That which has the byte at `address`; null: none.
  [[nodiscard]] const Allocation* find(std::uint64_t address) const;
  /// The same, but what lies before and behind each of these addresses is not one allocation, if words are whole then.
  /// What lies first keeps its id.
  [[nodiscard]] Allocations cut_at(std::span<const std::uint64_t> addresses) const;
  [[nodiscard]] std::span<const Allocation> all() const { return by_address_; }

 private:
  std::vector<Allocation> by_address_;
  std::deque<Allocation> removed_;  ///< the latest first
  std::uint32_t made_ = 0;
};

}  // namespace gemmscope::lockstep
