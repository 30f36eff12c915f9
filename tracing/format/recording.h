// SPDX-License-Identifier: MIT
/// @file recording.h
/// A recording: every warp-wide memory request of the recorded part of one kernel launch, in memory.
///
/// A GEMM repeats itself: all warps of all k-tiles and blocks issue the same few sequences of requests, moved to
/// another place in A, B and C. So a recording is coded, not listed:
///
///   Template  the requests of one warp between two barriers; shared addresses as they are, global addresses relative
///             to a base per tensor
///   Segment   one warp in one barrier interval: which template, which bases
///   Pattern   all segments of a block, their bases relative to the block's
///   Block     which pattern, which bases
///
/// A 4096 x 4096 x 4096 SGEMM has 130 million requests and, coded so, 1024 blocks that share one pattern of 2052
/// segments and a handful of templates. Analyses should work per template and per pattern and multiply.
/// Addresses are bytes: shared ones from the start of the block's shared memory, global ones from the tensor's first
/// element. They are 32 bits wide, so a tensor is limited to 4 GiB. Where in a sector and line of memory a tensor
/// begins is kept once (Tensor::past_boundary).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/layout/layout.h"

namespace gemmscope::format {

inline constexpr int kLanes = 32;                       ///< lanes of a warp
inline constexpr int kMaxGlobalTensors = 16;            ///< a program's own kernel may touch many arrays
inline constexpr std::uint32_t kInactive = 0xffffffff;  ///< address of a lane that takes no part in a request
inline constexpr std::uint32_t kEpilogue = 0xffffffff;  ///< k-tile of an access after the main loop
inline constexpr std::uint16_t kNoStep = 0xffff;        ///< inner step (dotIdx) of an access outside the inner loop
inline constexpr std::uint8_t kSharedBase = 0xff;       ///< Row::base of a shared-memory access: no base
inline constexpr std::uint32_t kBoundary = 256;         ///< bytes: cudaMalloc gives memory at multiples of it

enum class Space : std::uint8_t { kGlobal, kShared };
/// An atomic operation loads and stores, and no other lane can come between.
enum class Op : std::uint8_t { kLoad, kStore, kAtomic };

/// "load", "store", "atomic": the word of JSON, CSV and site names.
constexpr std::string_view name_of(Op op) { return op == Op::kLoad ? "load" : op == Op::kStore ? "store" : "atomic"; }

/// What a lane does: "reads", "writes", "updates".
constexpr std::string_view verb_of(Op op) {
  return op == Op::kLoad ? "reads" : op == Op::kStore ? "writes" : "updates";
}

/// How hardware serves an atomic operation on shared memory (docs/models/shared_memory.md); or that a load or store is
/// one by which threads may wait for each other.
enum class Atomic : std::uint8_t {
  kPlain,        ///< each lane of a word in its turn: add, max, exchange of 32 bits
  kCount,        ///< adds the constant 1, the old value unused: the lanes of a word at once
  kCompareSwap,  ///< each lane of a word in its turn, twice as long
  kLoop,         ///< no unit does it (adding floats, 64 bits): machine code loops, with more requests than are recorded
  kStrong,       ///< a load or store that PTX calls strong: volatile, relaxed, acquire, release
};

/// What an access is for. Until tiles are found, all are kCopy.
enum class Phase : std::uint8_t { kCopy, kCompute, kWriteBack };

/// An allocation of the program, in an array that is several of them, one behind another.
struct Part {
  std::string name;  ///< "A[3]", "allocation 7"
  /// Byte of the array at which it begins: as far past a boundary as in memory (Tensor::past_boundary), so that sectors
  /// and lines are those of the allocation. No two parts have bytes between the same boundaries.
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;

