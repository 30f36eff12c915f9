// SPDX-License-Identifier: MIT
/// @file touched_memory.h
/// Exactly which bytes of global memory a launch loads and stores: this decides which work has to wait for it, and for
/// which work it has to wait.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tracing/lockstep/byte_ranges.h"
#include "tracing/lockstep/memory.h"
#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

/// Collects them while the launch runs, from all host threads.
class TouchedMemory {
 public:
  /// For these allocations; other bytes that are touched are ignored.
  explicit TouchedMemory(std::span<const Allocation> arrays);
  ~TouchedMemory();
  TouchedMemory(const TouchedMemory&) = delete;
  TouchedMemory& operator=(const TouchedMemory&) = delete;

  /// `bytes` from each lane's address on.
  void note(const Access& access, Mask lanes, const std::array<std::uint64_t, kLanes>& addresses, std::uint64_t bytes);
  /// After the launch. A way with more than a million ranges is left out: nothing is claimed about it.
  [[nodiscard]] TouchedBytes ranges() const;

 private:
  static constexpr std::uint64_t kPiece = 1 << 16, kWordBits = 64;  ///< bytes whose bits are kept together
  using Word = std::atomic<std::uint64_t>;
  struct Bits {
    std::array<Word, kPiece / kWordBits> words{};
  };
  struct Array {
    std::uint64_t address = 0, bytes = 0;
    std::unique_ptr<std::atomic<Bits*>[]> pieces;  ///< kWays for each piece, one after the other
  };
  const Array* find(std::uint64_t address) const;
  void mark(Way way, std::uint64_t begin, std::uint64_t end);
  static Bits& bits_of(std::atomic<Bits*>& place);

  std::vector<Array> arrays_;  ///< by address
};

}  // namespace gemmscope::lockstep
