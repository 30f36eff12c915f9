// SPDX-License-Identifier: MIT
/// @file launch_parts.h
/// Which recorded blocks and k-tiles stand for which others, and where those lie. What launch.h is made of.
#pragma once

#include <map>
#include <optional>

#include "tracing/analysis/scope.h"
#include "tracing/analysis/spread.h"

namespace gemmscope::analysis {

/// Of each global tensor, in the order of Segment::base.
using Spreads = std::array<Spread, format::kMaxGlobalTensors>;

Spreads operator*(const Spreads& a, const Spreads& b);
Spreads& operator+=(Spreads& a, const Spreads& b);

/// Tiles along M, N or K. Those that the matrix ends in are another kind than those inside it.
struct TileLine {
  format::Range whole, cut;
  std::uint32_t size() const { return cut.end; }
  bool cuts(std::uint32_t tile) const { return tile >= cut.begin; }
  format::Range kind(bool is_cut) const { return is_cut ? cut : whole; }
};

/// A launch in blocks and k-tiles.
class LaunchParts {
 public:
  explicit LaunchParts(const format::Recording& recording);

  const TileLine& k_tiles() const { return k_tiles_; }
  std::uint64_t blocks() const { return std::uint64_t{rows_.size()} * columns_.size(); }
  /// Blocks of the same kind have the same number; 0 to 3, 0 where no matrix ends.
  int kind_of(const format::Block& block) const;
  std::uint64_t blocks_of_kind(int kind) const;

  /// Block `from` and all that it stands for: blocks of `kind` but for those at `recorded`.
  Spreads blocks_from(const format::Block& from, int kind, const std::vector<const format::Block*>& recorded) const;
  /// Bytes of each tensor from block `from` to block `to`, resp. from one k-tile to another; mod 2^32.
  format::Bases between(const format::Block& from, const format::Block& to) const;
  format::Bases between_k_tiles(std::uint32_t from, std::uint32_t to) const;
  /// K-tiles `range`, seen from k-tile `from`.
  Spreads k_tiles_from(std::uint32_t from, format::Range range) const;

 private:
  struct Step {  ///< bytes to the next tile
    std::uint32_t row = 0, column = 0, k_tile = 0;
  };
  std::uint32_t row(const format::Block& block) const { return x_walks_rows_ ? block.x : block.y; }
  std::uint32_t column(const format::Block& block) const { return x_walks_rows_ ? block.y : block.x; }

  TileLine rows_, columns_, k_tiles_;
  std::array<Step, format::kMaxGlobalTensors> steps_{};
  bool x_walks_rows_ = false;
};

/// What is in both.
inline format::Range inside(format::Range a, format::Range b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// K-tiles of the launch that are recorded.
format::Range recorded_k_tiles(const format::Recording& recording);

/// Recorded blocks by their kind: indices into Recording::blocks.
using Kinds = std::array<std::vector<std::uint32_t>, 4>;
Kinds kinds_of(const format::Recording& recording, const LaunchParts& parts);
/// The recorded block that stands for blocks of `kind`: one of them, or one that ends at one of the same edges, or any.
std::optional<std::uint32_t> nearest(const Kinds& kinds, std::size_t kind);

/// K-tiles that were not recorded, by the recorded one that stands for them: ranges, in order; some may be empty.
std::map<std::uint32_t, std::vector<format::Range>> k_tiles_stood_for(const LaunchParts& parts, format::Range recorded);

/// Which k-tiles stand for others.
using Standing = std::map<std::uint32_t, Spreads>;  ///< [k-tile]: that k-tile and all that it stands for
Standing standing_k_tiles(const LaunchParts& parts, format::Range recorded);

}  // namespace gemmscope::analysis
