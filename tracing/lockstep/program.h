// SPDX-License-Identifier: MIT
/// @file program.h
/// A kernel as the interpreter runs it: instructions with all names looked up, and what its registers begin with.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tracing/lockstep/moves.h"
#include "tracing/lockstep/operation.h"
#include "tracing/lockstep/slots.h"
#include "tracing/ptx/flow.h"

namespace gemmscope::lockstep {

/// Where an address points. A generic address is one of the host: of an allocation, or inside the block's shared memory
/// or a lane's local memory. What is passed to a function and what it returns, kParameter, is in local memory too; but
/// the call moves it, so the program makes no request for it. kArgument: what the kernel was launched with, which all
/// lanes have; addresses count from the first argument's first byte.
enum class Space : std::uint8_t { kGeneric, kGlobal, kShared, kLocal, kParameter, kArgument };

enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic, kMbarrier };

/// What an atomic access makes of the value in memory, a, and of its operands b and c. PTX ISA, "atom".
enum class Atomic : std::uint8_t {
  kAdd,
  kMin,
  kMax,
  kAnd,
  kOr,
  kXor,
  kExchange,   ///< b
  kCompare,    ///< c if a is b
  kIncrement,  ///< a + 1, or 0 from b on
  kDecrement,  ///< a - 1, or b where a is 0 or above b
};
/// What is done with an mbarrier object. PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
enum class Mbarrier : std::uint8_t {
  kInit,  ///< a: how many arrivals end a phase
  kInvalidate,
  kArrive,         ///< a: how many
  kArriveAndDrop,  ///< and in later phases as many fewer
  kArriveExpect,   ///< one; and a more bytes are to come in this phase
  kExpect,         ///< a more bytes
  kComplete,       ///< a bytes have come
  kCopies,         ///< one arrival more is expected, and comes with the copies that the lane has asked for so far
  kTest,           ///< whether the phase that was on when a was returned is over
  kTestParity,     ///< whether the phase of parity a is over
};
enum class Number : std::uint8_t { kUnsigned, kSigned, kFloat };  ///< how an atomic access takes its bits

/// What a lane does to memory: `count` values of `bytes` each, one after the other.
///
/// A copy past the registers (cp.async) is two of them, a load from global memory and a store to shared memory. Both
/// are `asynchronous`: on a GPU they happen at any time until they are waited for. See Listener.
///
/// ldmatrix and stmatrix move rows of 16 bytes between shared memory and one register of each lane for every 8 rows.
/// Lanes 0 to 7 have the addresses of the first matrix's rows, 8 to 15 those of the second: the request is of these
/// lanes, `bytes` is 16, and what a register holds is part of another lane's row. PTX ISA, "ldmatrix".
struct Access {
  AccessKind kind = AccessKind::kLoad;
  Space space = Space::kGeneric;
  std::uint8_t bytes = 4, count = 1;
  Holds address_holds = Holds::k64;  ///< shared and local addresses may have 32 bits
  Slot address = kNoSlot;            ///< kNoSlot: `offset` alone
  std::int64_t offset = 0;
  bool extends_sign = false;  ///< of a load whose register is wider
  bool asynchronous = false;
  bool moves = true;          ///< false: it is made and checked, but its bytes are not needed; see slice.h
  std::uint8_t matrices = 0;  ///< 1, 2 or 4, of ldmatrix and stmatrix
  bool transposed = false;    ///< their .trans
  Atomic atomic = Atomic::kAdd;
  std::uint8_t unused = 0;  ///< of a load: bit i: value i is not used, though another one is
  bool constant = false;    ///< a load of constant memory
  bool strong = false;      ///< a load or store by which threads may wait for each other: volatile, acquire, ...
  bool system = false;      ///< its order holds for the host too: .sys
  bool one_value = false;   ///< a store of one value, the same in all threads of the launch
  bool unseen = false;      ///< an atomic operation: the old value is not used
  bool counts = false;      ///< and it adds the constant 1
  Mbarrier mbarrier = Mbarrier::kInit;
  Number number = Number::kUnsigned;
  Slot result = kNoSlot;  ///< of an atomic access or mbarrier: what was there before, or the predicate; kNoSlot: it
                          ///< is not needed (red)
  std::array<Slot, 4>
      values{};  ///< registers that are loaded, or stored; of an atomic access b, and c; of an mbarrier a
  std::array<Holds, 4> holds{};  ///< what each of them is
  std::uint32_t statement = 0;   ///< see ProgramFunction::first_statement
  std::uint64_t width() const { return std::uint64_t{bytes} * count; }
  /// Whether what is there matters. What an exchange brings is mostly not used: locks are released so.
  bool reads() const {
    return kind == AccessKind::kLoad || (kind == AccessKind::kAtomic && atomic != Atomic::kExchange);
  }
};

/// Words of 4 bytes that all lanes store, or that some loads from one address load: see bundles.h.
struct Bundle {
  Words words;
  std::vector<Word> which;
  std::uint32_t first = 0;              ///< of `accesses`
  std::vector<std::uint32_t> accesses;  ///< Program::accesses, in the program's order; of a store only one
  bool stores = false, shared = false;  ///< or loads; or global memory
};

