// SPDX-License-Identifier: MIT
/// @file launch.h
/// A kernel run over its grid on the host.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/lockstep/members.h"
#include "tracing/lockstep/memory.h"
#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

class Heap;
class StoredValues;
class TouchedMemory;

inline constexpr std::uint32_t kGridWorkspace = 64;  ///< bytes; CUDA's own need 8

struct Launch {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};  ///< x, y, z
  std::uint32_t dynamic_shared = 0;                            ///< bytes, beside the program's own
  std::vector<std::byte> arguments{};                          ///< the kernel's parameters, as they are in memory
  std::uint32_t stack_bytes = 1024;                            ///< of a lane, for functions that call themselves
  bool is_cooperative = false;  ///< all its blocks run at the same time, and may wait for each other
  /// If so, on the host: the address of kGridWorkspace zeros, in which they do.
  std::uint64_t grid_workspace = 0;
  /// What malloc gives is there; null: it gives nothing. Blocks of a program that uses_heap must run one after the
  /// other.
  Heap* heap = nullptr;

  std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
  std::uint32_t warps() const { return (threads() + kLanes - 1) / kLanes; }
  std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
};

enum class FaultKind : std::uint8_t {
  kOutOfBounds,     ///< no allocation, or not the block's shared memory
  kMisaligned,      ///< not a multiple of the access's size
  kNotShared,       ///< an address outside of shared memory, of what works only there
  kTwoSpaces,       ///< one request to shared and to global memory
  kPartialWarp,     ///< what only a whole warp can do (mma.sync), done by some of its lanes
  kPartialBarrier,  ///< a barrier that not all lanes of the warp reach together
  kNeverMet,        ///< a barrier that no other warp will ever reach
  kBadBarrier,      ///< a barrier used as PTX does not allow: more arrivals than it was made for, or other threads
  kTooLong,         ///< a copy that reads more bytes than it copies
  kNoEnd,           ///< more steps than a launch may take
  kStuck,           ///< all that run wait for each other: Fault::waiting
  kStackOverflow,   ///< functions that call themselves too deep
  kNoFunction,      ///< a call by a pointer to no function, or to one of other parameters
  kNoCase,          ///< brx.idx beyond its table
  kBadFree,         ///< free() of what malloc did not give, or of what was freed before
  kAssert,          ///< assert(): Fault::text
  kTrap,            ///< trap: the program ends itself. cooperative_groups does where a grid cannot wait
};

/// Lanes of a warp, and for what they wait.
struct Waiting {
  enum class For : std::uint8_t {
    kNothing,    ///< they run; of kStuck, around a loop in which they read nothing and change nothing
    kMemory,     ///< they go around a loop until another thread changes what the statement reads
    kOthers,     ///< they wait for others of their warp
    kBarrier,    ///< they wait at the barrier for others of the block
    kEnds,       ///< they have ended
    kElsewhere,  ///< they go on to an unknown barrier
  };
  std::uint32_t warp = 0;
  Mask lanes = 0;
  For what = For::kMemory;
  std::uint32_t statement = 0;
  std::uint64_t allocation = 0;  ///< of kMemory: the address of the one that is read; 0: it is not global memory
};

/// What went wrong first in one place. The lanes that did it get zeros, or store nothing.
struct Fault {
  FaultKind kind;
  std::uint64_t block = 0;
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t statement = 0;  ///< see ProgramFunction::first_statement
  std::uint64_t address = 0;    ///< of the lane, in `space`
  Space space = Space::kGlobal;
  std::uint64_t bytes = 0;  ///< of kOutOfBounds, kMisaligned: what the lane would have moved
  std::uint64_t align = 0;  ///< of those: what the address must be a multiple of; 0: the address is right, `bytes` not
  /// For kStuck, kNoEnd and kNeverMet: all lanes of the block. For kPartialBarrier: the lanes that are there, then the
  /// others of the warp.
  std::vector<Waiting> waiting{};
  /// For kStuck: the device holds that many blocks at the same time; all of them wait, and others have not begun. 0:
  /// all have begun.
  std::uint64_t room = 0;
  std::string text{};                        ///< of kAssert: CUDA's text, a line for each lane
  std::uint64_t count = 1;                   ///< how many accesses, or lanes, of the block faulted in the place
  std::map<std::uint32_t, Mask> of_warps{};  ///< of kPartialBarrier, kPartialWarp, kTrap: the lanes that `count` counts
  std::uint32_t order = 0;                   ///< how many places of the block had faulted before
  bool of_another_thread = false;            ///< the address is in the local memory of another thread of the block
  Mask lanes = 0;                            ///< of kOutOfBounds and kMisaligned: those of the request, if it is one
  std::array<std::uint64_t, kLanes> addresses{};  ///< and the address of each of them
};

