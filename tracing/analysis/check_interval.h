// SPDX-License-Identifier: MIT
/// @file check_interval.h
/// The accesses of a block to shared memory between two barriers: which of them nothing orders, and what reads find.
///
/// Two accesses of one interval are ordered if one thread makes both, or if a __syncwarp of their warp lies between
/// them; any others may come in either order, on a GPU also those of one warp (independent thread scheduling, CUDA C++
/// Programming Guide, "SIMT Architecture").
#pragma once

#include <span>

#include "tracing/analysis/check_parts.h"

namespace gemmscope::analysis {

/// A shared cell (last_writers.h) between two intervals.
struct CellState {
  bool written = false;
  bool read = false;  ///< since it was written
  std::uint32_t k_tile = 0;
  std::uint32_t byte = 0;
  Access by;  ///< the last store
};

/// k-tiles from `base` on; the epilogue stays what it is.
constexpr std::uint32_t relative(std::uint32_t k_tile, std::uint32_t base) {
  return k_tile == format::kEpilogue ? k_tile : k_tile - base;
}

/// What an interval does to a cell; k-tiles count from the interval's.
struct CellChange {
  std::uint32_t cell = 0, byte = 0;
  bool stored = false, read = false;
  std::uint32_t k_tile = 0, row = 0;
  std::uint16_t warp = 0, site = 0;
  std::uint8_t lane = 0;

  /// `segments`: of the interval; `block`: whose state it is.
  void apply(CellState& state, std::uint32_t block, std::span<const format::Segment* const> segments) const;
};

/// The lowest k-tile of the segments, the interval's own.
[[nodiscard]] std::uint32_t first_k_tile(std::span<const format::Segment* const> segments);

struct IntervalOutcome {
  struct Found {
    FindingKey key;
    std::uint64_t count = 0;
    Finding example;
  };
  std::vector<Found> found;
  std::vector<CellChange> changes;
};

/// One interval of one block.
class IntervalCheck {
 public:
  /// `segments`: of the interval, one of a warp; `block`: in which they are found first.
  IntervalCheck(const format::Recording& recording, std::span<const format::Segment* const> segments,
                std::span<const CellState> state, std::uint32_t block);
  /// nullopt if `budget` has no room for it.
  [[nodiscard]] std::optional<IntervalOutcome> run(Findings& budget);

 private:
  /// One lane's access to one cell.
  struct Touch {
    std::uint32_t cell = 0, row = 0, k_tile = 0;
    std::uint32_t epoch = 0;  ///< __syncwarps that the warp has passed in this interval
    std::uint16_t warp = 0, site = 0;
    std::uint8_t lane = 0;
    bool store = false;
  };
  using Touches = std::span<const Touch>;

  void collect(std::uint32_t first_cell, std::uint32_t end_cell);
  void look_at(Touches of_cell, Touches stores);
  void find_races(const Touch& touch, Touches stores);
  void find_unwritten(const Touch& load, Touches stores);
  void change(Touches of_cell, Touches stores);
  void add(Fault fault, const Touch& at, const Touch* other, bool in_warp);
  Access access(const Touch& touch) const;
  std::uint64_t touches() const;
  static bool is_before(const Touch& a, const Touch& b);
  static bool is_ordered(const Touch& a, const Touch& b);

  const format::Recording& recording_;
  std::span<const format::Segment* const> segments_;
  std::span<const CellState> state_;
  std::uint32_t block_, base_, bytes_;
  Recorded recorded_;
  std::vector<Touch> touches_;
  std::map<FindingKey, std::pair<std::uint64_t, Finding>> found_;
  IntervalOutcome outcome_;
};

}  // namespace gemmscope::analysis
