// SPDX-License-Identifier: MIT
/// @file block.h
/// A block at work: its shared memory, and for each warp the registers and the ways that its lanes are on.
#pragma once

#include "tracing/lockstep/launch.h"
#include "tracing/lockstep/moves.h"

namespace gemmscope::lockstep {

/// Lanes that run together, from instruction `at` to `meets`, where they wait for others.
struct Path {
  Mask lanes;
  std::uint32_t at, meets;
};

struct Warp {
  std::uint32_t number = 0;
  std::byte* registers = nullptr;
  std::vector<Path> paths;             ///< the last one runs
  const Instruction* waits = nullptr;  ///< at this barrier
  std::uint64_t steps = 0;

  bool ended() const { return paths.empty(); }
};

/// One of a block's 16.
struct Barrier {
  std::vector<std::uint32_t> warps, waiting;  ///< that have arrived, in order; and that do not go on
  std::uint32_t needed = 0;                   ///< warps; 0: all of the block
  std::uint32_t yes = 0, all = 0;             ///< threads whose predicate holds, of how many
};
inline constexpr std::size_t kBarriers = 16;

struct Block;
/// Does what is to be done at Does::kFollow. False: the block ends there.
class Follower {
 public:
  virtual ~Follower() = default;
  virtual bool step(Block& block, const Warp& warp, std::uint32_t index, Mask active) = 0;
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
  std::array<Barrier, kBarriers> barriers{};
  std::uint64_t changes = 0;      ///< of mbarriers
  Allocation last_found;          ///< most requests fall into the allocation of the one before
  std::vector<Allocation> found;  ///< by access: where its last one was
  const Moves& moves;
  Follower* follower = nullptr;

  Block(const Program& program, const Launch& launch, const Allocations& allocations, const Limits& limits,
        std::uint64_t number, Listener* listener, std::vector<Fault>& faults);
  void fault(FaultKind kind, const Warp& warp, int lane, std::uint32_t statement, std::uint64_t address = 0,
             Space space = Space::kGlobal);
  void never_met();  ///< none of the warps can go on
  std::byte* local_of(const Warp& warp, int lane);
};

/// All warps of the block. False: the launch should end.
[[nodiscard]] bool run_to_end(Block& block);

enum class Stop : std::uint8_t {
  kWaits,
  kEnded,
  kYields,  ///< what it waits for has not come: others are to run
  kFailed,  ///< ran out of steps
};
/// Until the warp does one of them.
Stop run(Block& block, Warp& warp);

/// The warp is at a barrier. True: it waits there.
bool reach(Block& block, Warp& warp, const Instruction& instruction, Mask active);
/// Lets warps go on that have met all that they wait for.
void settle(Block& block);

/// False: a lane tests a phase that is not over.
[[nodiscard]] bool do_mbarrier(Block& block, Warp& warp, const Access& access, Mask active);
/// `accesses`: load, store, mbarrier. `sizes`: bytes that each lane copies.
void do_bulk(Block& block, Warp& warp, std::span<const Access, 3> accesses, Slot sizes, Mask active);

/// Does what `access` says for the lanes of `active`.
void do_access(Block& block, Warp& warp, const Access& access, Mask active);

/// Moves matrices: see Access::matrices.
void do_rows(Block& block, Warp& warp, const Access& access);

/// Copies from `from` to `to`, as many bytes as each lane's word at `sizes` says, and zeros up to the whole.
void do_copy(Block& block, Warp& warp, const Access& from, const Access& to, Slot sizes, Mask active);

/// One lane's atomic access to `at`, which other blocks may access at the same time. Returns what was there.
std::uint64_t do_atomic(const Access& access, std::byte* at, std::uint64_t b, std::uint64_t c);

}  // namespace gemmscope::lockstep
