// SPDX-License-Identifier: MIT
/// @file stored_values.h
/// Whether all that is stored to one place is the same. Threads that have all computed one sum may all store it: that
/// does no harm, and only values show it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "tracing/lockstep/launch.h"

namespace gemmscope::lockstep {

/// For one launch: all host threads tell it of their stores. The places are bytes: of global memory throughout the
/// launch, of a block's shared memory between two barriers of the whole block.
class StoredValues {
 public:
  /// What was stored to 4 bytes.
  struct Word {
    std::uint32_t interval = 0, value = 0;
    std::uint8_t stored = 0;  ///< bit i: byte i has been, in this interval
    bool differs = false;     ///< a byte has been stored as two values
    std::uint64_t by = 0;     ///< see bit()
  };
  /// A block's shared memory.
  struct Shared {
    std::uint32_t interval = 0;
    std::vector<Word> words{};
  };
  using Lanes = std::array<std::array<std::byte, 16>, kLanes>;  ///< what each lane stores

  /// Bytes from `addresses` on: in shared memory from its begin, if `shared` is given.
  void store(std::uint32_t statement, std::uint64_t width, Mask lanes, std::span<const std::uint64_t, kLanes> addresses,
             const Lanes& values, Shared* shared);
  /// Whether nothing else was stored where the statement stored. False if it cannot be said.
  [[nodiscard]] bool agree(std::uint32_t statement) const { return (differing_ & bit(statement)) == 0; }

 private:
  /// Many statements share one: what is said of one of them is then said of all.
  static std::uint64_t bit(std::uint32_t statement) { return std::uint64_t{1} << statement % 64; }
  static constexpr std::uint64_t kPageBytes = 4096, kParts = 64;
  static constexpr std::size_t kMostPages = 64;  ///< of a part: 16 MiB of memory in all, of which 100 MiB are kept
  using Page = std::array<Word, kPageBytes / 4>;
  /// Every 64th page of global memory.
  struct Part {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages;
    Page* page_of(std::uint64_t address);
  };

  /// Stores the bytes `which` of `value` to those of a word. Null: there was no room to keep the word.
  void store(std::uint32_t statement, Word* word, std::uint32_t value, std::uint8_t which, std::uint32_t interval);

  std::array<Part, kParts> parts_;
  std::atomic<std::uint64_t> differing_ = 0;
};

}  // namespace gemmscope::lockstep