  friend bool operator==(const Part&, const Part&) = default;
};

/// Which matrix of C = A B an array is, or whose tile it holds.
enum class Matrix : std::uint8_t { kOther, kA, kB, kC };

/// A matrix or a shared tile as the kernel sees it. B of a kernel that reads it transposed is described as it lies,
/// K x N. Only tiles have groups, buffers or a swizzle; only matrices are column-major.
struct Tensor {
  std::string name;  ///< A, B, C, As, Bs, Cs
  Space space = Space::kGlobal;
  std::uint32_t element_bytes = 4;
  Layout layout{};
  std::uint32_t offset = 0;        ///< shared: byte at which the tile starts in the block's shared memory; global: 0
  std::string of{};                ///< shared: the matrix whose tile this is ("A"); global: empty
  Matrix matrix = Matrix::kOther;  ///< not in files: set where tiles were found
  bool transposed = false;         ///< shared: row = k of A, column = m (As of warp_tile)
  /// A program's global array of one row may be several allocations: these are the touched ones, by their offsets. The
  /// bytes between them belong to no array. Empty: it is one allocation.
  std::vector<Part> parts{};
  /// How many bytes past a multiple of kBoundary in memory a program's global array begins. None: unknown, and counted
  /// as 0.
  std::optional<std::uint8_t> past_boundary{};

  /// The position of one of its bytes, from the boundary at or before its first element: sectors and lines count from
  /// there.
  std::uint32_t from_boundary(std::uint32_t byte) const { return byte + past_boundary.value_or(0); }

  friend bool operator==(const Tensor&, const Tensor&) = default;
};

/// A line of one of the recording's texts.
struct Place {
  std::uint16_t file = 0;  ///< 0: Recording::source; n: Recording::included[n - 1]
  std::uint32_t line = 0;  ///< 1-based

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// One traced access in the kernel's source: one tensor, one direction, one width, on one line.
struct Site {
  std::string name;          ///< A_load, As_store, ..; several lines may share a name
  std::uint16_t tensor = 0;  ///< index into Recording::tensors
  Op op = Op::kLoad;
  std::uint8_t width = 4;          ///< bytes per lane: 1, 2, 4, 8, 16
  std::uint32_t line = 0;          ///< 1-based line in Recording::source.text
  Atomic atomic = Atomic::kPlain;  ///< of loads and stores kPlain or kStrong
  /// Where the access stands in a function that was inlined: there, at the call of that function, at the call of the
  /// one that calls it, up to the kernel. `line` is the first of them in the kernel's own file. Empty: in the kernel
  /// itself.
  std::vector<Place> called{};
  bool asynchronous = false;  ///< one half of a copy past the registers (cp.async): see SyncEvent
  bool one_value = false;     ///< a store: all threads of the launch store the same value here, whenever they do
  bool unseen = false;        ///< an atomic operation: nobody uses what it finds
  /// A store: in the run that was recorded, no other value was stored in the same places: in global memory all through
  /// the launch, in shared memory between two barriers. False: one was, or nobody knows.
  bool agrees = false;
  /// The code computes the address from this array alone, whatever data decide: a lane that leaves it is out of bounds.
  /// False: it may choose among arrays, or this is unknown.
  bool named = false;

  /// Its line in that file (Place::file), of several the innermost; 0: it does not stand there, and is not called
  /// there.
  std::uint32_t line_in(std::uint16_t file) const {
    if (file == 0) return line;
    for (const Place& place : called)
      if (place.file == file) return place.line;
    return 0;
  }

