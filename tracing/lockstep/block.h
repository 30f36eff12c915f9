// SPDX-License-Identifier: MIT
/// @file block.h
/// A block at work: its shared memory, and for each warp the registers and the ways that its lanes are on.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "tracing/lockstep/launch.h"
#include "tracing/lockstep/moves.h"
#include "tracing/lockstep/path.h"
#include "tracing/lockstep/standstill.h"
#include "tracing/lockstep/stored_values.h"

namespace gemmscope::lockstep {

/// Bytes that are zero at first. If they are many, only those that are used cost memory and time.
class ZeroedMemory {
 public:
  explicit ZeroedMemory(std::size_t bytes);
  [[nodiscard]] std::byte* data() const { return all_.get(); }
  [[nodiscard]] std::size_t size() const { return bytes_; }

 private:
  struct Unmap {
    std::size_t mapped;  ///< bytes; 0: the memory is of new
    void operator()(std::byte* all) const;
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte, Unmap> all_;
};

/// A function at work, for some lanes of a warp.
struct Frame {
  std::size_t first_path;      ///< it has ended when this path has
  std::uint32_t function;      ///< Program::functions
  std::uint32_t base, caller;  ///< where its frame begins in the lanes' local memory, and its caller's
  const Call* call;
  Mask lanes;
  std::vector<std::byte> saved;  ///< what its registers held for the lanes' own call of it that waits
};

/// Lanes of a warp that have parted from the others of the warp: see apart.h.
struct Apart {
  std::vector<Path> paths;
  const Instruction* waits;           ///< for the others, at this instruction; null: they may go on
  const Instruction* asks = nullptr;  ///< Warp::asks, when they last ran
};

struct Warp {
  std::uint32_t number = 0;
  std::byte* registers = nullptr;
  std::vector<Path> paths;             ///< the last one runs
  const Instruction* waits = nullptr;  ///< at this barrier
  std::uint64_t steps = 0;
  std::vector<Frame> frames{};    ///< of called functions; the last one runs
  std::uint64_t changed = 0;      ///< its steps when it last changed anything in memory
  std::uint64_t most_steps = 0;   ///< that it may do, if it goes on changing nothing
  std::uint64_t idle_rounds = 0;  ///< of loops, in which it changed nothing
  Rounds rounds{};
  const Instruction* asks = nullptr;  ///< with which it last read memory, since it last stopped
  std::uint32_t tested = 0;           ///< tests of mbarriers that have failed since the last that succeeded
  Members members{};
  std::vector<Apart> apart{};  ///< those that run are not in it
  bool parted = false;         ///< lanes went on without those that go around a loop

  bool ended() const { return paths.empty() && apart.empty(); }
};

/// One of a block's 16.
struct Barrier {
  std::vector<std::uint32_t> warps, waiting;  ///< that have arrived, in order; and that do not go on
  std::uint32_t needed = 0;                   ///< warps; 0: all of the block
  std::uint32_t yes = 0, all = 0;             ///< threads whose predicate holds, of how many
};
inline constexpr std::size_t kBarriers = 16;

/// What a quiet loop has made of which registers, in a warp: QuietLoop::reads, then QuietLoop::writes.
struct Remembered {
  std::vector<std::byte> registers{};
  bool is_known = false, runs = false;
  std::uint64_t steps = 0;  ///< that it took; while it runs, the warp's when it began
};

class UndefinedValues;
/// Two of the warps that met at barriers of different statements, if the block has not met at one statement since then.
struct Parted {
  std::uint32_t warp = 0, statement = 0, other = 0, other_statement = 0;
  std::size_t warps = 0;  ///< that met
};

struct Block;
/// Does what is to be done at Does::kFollow. False: the block ends there.
class Follower {
 public:
  virtual ~Follower() = default;
  virtual bool step(Block& block, const Warp& warp, std::uint32_t index, Mask active) = 0;
};

struct Block {
  const Program& program;
  const std::vector<Instruction>& code;  ///< the program's, or the fast one
  const Launch& launch;
  const Allocations& allocations;
  const Limits& limits;
  std::uint64_t number;
  Listener* listener;
  std::vector<Fault>& faults;
  std::string* printed;
  std::uint32_t local_bytes;  ///< of a lane
  std::uint64_t idle_steps;   ///< Limits::idle_steps; fewer when something has faulted
  std::vector<std::byte> shared;
  ZeroedMemory local;
  std::vector<std::uint64_t> registers;  ///< of all warps; in words, so that every type is aligned
  std::vector<Warp> warps;
  std::array<Barrier, kBarriers> barriers{};
  std::optional<Parted> parted;
  std::uint64_t changed = 0;                       ///< memory, how often
  Allocation last_found;                           ///< most requests fall into the allocation of the one before
  std::vector<Allocation> found;                   ///< by access: where its last one was
  std::vector<Lie> lies;                           ///< by bundle: the arrangement of its last one
  std::vector<std::array<std::uint64_t, 2>> ways;  ///< by warp and bundle: lane 0's addresses of the last two
  std::vector<Remembered> remembered;              ///< by warp and quiet loop
  const Moves& moves;
  StoredValues::Shared stored;                    ///< in its shared memory
  std::map<std::uint64_t, std::uint32_t> phases;  ///< of each mbarrier, by its place: so many are over
  Follower* follower = nullptr;
  /// For each word of shared memory 0, or 1: it has been written. Empty: this is not needed, or all are written.
  std::vector<std::uint8_t> written_shared;
  std::size_t unwritten_shared = 0;            ///< how many are not
  std::shared_ptr<UndefinedValues> undefined;  ///< null: there have been none yet, or this is not needed
  /// What are_one_barrier() has found.
  std::map<std::pair<const Instruction*, const Instruction*>, bool> one_barrier{};

