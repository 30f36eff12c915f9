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
  /// Cost: 20 ns per template row, 10 ns per segment of each pattern.
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
  struct Rows {
    MaxPyramid nway;
    std::vector<std::uint32_t> excess_before;  ///< rows + 1 prefix sums
    std::vector<KTileBand> runs;               ///< of rows with the same Row::k_tile
  };
  struct Warp {
    std::vector<std::uint32_t> barriers;
    std::vector<KTileBand> bands;
  };
  struct Segments {
    MaxPyramid nway;
    std::vector<std::uint64_t> excess_before;  ///< segments + 1 prefix sums, over all warps
    std::vector<Warp> warps;
  };
  struct Place;  ///< a request as segment and row

  const format::Pattern& pattern(std::uint32_t block) const;
  Warp find_bands(const format::Pattern& pattern, std::uint32_t warp) const;
  const Segments& segments(std::uint32_t block) const { return segments_[recording_->blocks[block].pattern]; }
  Place place(std::uint32_t block, std::uint32_t warp, std::uint32_t request) const;
  std::uint64_t excess_before(std::uint32_t block, const Place& place) const;
  std::optional<std::uint32_t> request_reaching(std::uint32_t block, std::uint32_t warp, std::uint64_t excess) const;

  const format::Recording* recording_;
  std::vector<Rows> rows_;          ///< [template]
  std::vector<Segments> segments_;  ///< [pattern]
};

}  // namespace gemmscope::analysis
