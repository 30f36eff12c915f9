// SPDX-License-Identifier: MIT
/// @file standstill.h
/// Whether what runs can still come to an end.
///
/// A warp that goes around a loop and has the same in all registers as some rounds before, and has changed nothing in
/// memory since, does so for ever, unless others change what it reads: it yields to them. A block in which all warps
/// yield or wait waits for other blocks. Where all blocks that run do, none will ever go on. So a program that still
/// computes is never taken for one that is stuck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace gemmscope::lockstep {

struct Warp;
struct Path;

/// Sees that a warp goes round and round. Brent, "An improved Monte Carlo factorization algorithm", 1980: it is
/// compared with what it was after 1, 2, 4, ... rounds.
class Rounds {
 public:
  /// At the begin of each round, the same place or not. `register_bytes`: of the warp. True: all is as it was before.
  bool repeat(const Warp& warp, std::size_t register_bytes);

 private:
  std::vector<std::byte> registers_;
  std::vector<Path> paths_;
  std::uint64_t changed_ = 0, rounds_ = 0, next_ = 1;
  std::size_t frames_ = 0, differs_at_ = 0;  ///< a byte that was different last time: most often it is again
};

/// All blocks of a launch that run at the same time.
class Standstill {
 public:
  /// A block's.
  struct Ticket {
    std::uint64_t version = 0;
    bool counted = false, waits = false;
  };
  void begins();
  void ends();
  /// The block has found in vain that others changed something, over and over. True: so has every other, since any of
  /// them last did anything else.
  bool waits(Ticket& ticket);
  /// It has gone on.
  void goes_on(Ticket& ticket);

 private:
  void happened() { ++version_, waiting_ = 0; }
  std::mutex mutex_;
  std::uint64_t version_ = 0;
  unsigned running_ = 0, waiting_ = 0;
};

}  // namespace gemmscope::lockstep