  Block(const Program& program, const Launch& launch, const Allocations& allocations, const Limits& limits,
        std::uint64_t number, Listener* listener, std::vector<Fault>& faults, std::string* printed);
  void fault(FaultKind kind, const Warp& warp, int lane, std::uint32_t statement, std::uint64_t address = 0,
             Space space = Space::kGlobal, std::uint64_t bytes = 0, std::uint64_t align = 0);
  void fault(Fault fault);
  /// The lanes of the warp made that request together, and one of them has faulted.
  void note_request(std::uint32_t statement, Mask lanes, const std::array<std::uint64_t, kLanes>& addresses);
  /// Those lanes are at the barrier of the instruction, and others of the warp are not.
  void partial_barrier(const Warp& warp, const Instruction& instruction, Mask lanes);
  void changes(Warp& warp);  ///< something in memory, or on standard output
  void never_met();          ///< none of the warps can go on
  void stuck();              ///< and all but those that wait at barriers go around in loops
  std::vector<Waiting> waiting(const Warp& warp, bool repeats) const;
  std::vector<Waiting> waiting() const;  ///< of all warps that have not ended
  std::uint32_t statement_of(const Instruction& instruction) const {
    return program.statements[static_cast<std::size_t>(&instruction - code.data())];
  }
  std::byte* local_of(const Warp& warp, int lane);
  /// There is an undefined value now: from here on undefined values are followed, if this is requested.
  void follow_undefined();
  /// Reports which uses there were of those that are followed.
  void tell_undefined() const;
  /// The frame of the function that the warp runs.
  std::byte* frame_of(const Warp& warp, int lane) {
    return local_of(warp, lane) + (warp.frames.empty() ? 0 : warp.frames.back().base);
  }
};

enum class Round : std::uint8_t {
  kEnded,
  kWorked,
  kInVain,   ///< all warps that run look at memory, and find it unchanged
  kCounted,  ///< likewise, but some count how often, or compute something else from it
  kFailed,   ///< the launch should end
};
/// Each warp that can, until it stops.
[[nodiscard]] Round run_round(Block& block);
/// Nothing in the block goes on: lanes that wait for others of their warp go on alone. False: there are none.
bool part_lanes(Block& block);
/// All warps of the block, which waits for no other. False: the launch should end.
[[nodiscard]] bool run_to_end(Block& block);

enum class Stop : std::uint8_t {
  kWaits,
  kEnded,
  kYields,  ///< what it waits for has not come: others are to run
  kLooks,   ///< likewise, but it counts how often it has looked, or the like
  kPauses,  ///< it has run for long without changing anything: others may run
  kFailed,  ///< ran out of steps
};
/// Until the warp does one of them.
Stop run(Block& block, Warp& warp);

/// The lanes call. False: a lane cannot, and the launch ends.
[[nodiscard]] bool do_call(Block& block, Warp& warp, const Instruction& instruction, Mask active);
/// The lanes leave the function that runs.
void do_return(Warp& warp, Mask active);
/// The path that the last frame began with has ended.
void leave(Block& block, Warp& warp);
/// False: a lane's number is beyond the table.
[[nodiscard]] bool do_switch(Block& block, Warp& warp, const Instruction& instruction, Mask active);

/// printf() of the lanes, one after the other.
void do_print(Block& block, Warp& warp, const Instruction& instruction, Mask active);
void do_assert(Block& block, Warp& warp, const Instruction& instruction, Mask active);

/// malloc() and free() of the lanes, one after the other.
void do_malloc(Block& block, const Warp& warp, const Instruction& instruction, Mask active);
void do_free(Block& block, const Warp& warp, const Instruction& instruction, Mask active);

/// Whether two barriers may be one in the source: nvcc makes several of one, for example when it unrolls a loop. Those
/// are on the same line, and one can reach the other before the ways from both have met, but not on every way: so the
/// copies of a loop's body reach the loop that makes the remaining passes. Barriers in two branches do not reach each
/// other.
[[nodiscard]] bool are_one_barrier(Block& block, const Instruction& one, const Instruction& other);
/// The warp is at a barrier. True: it waits there.
bool reach(Block& block, Warp& warp, const Instruction& instruction, Mask active);
/// Lets warps go on that have met all that they wait for.
void settle(Block& block);

/// False: a lane tests a phase that is not over.
[[nodiscard]] bool do_mbarrier(Block& block, Warp& warp, const Access& access, Mask active);
/// `accesses`: load, store and, unless the store is to global memory, mbarrier. `sizes`: bytes that each lane copies.
void do_bulk(Block& block, Warp& warp, std::span<const Access> accesses, Slot sizes, Mask active);

/// Does what `access` says for the lanes of `active`.
void do_access(Block& block, Warp& warp, const Access& access, Mask active);

/// Moves the words of Program::bundles[number] of the `active` lanes.
void do_words(Block& block, Warp& warp, std::uint32_t number, Mask active);

/// A quiet loop begins: what it makes is taken from the last time if it begins with the same registers.
void do_quiet_loop(Block& block, Warp& warp, const Instruction& instruction);
void end_quiet_loop(Block& block, const Warp& warp, std::uint32_t index);

/// Moves matrices: see Access::matrices.
void do_rows(Block& block, Warp& warp, const Access& access);

/// Copies from `from` to `to`, as many bytes as each lane's word at `sizes` says, and zeros up to the whole.
void do_copy(Block& block, Warp& warp, const Access& from, const Access& to, Slot sizes, Mask active);

/// One lane's atomic access to `at`, which other blocks may access at the same time. Returns what was there.
/// `changes` becomes true if that is no longer there.
std::uint64_t do_atomic(const Access& access, std::byte* at, std::uint64_t b, std::uint64_t c, bool& changes);

}  // namespace gemmscope::lockstep