  friend bool operator==(const Site&, const Site&) = default;
};

/// One request of a template: everything but its 32 addresses.
struct Row {
  std::uint32_t mask = 0;               ///< bit l: lane l takes part; never 0
  std::uint16_t site = 0;               ///< index into Recording::sites
  std::uint16_t step = kNoStep;         ///< inner step (dotIdx)
  std::uint16_t k_tile = kEpilogueRow;  ///< k-tiles after the segment's; kEpilogueRow after the main loop
  Phase phase = Phase::kCopy;
  std::uint8_t base = kSharedBase;  ///< index into Segment::base, or kSharedBase
  bool after_syncwarp = false;      ///< the lanes of the warp waited for each other since the row before
  /// Bit q of a load: no lane uses quarter q of the bytes that it loads. nvcc widens loads: where three of four
  /// neighbours are needed, the fourth may be padding.
  std::uint8_t unused = 0;
  /// The values of a store to shared memory were loaded by the warp's request so many before it: byte `origin_byte` and
  /// on of what each lane got there. Lanes that are not in that request's mask stored something else.
  /// 0: not known, computed, or put together from several (Template::parts).
  std::uint16_t origin = 0;
  std::uint8_t origin_byte = 0;
  /// 1 + the lane that asks for a bulk copy (cp.async.bulk). The row's 32 places are then no lanes but pieces of 16
  /// bytes, one behind another; the copy is a pair of rows, a load and a store, or several. 0: it is no bulk copy.
  std::uint8_t bulk = 0;
  bool continues = false;  ///< it is of the same copy as the pair before

  /// The lane that asks at place `place`.
  std::uint8_t lane_of(std::size_t place) const {
    return bulk == 0 ? static_cast<std::uint8_t>(place) : static_cast<std::uint8_t>(bulk - 1);
  }
  /// All lanes that ask.
  std::uint32_t lanes() const { return bulk == 0 ? mask : 1u << (bulk - 1); }

  /// Whether nobody uses any of the `bytes` bytes from byte `from` of a lane's `width`.
  bool leaves_unused(std::uint32_t from, std::uint32_t bytes, std::uint32_t width) const {
    const std::uint32_t first = from * 4 / width, last = ((from + bytes) * 4 - 1) / width;
    const std::uint32_t quarters = (2u << last) - (1u << first);
    return (unused & quarters) == quarters;
  }

  static constexpr std::uint16_t kEpilogueRow = 0xffff;
  friend bool operator==(const Row&, const Row&) = default;
};
static_assert(sizeof(Row) == 20);

/// The values of a store to shared memory may come from several requests, as where each element of a vector is loaded
/// alone, or some lanes load elsewhere. This is one of them: the store's bytes `first` and on were loaded by the warp's
/// request `origin` before it, byte `origin_byte` and on, in the lanes of that request. Of two requests that have the
/// same lane, the later counts.
struct OriginPart {
  std::uint32_t row = 0;  ///< of the template
  std::uint16_t origin = 0;
  std::uint8_t origin_byte = 0;
  std::uint8_t first = 0, bytes = 0;  ///< of what each lane stores
  /// They were computed from what was loaded there, and from nothing else that was loaded: converted, scaled or chosen.
  bool computed = false;

  friend bool operator==(const OriginPart&, const OriginPart&) = default;
};

/// The requests of one warp in one barrier interval, in program order.
struct Template {
  std::vector<Row> rows;
  std::vector<std::uint32_t> addresses;  ///< rows.size() x 32: relative to the base (mod 2^32), 0 for inactive lanes
  std::vector<OriginPart> parts{};       ///< of rows without Row::origin; by row, those with later requests first