/// What one lane asks for with cp.async.bulk: bytes from global memory to shared memory, there when the mbarrier's
/// phase is over; or from shared memory to global memory, and then there is no mbarrier.
struct BulkCopy {
  std::uint64_t from = 0, to = 0, bytes = 0, mbarrier = 0;
  std::uint32_t statement = 0;  ///< see ProgramFunction::first_statement
  /// So many phases of the mbarrier were over before: format::SyncEvent::phase.
  std::uint32_t phase = format::SyncEvent::kNoPhase;
  bool stores = false;  ///< to global memory
};

/// Hears of everything that a block's warps ask of memory, in the order in which they run. Blocks run side by side:
/// each has a listener of its own.
class Listener {
 public:
  virtual ~Listener() = default;
  /// `addresses`: of all lanes; those that are not in `lanes` are anything. Shared and local ones count from the
  /// block's window, or the lane's memory. `where` is never kGeneric or kParameter.
  /// What lanes load from kArgument is told before what the others load.
  virtual void request(std::uint32_t warp, const Access& access, Space where, Mask lanes,
                       std::span<const std::uint64_t, kLanes> addresses) = 0;
  /// What the lanes have done to mbarriers. `over`: those of them that do not test a phase, or one that is over.
  /// `phases`: of each lane's mbarrier, how many were over before.
  virtual void mbarrier(std::uint32_t warp, const Access& access, Mask lanes,
                        std::span<const std::uint64_t, kLanes> addresses, Mask /*over*/,
                        std::span<const std::uint32_t, kLanes> /*phases*/) {
    request(warp, access, Space::kShared, lanes, addresses);
  }
  /// The lanes are about to do what Carried::carries[`index`] says: see carried.h.
  virtual void carries(std::uint32_t /*warp*/, std::uint32_t /*index*/, Mask /*lanes*/,
                       const std::byte* /*registers*/) {}
  /// The warp waits for others of its block, or has ended: its requests up to the next barrier are complete.
  virtual void warp_rests(std::uint32_t warp) { static_cast<void>(warp); }
  /// Others run meanwhile: the warp goes on later, perhaps before the next barrier.
  virtual void warp_pauses(std::uint32_t warp) { warp_rests(warp); }
  /// The warp goes round a loop, and may come to be what it is now once more.
  virtual void may_repeat(std::uint32_t /*warp*/) {}
  /// The warp is what it was when this was last said to be possible, and has changed nothing in memory since: it might
  /// as well not have asked what it has asked since. It pauses. It may repeat any number of times.
  virtual void repeats(std::uint32_t /*warp*/) {}
  /// The first fault of the block. If it is an access, it is the last one reported for the warp. What comes after it is
  /// not what a GPU would do.
  virtual void faults(const Fault& /*fault*/) {}
  /// All warps have come to a barrier, these two to different ones. `in_branches`: as far as it is known, each is in a
  /// branch of its own, and all have come to the same number of barriers.
  virtual void apart(std::uint32_t /*warp*/, std::uint32_t /*statement*/, std::uint32_t /*other*/,
                     std::uint32_t /*other_statement*/, bool /*in_branches*/) {}
  /// The lane has done something with lanes that its mask names (shfl.sync), and another of them, which has not ended,
  /// has not done it: see members.h. Told once of a warp.
  virtual void absent(std::uint32_t /*warp*/, const Absence& /*absence*/) {}
  /// All warps have reached the barrier of that statement.
  virtual void barrier(std::uint32_t statement) { static_cast<void>(statement); }
  /// The lanes have come to a barrier of their warp (__syncwarp): what they ask next comes after what they asked
  /// before.
  virtual void warp_barrier(std::uint32_t /*warp*/, Mask /*lanes*/) {}
  /// The warp has come to a barrier that says how many threads meet there.
  virtual void arrives(std::uint32_t /*warp*/, std::uint32_t /*barrier*/) {}
  /// Only these have waited at a barrier, and go on. All of the block rest.
  virtual void meeting(std::uint32_t /*barrier*/, std::span<const std::uint32_t> /*warps*/) {}

