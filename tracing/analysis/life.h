// SPDX-License-Identifier: MIT
/// @file life.h
/// The life of one element in one block: what loads it, where it is in shared memory, which lanes read it, which
/// multiply-adds use it, and in which elements of C it ends. Plain data; life_of.h makes it.
#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "tracing/analysis/geometry.h"
#include "tracing/analysis/touches.h"

namespace gemmscope::analysis {

/// What a cell of As or Bs holds in a k-tile.
struct TileCell {
  Element cell;  ///< of a shared tile, row and column as the kernel means them (swizzle undone)
  std::uint32_t k_tile = 0;
  friend bool operator==(const TileCell&, const TileCell&) = default;
};
/// A register: what a lane has loaded by a request.
struct Register {
  std::uint32_t warp = 0, request = 0;  ///< request: index among the warp's requests
  std::uint8_t lane = 0;
  std::uint8_t part = 0;  ///< of a wide load, which of its elements
  friend bool operator==(const Register&, const Register&) = default;
};
/// What one can follow: an element of A, B or C, or one named by where it is.
using Followed = std::variant<Element, TileCell, Register>;

/// What a request does with the element. kMultiplyAdd is no request: it happens once the lanes have read all they need
/// for an inner step, so at the last of those reads.
enum class UseKind : std::uint8_t {
  kGlobalLoad,   ///< from A, B or C into a register
  kSharedStore,  ///< into As or Bs
  kSharedLoad,   ///< from As or Bs into a register
  kMultiplyAdd,  ///< added, times its partner, to a sum; for an element of C: to its own
  kStagedStore,  ///< a sum, into a tile of C in shared memory
  kStagedLoad,   ///< from there
  kGlobalStore,  ///< a sum, to C
};
inline constexpr int kUseKinds = 7;

/// What some lanes of a request do.
struct Use {
  UseKind kind = UseKind::kGlobalLoad;
  When when;
  std::uint32_t k_tile = 0;  ///< that the request says it is for; or format::kEpilogue
  std::uint16_t step = format::kNoStep;
  std::uint16_t site = 0;      ///< of the request
  std::uint32_t number = 0;    ///< of the request among those with uses, from 1
  std::uint32_t lanes = 0;     ///< bit l: lane l does it
  std::optional<Cell> cell;    ///< in shared memory; nullopt for several cells and for global memory
  std::uint32_t products = 0;  ///< kMultiplyAdd: how many, of all lanes together
  std::uint32_t k = 0;         ///< kMultiplyAdd: of A[m][k] * B[k][n]
  std::vector<Rect> of_C;      ///< from kMultiplyAdd on: the elements of C whose sums these are
};

/// Why something is not there.
enum class Absent : std::uint8_t {
  kNoTiles,        ///< the kernel does not say how large its tiles are
  kNoElement,      ///< the place holds no element of a matrix: padding, or zeros beyond its edge
  kStagedC,        ///< the place holds one element of C after the other
  kNotALoad,       ///< the lane does not load anything there
  kOtherBlock,     ///< the block does not work on the element
  kDropped,        ///< requests were lost while recording
  kMisaligned,     ///< requests that access it fault
  kWarps,          ///< not all warps are recorded
  kNotLoaded,      ///< nothing recorded loads it
  kOtherPlace,     ///< it is stored to its tile, but not to its cell: a comment says another layout than the kernel has
  kOtherValue,     ///< lanes store to its cell, or read from it, but something else
  kNotRead,        ///< it is not read before something else is stored to its cell
  kNeverRead,      ///< it is not read, and nothing else is stored to its cell
  kNotMultiplied,  ///< in a step in which it is read no partner is, or the lane does not keep that sum; of an element
                   ///< of C: in some steps the lane that keeps it does not read both factors
  kPartOfK,        ///< other blocks add products of other k's to the same elements of C
  kLanesShare,     ///< the lanes of a warp multiply together: which of them adds a product is not known
  kNotStored,      ///< its sums, some or all, are not stored to C
  kOtherLane,      ///< some of its sums are stored by lanes that do not keep them
  kTooMuch,        ///< it takes too long for this recording
};

/// What uses of one kind come to.
struct Tally {
  std::uint64_t requests = 0, lanes = 0;  ///< lanes: counted in each request
  std::uint64_t products = 0;             ///< of kMultiplyAdd
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// All uses of one kind.
struct UsesOfKind {
  UseKind kind = UseKind::kGlobalLoad;
  std::size_t first = 0;  ///< index into Life::uses
  Tally tally;
};

struct Life {
  Followed what;
  std::uint32_t block = 0;              ///< index into Recording::blocks
  std::optional<Element> element;       ///< of A, B or C; nullopt: nothing else is there but the reasons
  std::optional<std::uint32_t> k_tile;  ///< in which an element of A or B is used
  std::optional<Cell> cell;       ///< where the block keeps it in that k-tile; nullopt: the kernel has no tile of it
  std::vector<Use> uses;          ///< in the order of time, of one request in the order of UseKind
  std::vector<UsesOfKind> kinds;  ///< of `uses`, by their first
  std::vector<Rect> sums;         ///< elements of C to whose sums it is added; of an element of C, itself
  std::vector<Rect> ends;         ///< those of them that are stored: where it ends
  std::uint32_t blocks = 0, all_blocks = 0;  ///< that work on the element, this one included: recorded, of the launch
  std::vector<Absent> absent;                ///< in the order above, each once

  Tally of(UseKind kind) const;
};

/// The first use at `when`; nullopt if there is none. Cost: a binary search.
[[nodiscard]] std::optional<std::size_t> use_at(const Life& life, const When& when);
/// The first use after `when`, and the first of the last request with a use before; nullopt if there is none. Several
/// uses of one request count as one. Cost: a binary search.
[[nodiscard]] std::optional<std::size_t> next_use(const Life& life, const When& when);
[[nodiscard]] std::optional<std::size_t> previous_use(const Life& life, const When& when);

/// `elements`, of one matrix, as rectangles: as long as possible along rows, then along columns. By row, then column.
[[nodiscard]] std::vector<Rect> rects_of(std::vector<Element> elements);
/// How many elements they hold.
[[nodiscard]] std::uint64_t elements_in(const std::vector<Rect>& rects);

}  // namespace gemmscope::analysis
