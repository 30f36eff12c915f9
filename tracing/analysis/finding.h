// SPDX-License-Identifier: MIT
/// @file finding.h
/// What check() can find, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {

enum class Fault : std::uint8_t {
  kUninitialisedRead,  ///< of a shared cell that nobody has written
  kStaleRead,          ///< of a shared cell that was not written for this k-tile
  kReadAfterWrite,     ///< one thread reads what another writes, without a barrier between: it may come too early
  kWriteAfterRead,     ///< one thread overwrites what another reads, without a barrier between
  kWriteAfterWrite,    ///< two threads write the same cell, without a barrier between
  kOutOfBounds,        ///< of the array that the access names
  kMisaligned,         ///< an address that is not a multiple of the access's width
  kDivergence,         ///< threads of a block or warp at different barriers
  kEarlyExit,          ///< a thread has ended while others wait for it at a barrier
  kNeverStored,        ///< an element of C, by the block whose tile it is in
  kStoredTwice,        ///< an element of C
  kReadWithoutBeta,    ///< C is read though beta is 0
  kNeverLoaded,        ///< an element of A or B that its block needs, or of C where beta is not 0
  kBlockRace,          ///< a block loads or stores what another stores: nothing orders them
  kCopyInFlight,       ///< an access to a shared cell to which an asynchronous copy is on its way
  kUnwrittenRead,      ///< of global memory that neither the host nor a kernel has written
  kNeverRead,          ///< a shared cell with an element that is overwritten, or the block ends, before anybody read it
  kAbsentLane,         ///< the mask of a shuffle, vote, match or reduction names a lane that does not take part
  kOverlap,            ///< two arrays begin in one place (extern __shared__), and are used as if they did not
};
inline constexpr int kFaults = 19;
/// A few words: "uninitialised read".
std::string_view name_of(Fault fault);
/// Two accesses that nothing orders.
bool is_race(Fault fault);

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

/// All faults of one kind at one site, or between two; the places are those of the first in the program, of one block.
struct Finding {
  Fault fault = Fault::kUninitialisedRead;
  std::optional<Access> at{};     ///< none: of `divergence`, and of elements that nobody accessed
  std::optional<Access> other{};  ///< of a race, the one that comes first in the program; of kStoredTwice and kOverlap,
                                  ///< the earlier one; the copy
  bool in_warp = false;           ///< of a race: both threads are of one warp, and of one stretch between __syncwarps
  bool agreed = false;            ///< of two stores that would race: both stored the same in the run that was recorded
  /// The shared cell, or element of A, B or C. None: outside of all, or of `divergence`.
  std::variant<std::monostate, Cell, Element> place{};
  std::uint16_t tensor = 0;  ///< index into Recording::tensors: the array that `at` names, or of the element
  std::uint32_t byte = 0;    ///< the address, where there is one
  std::uint32_t k_tile = 0;  ///< or format::kEpilogue
  std::uint32_t block = 0;   ///< index into Recording::blocks
  /// Elements that nobody accessed; stores that nobody read, or one too many to an element; else accesses of single
  /// lanes, in shared memory to single cells. Of a race, of those that come second in the program or, write after read,
  /// reads.
  std::uint64_t count = 0;
  std::optional<format::Divergence> divergence{};  ///< of threads that should have come to one place
};

}  // namespace gemmscope::analysis