  // A copy (Access::asynchronous) is requested when it is asked for, and made: the load by the lanes that read
  // anything, then the store. A GPU makes it later, so what another request finds there before the wait proves nothing.
  /// The copies that the lanes asked for since their last commit are a group.
  virtual void commit(std::uint32_t /*warp*/, Mask /*lanes*/) {}
  /// The lanes have waited for all their groups but the last `pending`.
  virtual void wait(std::uint32_t /*warp*/, Mask /*lanes*/, std::uint32_t /*pending*/) {}
  /// A bulk copy of at least one byte, a multiple of 16; all of its bytes are there.
  virtual void bulk_copy(std::uint32_t /*warp*/, int /*lane*/, const BulkCopy& /*copy*/) {}
};

/// Hears of requests that load unwritten memory (written.h), from all host threads.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// `lanes`: those that do. `first`: the lowest address of an unwritten word that they load, in `array`.
  virtual void unwritten(std::uint64_t block, std::uint32_t warp, const Access& access, const Allocation& array,
                         Mask lanes, std::uint64_t first) = 0;
};

/// The source of an undefined value: see format::Undefined.
struct UndefinedSource {
  format::Undefined::Of of = format::Undefined::Of::kLane;
  format::Undefined::Why why = format::Undefined::Why::kOutsideMask;
  std::uint32_t statement = 0, warp = 0;
  Mask lanes = 0, from = 0;        ///< of the first request, or shuffle
  const Access* access = nullptr;  ///< of memory
  std::uint64_t address = 0;       ///< of its first lane, as Listener::request() has it
  std::uint64_t count = 0;         ///< values of single lanes
};
struct UndefinedUse {
  format::Undefined::Use use = format::Undefined::Use::kBranch;
  std::uint32_t statement = 0, warp = 0;
  int lane = 0;
  Space space = Space::kGlobal;  ///< of kStore and kAddress
  std::uint64_t address = 0;
};
/// Hears which threads use undefined values, from all host threads.
class UndefinedListener {
 public:
  virtual ~UndefinedListener() = default;
  /// Whether undefined values of the block should be followed.
  [[nodiscard]] virtual bool follows(std::uint64_t block) = 0;
  /// Counts instructions that have been followed. False: no more should be.
  [[nodiscard]] virtual bool spend(std::uint64_t steps) = 0;
  /// The first use of it in the block.
  virtual void used(std::uint64_t block, const UndefinedSource& source, const UndefinedUse& use) = 0;
};

struct Limits {
  std::uint64_t steps = ~std::uint64_t{0};    ///< instructions of one warp
  std::uint64_t idle_steps = 20'000'000'000;  ///< of them in a row that change nothing in memory: minutes
  std::size_t faults = 20;                    ///< the launch ends there
  /// Null: this is not needed. Otherwise stores whose bytes are not moved (Access::moves) count as made.
  Watcher* watcher = nullptr;
  StoredValues* values = nullptr;  ///< is told what is stored; null: this is not needed
  /// Is told which bytes of global memory are loaded and stored; null: this is not needed.
  TouchedMemory* touched = nullptr;
  UndefinedListener* undefined = nullptr;  ///< null: this is not needed. See undefined.h
  /// Blocks without a listener also look for loads of unwritten shared memory: there are some.
  bool looks_at_shared = false;
  std::atomic<bool>* unwritten_shared = nullptr;  ///< becomes true if there are any whose bytes are not moved
};

/// Runs the block of that number (x first), which waits for no other. `launch` must have Program::argument_bytes bytes
/// of arguments, and `allocations` the module's variables too; the operations' instruction set must be one that
/// can_run(). Faults are added to `faults`, what it prints (vprintf) to `printed`. False: the launch should end.
[[nodiscard]] bool run_block(const Program& program, const Launch& launch, const Allocations& allocations,
                             std::uint64_t block, Listener* listener, std::vector<Fault>& faults,
                             const Limits& limits = {}, std::string* printed = nullptr);

}  // namespace gemmscope::lockstep
