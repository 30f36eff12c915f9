// SPDX-License-Identifier: MIT
/// @file finding.h
/// What check() can find, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "tracing/analysis/geometry.h"
#include "tracing/analysis/tiles/said.h"

namespace gemmscope::analysis {

enum class Fault : std::uint8_t {
  kUninitialisedRead,  ///< a shared cell is read that was never written
  kReadAfterWrite,     ///< one thread reads what another writes, without a barrier between: it may come too early
  kWriteAfterRead,     ///< one thread overwrites what another reads, without a barrier between
  kWriteAfterWrite,    ///< two threads write the same cell, without a barrier between
  kOutOfBounds,        ///< of the array that the access names
  kMisaligned,         ///< an address that is not a multiple of the access's width
  kDivergence,         ///< threads of a block or warp at different barriers
  kReadWithoutBeta,    ///< C is read though it is multiplied by 0
  kBlockRace,          ///< a block loads or stores what another stores: nothing orders them
  kCopyInFlight,       ///< an access to a shared cell to which an asynchronous copy is on its way
  kUnwrittenRead,      ///< of global memory that neither the host nor a kernel has written
  kAbsentLane,         ///< the mask of a shuffle, vote, match or reduction names a lane that does not take part
  kLaunchFault,        ///< Recording::fault: the launch ended there
  kUndefinedValue,     ///< a shuffle takes a value from a lane that is not there, and something depends on it
  kOverlap,            ///< two arrays begin in the same place (extern __shared__), and are used as if they did not
  kReadAndWrite,       ///< one thread reads what another writes, and the program does not say which comes first
  kLostUpdate,         ///< threads load a value, change it and store it, and none waits for the others
  kNotAsSaid,          ///< a comment of the source says of tiles what the launch does not do
};
inline constexpr int kFaults = 18;
/// A few words: "uninitialised read".
std::string_view name_of(Fault fault);
/// Two accesses of threads of one block, or of any blocks, that nothing orders.
bool is_race(Fault fault);

/// How `other` of a race comes before `at`.
enum class Sequence : std::uint8_t {
  kNotKnown,  ///< by k-tiles, or by their positions among the requests of their warps: there is no PTX
  kOnward,    ///< one leads to the other
  kNextPass,  ///< it leads there only in a later pass of a loop
  kNone,      ///< neither leads to the other, or each in a later pass of a loop
};

/// What helps where it is something else than usual for the fault.
enum class Remedy : std::uint8_t {
  kUsual,
  kBarrierInBothBranches,  ///< both accesses are in branches that have barriers of their own: each needs one more
  kBarrierInBothLoops,     ///< and the branches repeat them in loops
  kSameAtomic,             ///< an update is lost by a plain change: it has to be an atomic operation, too
  kJoinedLook,             ///< an atomic exchange replaces what came after the look that decides it
  kOwnPlaces,              ///< blocks only store to the same elements
  kOwnParts,               ///< one loads them, too, and stores to them itself
  kGridBarrier,            ///< the launch is cooperative: all blocks can meet
  kSignal,                 ///< threads signal each other, or hold locks, and not so that the two are ordered
};

/// Why a finding only follows from another.
enum class Why : std::uint8_t {
  kNone,         ///< it does not
  kValue,        ///< a value that is read too early or too late decides where threads access memory
  kWhether,      ///< or whether they do
  kBarriers,     ///< threads wait at different barriers
  kBytes,        ///< an access is outside its array, and meets others there
  kPasses,       ///< no barrier keeps the passes of a loop apart, so that accesses of two passes meet
  kChange,       ///< load, change and store are not one operation; nothing else would mend this
  kSameBarrier,  ///< the barrier for which there is no place yet would part them, too
  kEarly,        ///< what is read may not be stored yet
  kIndex,        ///< the same line loads and stores there, as `counts[i]++` does
};

/// A place for a barrier between the accesses of races.
struct BarrierGap {
  std::uint32_t after = 0;   ///< the last line of the accesses that come first in the program
  std::uint32_t before = 0;  ///< the first line of those that come second, or of what leads to them
  std::uint32_t behind = 0;  ///< put the barrier after this line, by the source's braces; 0: not known
  bool next_pass = false;    ///< `before` belongs to the next pass of a loop
  bool in_warps = true;      ///< all races are inside warps: a __syncwarp would do
  bool is_common = true;     ///< all threads reach it; false: they reach no place between them
};

/// A place that is inside all of some races: after the first access of each, before the second.
struct GapOfRaces : BarrierGap {
  std::vector<std::size_t> findings;  ///< indices, ascending
};

/// A store and a load of one block that race.
struct RacingSites {
  std::uint16_t store = 0, load = 0;  ///< indices into Recording::sites
  bool in_warp = false;               ///< of two lanes of a warp

