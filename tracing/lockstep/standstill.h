// SPDX-License-Identifier: MIT
/// @file standstill.h
/// Whether what runs can still come to an end.
///
/// A warp that goes around a loop and has the same in all registers as some rounds before, and has changed nothing in
/// memory since, does so for ever, unless others change what it reads: it yields to them. A block in which all warps
/// yield or wait waits for other blocks. Where all blocks do that there is room for, none will ever go on. So a program
/// that still computes is never taken for one that is stuck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tracing/lockstep/path.h"

namespace gemmscope::lockstep {

/// All on which what a warp does next depends, but for memory.
struct Situation {
  std::span<const std::byte> registers;
  const std::vector<Path>& paths;
  std::size_t frames = 0;     ///< of called functions
  std::uint64_t changed = 0;  ///< when the warp last changed anything in memory
};

/// Sees that a warp goes round and round. Brent, "An improved Monte Carlo factorization algorithm", 1980: it is
/// compared with what it was after 2, 4, 8, ... rounds in which it changed nothing.
class Rounds {
 public:
  enum class Found : std::uint8_t {
    kNothing,
    kRemembers,  ///< what it is now, to compare it with what it will be
    kRepeats,    ///< all is as it was when it was last remembered
  };
  /// At the begin of each round, the same place or not.
  Found look(const Situation& now);

 private:
  bool is_as_remembered(const Situation& now);
  void begin() { rounds_ = since_ = period_ = 0, next_ = kFirst; }

  /// A loop that changes something in each round, as most do, is never remembered.
  static constexpr std::uint64_t kFirst = 2;
  std::vector<std::byte> registers_;
  std::vector<Path> paths_;
  std::uint64_t changed_ = 0, rounds_ = 0, next_ = kFirst;
  std::uint64_t since_ = 0, period_ = 0;     ///< rounds since it remembered or repeated; and how many made it repeat
  std::size_t frames_ = 0, differs_at_ = 0;  ///< a byte that was different last time: most often it is again
};

}  // namespace gemmscope::lockstep