  std::span<const std::uint32_t, kLanes> lanes(std::size_t row) const {
    return std::span<const std::uint32_t, kLanes>(addresses.data() + row * kLanes, kLanes);
  }
  /// Those of one row.
  std::span<const OriginPart> parts_of(std::size_t row) const;
  friend bool operator==(const Template&, const Template&) = default;
};

/// One warp in one barrier interval.
struct Segment {
  std::uint16_t warp = 0;
  std::uint32_t interval = 0;        ///< barriers the block had passed before it
  std::uint32_t template_id = 0;     ///< index into Recording::templates
  std::uint32_t k_tile = kEpilogue;  ///< the lowest of its rows; kEpilogue if it has only epilogue rows
  std::array<std::uint32_t, kMaxGlobalTensors> base{};  ///< bytes, relative to Block::base (mod 2^32); 0 if unused
  std::uint32_t first_request = 0;  ///< requests of this warp before this segment; derived, see index_patterns

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// Where lanes of a warp wait for asynchronous copies (cp.async: a load from global memory and the store to shared
/// memory that follows it, made at any time before they have been waited for), or meet others, but not all of their
/// block: at an mbarrier (cuda::barrier), or a barrier of some warps (bar.sync 1, 64).
struct SyncEvent {
  enum class Kind : std::uint8_t {
    kCommit,            ///< the lanes' copies since their last commit are a group
    kWait,              ///< until all of the lanes' groups but the last `pending` are there
    kArrive,            ///< at the barrier `pending`
    kArriveWithCopies,  ///< the lanes arrive at the mbarrier `pending` when all their copies so far are there
    kPass,              ///< a phase of the barrier `pending` is over: all that it waits for have arrived
  };
  static constexpr std::uint32_t kNamed = 1u << 31;  ///< of `pending`: the block's barrier of that number (bar.sync)
  static constexpr std::uint32_t kNoPhase = 0xffffffff;  ///< it is not known, or there is none
  std::uint16_t warp = 0;
  Kind kind = Kind::kCommit;
  std::uint32_t interval = 0;  ///< barriers the block had passed before it
  std::uint32_t request = 0;   ///< requests of the warp before it
  std::uint32_t lanes = 0;     ///< mask
  std::uint32_t pending = 0;   ///< kWait: groups. At barriers: an mbarrier's byte in shared memory, or kNamed + number
  /// An arrival: how many phases of the barrier ended before the one that it counts for. A pass: how many have ended.
  /// Where the count starts is not said.
  std::uint32_t phase = kNoPhase;

  friend bool operator==(const SyncEvent&, const SyncEvent&) = default;
};

/// Everything one block does, relative to the block's bases.
struct Pattern {
  std::vector<Segment> segments;             ///< ordered by (warp, interval); intervals without a request are absent
  std::vector<std::uint32_t> barrier_lines;  ///< [i] = source line of the barrier that ends interval i; 0 = kernel end
  std::vector<SyncEvent> sync_events{};      ///< ordered by (warp, interval, request)
  /// Not in files: where tiles were found, the byte of the first element (its row and column are the lowest) of the
  /// blocks' tile of C, relative to Block::base. kNoTile: the blocks store nothing to C.
  std::uint32_t tile_of_C = kNoTile;
  static constexpr std::uint32_t kNoTile = 0xffffffff;
  std::vector<std::uint32_t> warp_begin;     ///< warps + 1 entries into segments; derived, see index_patterns
  std::vector<std::uint32_t> warp_requests;  ///< requests of each warp; derived, see index_patterns

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

struct Block {
  std::uint32_t y = 0, x = 0;                           ///< its row, as Recording::grid_y counts them; blockIdx.x
  std::uint32_t pattern = 0;                            ///< index into Recording::patterns
  std::array<std::uint32_t, kMaxGlobalTensors> base{};  ///< bytes from each tensor's first element

  friend bool operator==(const Block&, const Block&) = default;
};

/// The first time that not all threads of a block, or of a warp at a __syncwarp, came to the same barrier. What happens
/// then is undefined in CUDA (C++ Programming Guide, "Synchronization Functions"); the emulator lets all of them go on.
struct Divergence {
  std::uint32_t y = 0, x = 0;          ///< as in Block
  std::uint32_t interval = 0;          ///< barriers the block had passed before
  std::uint32_t thread = 0, line = 0;  ///< of the barrier it waits at; 0: it has ended
  std::uint32_t other_thread = 0, other_line = 0;
  bool of_warp = false;  ///< at a barrier of the warp, or of Recording::absent_lanes