/// What an instruction does beside, or instead of, changing registers.
enum class Does : std::uint8_t {
  kOperate,  ///< `run`
  kAccess,   ///< Program::accesses[index]
  kWords,    ///< Program::bundles[index]
  kRows,     ///< accesses[index], of matrices
  kWhole,    ///< `run`, by all 32 lanes; its operands are Program::operands[index] and on, as there are many
  kCopy,     ///< from accesses[index] to accesses[index + 1]; the first operand says how many bytes, zeros follow
  kCommit,   ///< the lane's copies since the last one are a group
  kWait,     ///< until all but the last `index` groups of copies are there
  kBranch,   ///< to `target`; lanes that go different ways meet at `meets`
  kSwitch,   ///< to where Program::tables[index] says for the lane's number; they meet at `meets`. Operand: the numbers
  kCall,     ///< Program::calls[index]. Operand: the lanes' functions, where they are not known before
  kReturn,   ///< from the function that was called
  kPrint,    ///< vprintf(format, values): their places in the frame are Program::calls[index].arguments
  kAssert,   ///< __assertfail(message, file, line, function, 1), likewise: the launch ends
  kMalloc,   ///< malloc(bytes), likewise: of Launch::heap
  kFree,     ///< free(address)
  kTrap,     ///< the launch ends
  kExit,     ///< the lanes end
  kBulk,     ///< from accesses[index] to accesses[index + 1], then kComplete of accesses[index + 2]; operand: bytes
  kBulkStore,     ///< from accesses[index], shared, to accesses[index + 1], global; likewise
  kMbarrier,      ///< accesses[index]; lets other warps run where a test fails
  kBarrier,       ///< `index` is a BarrierUse. Operands: result, barrier, threads or 0 for all of the block, predicate
  kWarpBarrier,   ///< the lanes wait for each other: they run in step, so that only the listener is told
  kClock,         ///< how many instructions the warp has done: of 64 bits, or the low (index 1) or high (2) 32 of them
  kMembers,       ///< the next instruction, `run`, is done with the lanes of the masks in the operand: see members.h.
                  ///< `index` 1: a shuffle, whose lanes and bounds are operands, too: see undefined.h
  kQuietLoop,     ///< Program::quiet_loops[index] begins; what is behind it is at `target`
  kQuietLoopEnd,  ///< and it has ended
  kFollow,        ///< see changes.h: the rule `index` of what the next instruction does
  kCarry,         ///< the listener is told of the next instruction: see carried.h, `index`. Operands: numbers it reads
  kNothing,       ///< fences, and what else a machine without caches need not do
};

/// How many accesses an instruction of bulk copies has.
constexpr std::uint32_t bulk_accesses(Does does) { return does == Does::kBulk ? 3 : 2; }

/// PTX ISA, "bar". The predicates of all threads that meet give the result.
enum class BarrierUse : std::uint8_t { kSync, kArrive, kCount, kAll, kAny };

struct Instruction {
  Run run = nullptr;
  std::array<Slot, kMostOperands> operands{};
  Slot predicate = kNoSlot;  ///< lanes for which it does not hold do nothing
  bool negated = false;
  Does does = Does::kOperate;
  std::uint32_t index = 0;
  /// Instructions: for a branch, its target; for a barrier, where the stretch begins that leads nowhere else; and where
  /// all lanes that leave this stretch have met again.
  std::uint32_t target = 0, meets = kNowhere;
  std::uint32_t passage = kNowhere;  ///< Program::passages: the one that begins here
};

/// Instructions that a warp does one after the other without looking at each: see passages.h.
struct Passage {
  std::uint32_t first = 0, batches = 0;  ///< of Program::batches
  std::uint32_t instructions = 0;
};
/// Some of a passage: those that do the same operation, or one that moves memory.
struct Batch {
  Run run = nullptr;
  std::uint32_t index = 0;  ///< of an operation: the first of Program::batch_operands; otherwise the instruction
  std::uint32_t count = 1;  ///< instructions
  Slot predicate = kNoSlot;
  bool negated = false;
  Does does = Does::kOperate;
};

/// Instructions of which registers alone decide what they do, and that do it to registers alone: see quiet_loops.h.
struct QuietLoop {
  struct Part {
    Slot slot;
    std::uint32_t bytes;
  };
  std::vector<Part> reads, writes;
  bool stores = false;  ///< to local memory; what is there is not needed
};

