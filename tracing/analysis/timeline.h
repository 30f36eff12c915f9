// SPDX-License-Identifier: MIT
/// @file timeline.h
/// The requests of a warp as a row of columns at any zoom, and jumps to the next conflict in it.
///
/// Answers for any range in logarithmic time, because every template and every pattern keeps a pyramid of maxima and
/// prefix sums: a window 1600 pixels wide over ten million requests asks 1600 questions, not ten million.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tracing/analysis/cost_table.h"

namespace gemmscope::analysis {

/// Range maxima of a fixed sequence. Level l holds the maxima of 2^l neighbours.
class MaxPyramid {
 public:
  MaxPyramid() = default;
  explicit MaxPyramid(std::vector<std::uint8_t> values);
  /// The largest of values[begin, end); 0 if that is empty. Cost: O(log(end - begin)).
  std::uint8_t max(std::size_t begin, std::size_t end) const;

 private:
  std::vector<std::vector<std::uint8_t>> levels_;
};

/// What a stretch of requests costs.
struct TimelineColumn {
  std::uint32_t requests = 0;
  std::uint32_t first = 0;   ///< first request of the stretch
  int max_nway = 0;          ///< of its shared requests; 0 if there is none
  std::uint64_t excess = 0;  ///< wavefronts that conflicts cost
  int max_sectors = 0;       ///< of its global requests: the most sectors for each ideal one, rounded down; 0: none
  std::uint64_t sectors = 0, ideal_sectors = 0;
  bool faults = false;  ///< has a request that faults
};

/// Requests of a warp while it works on one k-tile. What it fetches ahead for a later one belongs here too: a request
/// is in the band of the earliest k-tile that it, or any request after it, has.
struct KTileBand {
  std::uint32_t k_tile = 0;          ///< or format::kEpilogue
  std::uint32_t begin = 0, end = 0;  ///< half-open, requests of the warp
  friend bool operator==(const KTileBand&, const KTileBand&) = default;
};

/// Requests of a warp are numbered from 0 in program order, as in format::locate.
class Timeline {
 public:
  /// Keeps a reference to `recording`, which must outlive it; immutable, so threads may share it.
  /// Cost: 40 ns per row of each entry of the table, 20 ns per segment of each group.
  Timeline(const format::Recording& recording, const CostTable& table, ConflictModel model = ConflictModel::kFused);

  /// Requests of a warp.
  std::uint32_t size(std::uint32_t block, std::uint32_t warp) const;
  /// What requests [begin, end) of a warp cost together. Cost: under 1 us.
  TimelineColumn stretch(std::uint32_t block, std::uint32_t warp, std::uint32_t begin, std::uint32_t end) const;
  /// Splits requests [begin, end) evenly into columns; with fewer requests than columns some repeat the one before, so
  /// that every column shows the request under it.
  void columns(std::uint32_t block, std::uint32_t warp, double begin, double end, std::span<TimelineColumn> out) const;

  /// The first request at or after `from` with excess; nullopt if there is none.
  std::optional<std::uint32_t> next_conflict(std::uint32_t block, std::uint32_t warp, std::uint32_t from) const;
  /// The last request before `from` with excess.
  std::optional<std::uint32_t> previous_conflict(std::uint32_t block, std::uint32_t warp, std::uint32_t from) const;

  /// First request after each barrier, in order; barriers without a request between them give one number.
  std::span<const std::uint32_t> barriers(std::uint32_t block, std::uint32_t warp) const;
  /// In order, without gaps.
  std::span<const KTileBand> k_tile_bands(std::uint32_t block, std::uint32_t warp) const;
  /// The band that holds `request`; nullptr past the warp's last. Cost: a binary search.
  const KTileBand* k_tile_band(std::uint32_t block, std::uint32_t warp, std::uint32_t request) const;

 private:
  /// What stretches add up.
  struct Sums {
    std::uint64_t excess = 0, sectors = 0, ideal_sectors = 0;
    Sums& operator+=(const Sums& other) {
      excess += other.excess, sectors += other.sectors, ideal_sectors += other.ideal_sectors;
      return *this;
    }
  };
  /// What they take the maximum of.
  struct Peaks {
    MaxPyramid nway, sectors, faults;
    void raise(TimelineColumn& column, std::size_t begin, std::size_t end) const;
  };
  /// An entry of the cost table.
  struct Rows {
    Peaks peaks;
    std::vector<Sums> before;  ///< rows + 1 prefix sums
  };
  struct Warp {
    std::vector<std::uint32_t> barriers;
    std::vector<KTileBand> bands;
  };
  /// A group of the cost table: the segments of a pattern.
  struct Segments {
    std::vector<std::uint32_t> entry;  ///< of each
    Peaks peaks;
    std::vector<Sums> before;  ///< segments + 1 prefix sums, over all warps
  };
  using Runs = std::vector<KTileBand>;  ///< of a template's rows with the same Row::k_tile
  struct Place;                         ///< a request as segment and row

  static Rows rows_of(const CostTable& table, const CostTable::Entry& entry, ConflictModel model);
  Segments segments_of(const CostTable::Group& group) const;
  const format::Pattern& pattern(std::uint32_t block) const;
  Warp find_bands(const format::Pattern& pattern, std::uint32_t warp, const std::vector<Runs>& runs) const;
  const Segments& segments(std::uint32_t block) const { return segments_[group_of_block_[block]]; }
  const std::vector<Warp>& warps(std::uint32_t block) const { return warps_[recording_->blocks[block].pattern]; }
  Place place(std::uint32_t block, std::uint32_t warp, std::uint32_t request) const;
  Sums before(std::uint32_t block, const Place& place) const;
  std::optional<std::uint32_t> request_reaching(std::uint32_t block, std::uint32_t warp, std::uint64_t excess) const;

  const format::Recording* recording_;
  std::vector<Rows> rows_;          ///< [entry]
  std::vector<Segments> segments_;  ///< [group]
  std::vector<std::uint32_t> group_of_block_;
  std::vector<std::vector<Warp>> warps_;  ///< [pattern][warp]
};

}  // namespace gemmscope::analysis
