// SPDX-License-Identifier: MIT
/// @file block.h
/// A block at work: its shared memory, and for each warp the registers and the ways that its lanes are on.
#pragma once

#include "tracing/lockstep/launch.h"

namespace gemmscope::lockstep {

/// Lanes that run together, from instruction `at` to `meets`, where they wait for others.
struct Path {
  Mask lanes;
  std::uint32_t at, meets;
};

struct Warp {
  std::uint32_t number = 0;
  std::byte* registers = nullptr;
  std::vector<Path> paths;     ///< the last one runs
  bool waits = false;          ///< at a barrier
  std::uint32_t waits_at = 0;  ///< its statement
  std::uint64_t steps = 0;

  bool ended() const { return paths.empty(); }
};

struct Block {
  const Program& program;
  const Launch& launch;
  const Allocations& allocations;
  const Limits& limits;
  std::uint64_t number;
  Listener* listener;
  std::vector<Fault>& faults;
  std::vector<std::byte> shared, local;
  std::vector<std::uint64_t> registers;  ///< of all warps; in words, so that every type is aligned
  std::vector<Warp> warps;
  Allocation last_found;  ///< most requests fall into the allocation of the one before

  Block(const Program& program, const Launch& launch, const Allocations& allocations, const Limits& limits,
        std::uint64_t number, Listener* listener, std::vector<Fault>& faults);
  void fault(FaultKind kind, const Warp& warp, int lane, std::uint32_t statement, std::uint64_t address = 0,
             Space space = Space::kGlobal);
  std::byte* local_of(const Warp& warp, int lane);
};

/// Until the warp waits or ends.
void run(Block& block, Warp& warp);

/// Does what `access` says for the lanes of `active`.
void do_access(Block& block, Warp& warp, const Access& access, Mask active);

/// Moves matrices: see Access::matrices.
void do_rows(Block& block, Warp& warp, const Access& access);

/// Copies from `from` to `to`, as many bytes as each lane's word at `sizes` says, and zeros up to the whole.
void do_copy(Block& block, Warp& warp, const Access& from, const Access& to, Slot sizes, Mask active);

/// One lane's atomic access to `at`, which other blocks may access at the same time. Returns what was there.
std::uint64_t do_atomic(const Access& access, std::byte* at, std::uint64_t b, std::uint64_t c);

}  // namespace gemmscope::lockstep