/// What a thread knows of itself and of its launch: %tid.x.
enum class Special : std::uint8_t {
  kTidX,
  kTidY,
  kTidZ,
  kNtidX,
  kNtidY,
  kNtidZ,
  kCtaidX,
  kCtaidY,
  kCtaidZ,
  kNctaidX,
  kNctaidY,
  kNctaidZ,
  kLaneid,
  kWarpid,
  kNwarpid,
  kLanemaskEq,
  kLanemaskLt,
  kLanemaskLe,
  kLanemaskGt,
  kLanemaskGe,
  kSharedBase,  ///< the host's address of the block's shared memory
  kSharedBytes,
  kLocalBase,  ///< and of the lane's local memory
  kLocalBytes,
  kArgumentBase,  ///< and of the kernel's arguments
  kArgumentBytes,
  kGridWorkspaceHigh,  ///< halves of Launch::grid_workspace: %envreg1, %envreg2
  kGridWorkspaceLow,
  kFrame,  ///< where in it the frame of the function begins
};

/// What a slot holds from the beginning, in all lanes.
struct Constant {
  Slot slot;
  Holds holds;
  std::uint64_t bits;
};
/// The bytes of the kernel's arguments from `offset` on.
struct Argument {
  Slot slot;
  Holds holds;
  std::uint32_t offset, bytes;
};
/// Where a parameter of the kernel is among its arguments.
struct ParameterPlace {
  std::uint32_t offset, bytes;
};
struct SpecialSlot {
  Slot slot;
  Holds holds;
  Special what;
};

/// An array in shared memory.
struct SharedArray {
  std::string name;  ///< mangled
  std::uint32_t offset = 0, bytes = 0;
  bool is_dynamic = false;  ///< as large as the launch says; `bytes` is 0
};

inline constexpr std::uint32_t kFrameAlign = 16;  ///< bytes: of the widest access

/// Some bytes of a function's frame.
struct Piece {
  std::uint32_t offset = 0, bytes = 0;
  auto operator<=>(const Piece&) const = default;
};

/// A kernel, or a function that it calls. Each has registers of its own. Its variables, its parameters and what it
/// returns are its frame, and local memory is a stack of frames.
struct ProgramFunction {
  std::uint32_t source = 0;           ///< ptx::Module::functions
  std::uint64_t address = 0;          ///< by which pointers name it
  std::uint32_t first_statement = 0;  ///< those of all functions are counted together, the kernel's first
  std::uint32_t begin = 0;            ///< instruction
  Slot registers = 0;                 ///< where they begin
  std::uint32_t register_bytes = 0;
  Slot frame = kNoSlot;  ///< Special::kFrame, which a call sets; kNoSlot: it does not ask
  std::uint32_t frame_bytes = 0;
  bool calls_itself = false;  ///< perhaps, and perhaps by way of others
  std::vector<Piece> parameters, returns;
  std::uint32_t called_at = 0;  ///< the first statement that calls it
};

/// A call: which function, and what of the caller's frame it is given and gives back.
struct Call {
  std::vector<std::uint32_t> functions;  ///< Program::functions: the one, or all that a pointer may name
  std::vector<Piece> arguments, results;
};

struct Program {
  std::string name;
  std::vector<Instruction> code;
  /// The same, instruction by instruction, as it is run while nothing listens: see bundles.h. Empty: as `code`.
  std::vector<Instruction> fast;
  std::vector<Access> accesses;
  std::vector<Bundle> bundles;  ///< of `fast`
  std::vector<QuietLoop> quiet_loops;
  std::vector<Passage> passages;  ///< of `code`, and of `fast`
  std::vector<Batch> batches;
  std::vector<std::array<Slot, kMostOperands>> batch_operands;
  std::vector<Slot> operands;             ///< of instructions that have more than fit into one
  std::vector<std::uint32_t> statements;  ///< by instruction: see ProgramFunction::first_statement
  /// By statement: a number for its line and, if a function was inlined there, the lines of the calls; kNowhere: they
  /// are not known. Not the column: nvcc names a place anew only if its line is another one.
  std::vector<std::uint32_t> lines;
  std::vector<Constant> constants;
  std::vector<Argument> arguments;
  std::vector<SpecialSlot> specials;
  std::uint32_t register_bytes = 0;        ///< of a warp
  std::uint32_t shared_bytes = 0;          ///< static; what a launch adds begins there
  std::uint32_t local_bytes = 0;           ///< of a lane, where no function calls itself
  std::uint64_t most_threads = 0;          ///< of a block, by __launch_bounds__; 0: it does not say
  bool uses_heap = false;                  ///< it may call malloc or free
  bool recurses = false;                   ///< one does, and how deep is not known: see Launch::stack_bytes
  std::vector<ProgramFunction> functions;  ///< the kernel, and those it may call
  std::vector<Call> calls;
  std::vector<std::vector<std::uint32_t>> tables;  ///< of kSwitch: instructions
  std::vector<SharedArray> shared;                 ///< in the order of their offsets
  std::vector<ParameterPlace> parameters;          ///< in their order
  std::uint32_t argument_bytes = 0;
};

/// What the slot holds from the beginning; nullptr: it is no constant.
inline const Constant* constant_in(const Program& program, Slot slot) {
  const auto found = std::ranges::find(program.constants, slot, &Constant::slot);
  return found == program.constants.end() ? nullptr : &*found;
}

}  // namespace gemmscope::lockstep