  /// "in block 2,3 thread 0 is at the barrier of line 10 while thread 7 has ended". `block`: its name (block_name.h)
  std::string text(const std::string& block) const;
  /// The same of Recording::absent_lanes.
  std::string text_of_absence(const std::string& block) const;
  friend bool operator==(const Divergence&, const Divergence&) = default;
};

/// Loads, or atomic operations, of one site that find what neither the host nor an earlier launch nor this one has
/// written.
struct UnwrittenRead {
  std::uint16_t site = 0;   ///< index into Recording::sites
  std::uint32_t byte = 0;   ///< the lowest, from its array's first element
  std::uint64_t count = 0;  ///< accesses of single lanes, of the recorded part
  friend bool operator==(const UnwrittenRead&, const UnwrittenRead&) = default;
};

/// What ended a launch of a program before it was complete. The recording then holds the requests until that happened:
/// all blocks before the one that faulted, and the requests that the warps of the faulting block had made, in the order
/// in which the interpreter runs them.
struct LaunchFault {
  enum class Kind : std::uint8_t {
    kOutOfBounds,  ///< an access to an address without memory, or without memory of the device
    kMisaligned,   ///< an address that is not a multiple of the access's width
    kBarrier,      ///< threads wait at a barrier for others that do not come there
    kEndless,      ///< threads wait in loops for something that does not happen, or run without end
    kAssert,       ///< assert() in the kernel
    kTrap,         ///< the kernel ends the launch itself
    kOther,
  };
  /// Lanes that wait, where the fault is or elsewhere.
  struct Waiting {
    std::uint16_t warp = 0;
    std::uint32_t lanes = 0;  ///< mask
    std::uint32_t line = 0;   ///< 1-based; 0: not known
    friend bool operator==(const Waiting&, const Waiting&) = default;
  };
  static constexpr std::uint32_t kNoRequest = 0xffffffff;
  static constexpr std::uint16_t kNoTensor = 0xffff;

  Kind kind = Kind::kOther;
  std::uint32_t y = 0, x = 0;          ///< as in Block; it may be a block that is not recorded
  std::uint32_t thread = 0;            ///< the first, if there are several
  std::uint32_t line = 0;              ///< 1-based, as Site::line; 0: not known
  std::vector<Place> called{};         ///< as of Site
  std::uint32_t request = kNoRequest;  ///< of the thread's warp, from 0; kNoRequest: none, or it is not recorded
  std::uint16_t tensor = kNoTensor;    ///< the array that is accessed
  std::int64_t byte = 0;               ///< the address, from its first element
  std::uint64_t count = 1;             ///< accesses of single lanes of the block that fault in this place
  std::string does;                    ///< what the thread does: "loads 4 bytes beyond the end of in (400 bytes)"
  std::string cause{};                 ///< why: "its index wrapped at 32 bits"; empty: not known
  std::vector<Waiting> others{};       ///< of kBarrier and kEndless: where lanes of the block wait