  friend auto operator<=>(const RacingSites&, const RacingSites&) = default;
};

/// One lane's share of a request of a recording.
struct Access {
  std::uint32_t block = 0;  ///< index into Recording::blocks
  std::uint32_t warp = 0;
  std::uint32_t request = 0;  ///< index among the warp's requests
  std::uint8_t lane = 0;
  std::uint16_t site = 0;  ///< index into Recording::sites

  std::uint32_t thread() const { return warp * kLanes + lane; }
  friend bool operator==(const Access&, const Access&) = default;
};

/// What a comment says, and what is done instead.
struct NotAsSaid {
  SaidIn said;
  std::string found;  ///< "As[1][0] gets A[1][0], where A[0][1] should be"
};

/// All faults of one kind at one site, or between two; the places are those of the first in the program, of one block.
struct Finding {
  Fault fault = Fault::kUninitialisedRead;
  std::optional<Access> at{};     ///< none: for `divergence`, and for elements that were not accessed
  std::optional<Access> other{};  ///< of a race, the one that comes first in the program; of kOverlap, the
                                  ///< earlier one; the copy
  bool in_warp = false;           ///< of a race: both threads are in one warp, and in one stretch between __syncwarps
  bool agreed = false;            ///< of two stores that would race: both stored the same value in the recorded run
  bool undecided = false;  ///< of a race: a signal orders the two, if a thread has seen it; `look` is where it looks
  std::optional<Access> look{};
  /// The shared cell, or element of A, B or C. None: outside of all, or of `divergence`.
  std::variant<std::monostate, Cell, Element> place{};
  std::uint16_t tensor = 0;  ///< index into Recording::tensors: the array that `at` names, or of the element
  std::uint32_t byte = 0;    ///< the address, where there is one
  std::uint32_t block = 0;   ///< index into Recording::blocks
  /// Elements that were never accessed; stores that were never read, or one too many to an element; else accesses of
  /// single lanes, in shared memory to single cells. For a race: the accesses that come second in the program or, for
  /// write after read, the reads.
  std::uint64_t count = 0;
  /// For threads that should have come to one place; for kLaunchFault, if its request is not recorded: the thread, and
  /// one that waits elsewhere, or the same; for kUndefinedValue: the thread that takes it, and the lane.
  std::optional<format::Divergence> divergence{};
  /// What depends on the value: for kUndefinedValue, and for reads of unwritten memory if it is known.
  std::optional<format::Undefined> undefined{};
  Sequence sequence = Sequence::kNotKnown;
  Remedy remedy = Remedy::kUsual;
  std::optional<BarrierGap> gap{};  ///< of a race that a barrier would fix
  /// Races inside one stretch of a warp are joined, but each needs a __syncwarp of its own: `gap` is the first race's
  /// place, and these are those of the others.
  std::vector<BarrierGap> further_gaps{};
  /// A race between blocks may only follow from another race, at these sites: what the load there finds decides whether
  /// one of the two accesses is made, and it found a wrong value, or with a barrier there a signal would order the two.
  std::optional<RacingSites> follows{};
  /// For races that the same barrier would fix: each by itself, including this one. `count` is that of all. Empty:
  /// there is only one.
  std::vector<Finding> parts{};
  /// Findings that only follow from this one, each with its `why`: see consequences.h.
  std::vector<Finding> consequences{};
  Why why = Why::kNone;
  /// The statements of `at` and `other`: ProgramSteps::graph(). 0xffffffff: not known.
  std::uint32_t step = 0xffffffff, other_step = 0xffffffff;
  /// For kNotAsSaid. `at` is the first access that shows it; for a whole product, the first store to C.
  std::optional<NotAsSaid> said{};
  /// Their places: ProgramSteps::places(). Empty: as their sites say.
  std::vector<format::Place> places{}, other_places{};
};

/// The sites of `at` and of `other`, with the lines of their places.
[[nodiscard]] format::Site site_of(const format::Recording& recording, const Finding& finding);
[[nodiscard]] format::Site other_site_of(const format::Recording& recording, const Finding& finding);

/// Each race that the finding stands for.
inline std::span<const Finding> parts_of(const Finding& finding) {
  return finding.parts.empty() ? std::span<const Finding>(&finding, 1) : finding.parts;
}

}  // namespace gemmscope::analysis