  friend bool operator==(const LaunchFault&, const LaunchFault&) = default;
};

/// "out of bounds", "misaligned", "barrier", "endless", "assert", "trap", "other".
constexpr std::string_view name_of(LaunchFault::Kind kind) {
  constexpr std::array<std::string_view, 7> names{"out of bounds", "misaligned", "barrier", "endless",
                                                  "assert",        "trap",       "other"};
  return names[static_cast<std::size_t>(kind)];
}

/// What the program of a recorded launch does wrong outside of its kernels: docs/checks.md, "The program".
struct ProgramFinding {
  enum class Kind : std::uint8_t {
    kHostRead,       ///< the host reads memory that may not have been written yet
    kHostWrite,      ///< the host writes memory that may still be read or written
    kUnordered,      ///< work of two streams, of which either may come first
    kFreed,          ///< memory is freed that may still be in use
    kRefused,        ///< a call that did nothing but return an error
    kUnwrittenCopy,  ///< the host copies unwritten memory
    kFault,          ///< a launch that is not recorded ended with a fault
    kUnwrittenRead,  ///< one uses unwritten memory
  };
  static constexpr int kKinds = 8;
  Kind kind = Kind::kHostRead;
  std::uint64_t count = 1;  ///< how often
  std::string text{};       ///< a sentence
  std::string path{};       ///< the source file where it is; empty: not known
  std::uint32_t line = 0;   ///< there
  friend bool operator==(const ProgramFinding&, const ProgramFinding&) = default;
};

/// An undefined value, and the first use that its block makes of it.
///
/// Copies of it, and values computed from it, are undefined too; these are not uses. A use is where it decides what the
/// kernel does: a branch, an address, the contents of global memory afterwards.
struct Undefined {
  enum class Of : std::uint8_t {
    kLane,    ///< a shuffle took it from a lane that is not there
    kGlobal,  ///< it was loaded from unwritten global memory: see UnwrittenRead
    kShared,  ///< the same for shared memory
  };
  enum class Why : std::uint8_t { kOutsideMask, kEnded, kBeyondBlock };  ///< that lane is not there
  enum class Use : std::uint8_t {
    kBranch,  ///< it decides which way the kernel goes, or whether it stores
    kAddress,
    kStore,  ///< to global memory, or an atomic operation there
    kPrint,
    kOther,  ///< a barrier, the size of a copy, a mask
  };
  static constexpr std::uint16_t kNone = 0xffff;
  Of of = Of::kLane;
  Why why = Why::kOutsideMask;
  Use use = Use::kBranch;
  std::uint16_t site = kNone;          ///< the one that loads it; for kLane: kNone
  std::uint32_t y = 0, x = 0;          ///< the first block, as in Block
  std::uint32_t thread = 0, line = 0;  ///< the first that takes it there; 0: the line is not known
  std::uint32_t lanes = 0;             ///< of its warp: all lanes that take it at the same time
  std::uint32_t from = 0;              ///< lanes that they would take it from; 0: from memory
  std::uint32_t use_thread = 0, use_line = 0;
  std::uint16_t use_tensor = kNone;  ///< the array that is stored to, or where the address leads
  std::uint64_t count = 0;           ///< values that single lanes took in such blocks
  friend bool operator==(const Undefined&, const Undefined&) = default;
};

/// A parameter as given: `launch` = `1`, `M` = `256`.
struct Parameter {
  std::string name, value;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// "PA=4 PB=0"
std::string text_of(const std::vector<Parameter>& parameters);

/// Half-open range.
struct Range {
  std::uint32_t begin = 0, end = 0;
  bool contains(std::uint32_t i) const { return begin <= i && i < end; }
  std::uint32_t size() const { return end > begin ? end - begin : 0; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The part of a launch that is recorded.
struct Selection {
  Range block_y, block_x, warps;  ///< of blockIdx.y, blockIdx.x, ..
  Range block_z{0, 1};

  bool has_block(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return block_x.contains(x) && block_y.contains(y) && block_z.contains(z);
  }
  std::uint64_t blocks() const { return std::uint64_t{block_y.size()} * block_x.size() * block_z.size(); }
  friend bool operator==(const Selection&, const Selection&) = default;
};

/// Rows BM and columns BN of C that a block computes, and the BK of one k-tile.
struct BlockShape {
  std::uint32_t BM = 0, BN = 0, BK = 0;
  friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

/// How many rows and columns of its array each product of a batch begins after the one before it. 0 and 0: all products
/// use the same matrix.
struct BatchStep {
  std::uint32_t rows = 0, columns = 0;

  bool any() const { return rows != 0 || columns != 0; }
  BatchStep times(std::uint32_t n) const { return {rows * n, columns * n}; }
  /// The product to which an element of the array belongs; not where all use the same matrix.
  std::uint32_t product_of(std::uint32_t row, std::uint32_t column) const {
    return rows != 0 ? row / rows : columns != 0 ? column / columns : 0;
  }
  friend bool operator==(const BatchStep&, const BatchStep&) = default;
};

/// Products of one size in the same three arrays.
struct Batch {
  std::uint32_t products = 1;  ///< also parts of K, if each part has a C of its own
  BatchStep A{}, B{}, C{};

  BatchStep of(Matrix matrix) const {
    return matrix == Matrix::kA ? A : matrix == Matrix::kB ? B : matrix == Matrix::kC ? C : BatchStep{};
  }
  friend bool operator==(const Batch&, const Batch&) = default;
};

/// What was found of a program's product.
struct FoundTile : BlockShape {
  /// The lanes of a warp share what they load, as matrix instructions do: a warp has a tile, its lanes have none.
  bool shares_fragments = false;
  std::uint32_t k_parts = 1;  ///< blocks that compute the same part of C, each for k-tiles of its own
  Batch batch{};
  std::uint32_t other_ks = 0;  ///< k's of further products from which the same C is computed; requests do not say whose
  std::uint32_t stepped_over = 0;  ///< k's below K that no block loads
  friend bool operator==(const FoundTile&, const FoundTile&) = default;
};

/// Where a recording was made, so that it can be judged years later.
struct Origin {
  std::string backend;   ///< "cpu" (emulator) or "cuda"
  std::string device;    ///< GPU name, or the CPU model
  std::string driver;    ///< GPU driver version; empty on the CPU
  std::string compiler;  ///< that built the kernel
  std::string build;     ///< gemmscope version and commit
  std::string date;      ///< ISO 8601, UTC
  friend bool operator==(const Origin&, const Origin&) = default;
};

struct Source {
  std::string path;  ///< in the repository, e.g. kernels/10_warp_tile.cu
  std::string text;
  friend bool operator==(const Source&, const Source&) = default;
};

/// What nvcc made of the kernel.
struct Code {
  std::string ptx;    ///< of the program's module that has the kernel; empty: it is not known, or too long
  std::string entry;  ///< the kernel's name there
  friend bool operator==(const Code&, const Code&) = default;
};

struct Recording {
  std::string kernel;                 ///< warp_tile
  std::vector<Parameter> parameters;  ///< of the launch, then of the kernel, in its order
  /// Blocks of the whole launch. Blocks along z follow as further rows: block (x, y, z) is in row z * rows_of_z() + y.
  std::uint32_t grid_y = 0, grid_x = 0;
  std::uint32_t grid_z = 1;        ///< gridDim.z: divides grid_y
  std::uint32_t threads = 0;       ///< per block
  std::uint32_t shared_bytes = 0;  ///< per block
  Selection selection;
  std::uint64_t dropped = 0;            ///< requests lost; 0 or shown everywhere
  std::vector<Divergence> divergences;  ///< at most one of a block; ordered by (y, x)
  /// The same for blocks whose warps met at barriers of different branches, each whole and as often as the others: PTX
  /// defines what happens then. These blocks have no divergence.
  std::vector<Divergence> branch_barriers;
  /// The first time that a thread did something with lanes that its mask names (__shfl_sync, a vote, a match, a
  /// reduction), and `other_thread`, one of them, did not do it and had not ended. `line`: 0: not known; `other_line`:
  /// 0. At most one of a block; ordered by (y, x). None: nobody looked for it.
  std::optional<std::vector<Divergence>> absent_lanes;
  std::optional<std::vector<UnwrittenRead>> unwritten;    ///< ordered by site; none: what was written is unknown
  std::optional<LaunchFault> fault;                       ///< none: the launch came to its end
  std::optional<std::vector<ProgramFinding>> of_program;  ///< of the whole run; none: this was not checked
  /// Undefined values that are used, at most kMaxUndefined; none: they were not followed.
  std::optional<std::vector<Undefined>> undefined;
  /// For `undefined`: following all of them would have taken too long, so there may be more.
  bool undefined_cut = false;
  /// Arrays in global memory that were wholly unwritten when the launch began, and to which no recorded block stores:
  /// their indices, ascending.
  std::vector<std::uint16_t> unfilled;
  /// Not in files: set where tiles are found (analysis/tiles/described.h). Until then there are no k-tiles: every
  /// request is in the epilogue, and of no step.
  std::optional<FoundTile> found_tile;
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t k_tiles = 0;  ///< of the whole launch
  Origin origin;
  Source source;                 ///< in which the kernel is
  std::vector<Source> included;  ///< other files, from which functions were inlined
  Code code;
  std::vector<Tensor> tensors;      ///< global ones first, in the order of Segment::base
  std::vector<Site> sites;          ///< ordered by line
  std::vector<Template> templates;  ///< in order of first use (block, warp, interval)
  std::vector<Pattern> patterns;    ///< in order of first use
  std::vector<Block> blocks;        ///< ordered by (y, x)

  /// Whether M, N, K, the tiles and what each request does with them are known.
  bool tiles_known() const { return found_tile.has_value(); }
  /// The first array in global memory that is `matrix`, an index into tensors; nullopt if there is none.
  std::optional<std::uint16_t> tensor_of(Matrix matrix) const;
  /// The name of that array; the matrix's letter if there is none.
  std::string name_of(Matrix matrix) const;
  /// The text that Place::file means.
  const Source& source_of(std::uint16_t file) const { return file == 0 ? source : included[file - 1u]; }
  std::uint32_t warps() const { return (threads + kLanes - 1) / kLanes; }
  /// Blocks of the whole launch.
  std::uint64_t launch_blocks() const { return std::uint64_t{grid_y} * grid_x; }
  bool has_all_blocks() const { return blocks.size() == launch_blocks(); }
  /// Of each block that is recorded.
  bool has_all_warps() const { return selection.warps.begin == 0 && selection.warps.end >= warps(); }
  /// gridDim.y
  std::uint32_t rows_of_z() const { return grid_z == 0 ? 0 : grid_y / grid_z; }
  /// Whether the block in row `y`, as Block counts them, and column `x` is selected.
  bool selects(std::uint32_t y, std::uint32_t x) const {
    const std::uint32_t rows = rows_of_z();
    return rows != 0 && selection.has_block(x, y % rows, y / rows);
  }
  /// The value of parameter `name`, or nullopt if the kernel has none of that name.
  std::optional<std::string_view> parameter(std::string_view name) const;
  /// Requests of the whole recording: a bulk copy is two, however many rows it has.
  std::uint64_t request_count() const;

  friend bool operator==(const Recording&, const Recording&) = default;
};

/// One warp-wide memory instruction, decoded: what a view shows and a test compares.
struct Request {
  std::uint16_t site = 0;
  std::uint16_t warp = 0;
  std::uint32_t block = 0;  ///< index into Recording::blocks
  std::uint32_t interval = 0;
  std::uint32_t k_tile = 0;  ///< or kEpilogue
  std::uint16_t step = kNoStep;
  Phase phase = Phase::kCopy;
  std::uint32_t mask = 0;
  std::array<std::uint32_t, kLanes> address{};  ///< bytes; kInactive for lanes outside mask

  friend bool operator==(const Request&, const Request&) = default;
};

/// Decodes request `row` of `segment`, which must be a segment of block `block`'s pattern. Cost: 32 additions.
Request decode(const Recording& recording, std::uint32_t block, const Segment& segment, std::size_t row);

/// Where request `index` (0-based, in program order) of `warp` in `block` is: the segment and the row in it.
struct RequestPosition {
  std::uint32_t segment = 0;  ///< index into the pattern's segments
  std::uint32_t row = 0;
};
/// Cost: a binary search over the warp's segments. `index` must be less than the warp's request count.
RequestPosition locate(const Recording& recording, std::uint32_t block, std::uint32_t warp, std::uint32_t index);

/// Fills in the derived members of every pattern. Whoever builds or reads a recording calls it once.
void index_patterns(Recording& recording);

}  // namespace gemmscope::format
