// SPDX-License-Identifier: MIT
#include "tracing/analysis/ownership.h"

#include <algorithm>
#include <utility>

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {
namespace {

/// Requests of a warp that are looked at; kernels begin to compute after some dozens. Keeps damaged files affordable.
constexpr std::size_t kMostRows = 4096;

/// Adds `place` once, in the order of the calls.
void add_once(std::vector<std::uint32_t>& places, std::uint32_t place) {
  if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
}

enum class Within { kInnerStep, kKTile };

/// What the lanes read in the first inner step, or k-tile, of the segments of one warp.
void read_first(Within within, const format::Recording& recording, std::uint32_t block,
                std::span<const format::Segment> segments, const BlockTiles& tiles, LaneShare* lanes) {
  std::optional<std::pair<std::uint32_t, std::uint16_t>> first;  // k-tile and step
  std::size_t looked_at = 0;
  for (const format::Segment& segment : segments) {
    const std::vector<format::Row>& rows = recording.templates[segment.template_id].rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (++looked_at > kMostRows) return;
      const format::Row& row = rows[r];
      const format::Site& site = recording.sites[row.site];
      if (row.phase != format::Phase::kCompute || site.op != format::Op::kLoad) continue;
      const std::pair moment(k_tile_of(segment, row), within == Within::kInnerStep ? row.step : std::uint16_t{0});
      if (first && moment.first != first->first) return;
      if (first && moment != *first) continue;  // a compiler may have mixed the loads of several steps
      first = moment;
      const format::Request request = format::decode(recording, block, segment, r);
      for (std::size_t lane = 0; lane < request.address.size(); ++lane) {
        if (request.address[lane] == format::kInactive) continue;
        for_each_factor(recording, tiles, site, request.address[lane], [&](const Factor& factor) {
          add_once(factor.of_a ? lanes[lane].rows : lanes[lane].columns, factor.place);
        });
      }
    }
  }
}

/// [warp * 32 + lane]: what each reads first.
std::vector<LaneShare> shares_of_lanes(Within within, const format::Recording& recording, std::uint32_t block,
                                       const BlockTiles& tiles) {
  std::vector<LaneShare> lanes(std::size_t{recording.warps()} * format::kLanes);
  const format::Pattern& pattern = recording.patterns[recording.blocks[block].pattern];
  for (std::uint32_t warp = 0; warp < recording.warps() && warp + 1 < pattern.warp_begin.size(); ++warp)
    read_first(within, recording, block,
               std::span(pattern.segments)
                   .subspan(pattern.warp_begin[warp], pattern.warp_begin[warp + 1] - pattern.warp_begin[warp]),
               tiles, &lanes[std::size_t{warp} * format::kLanes]);
  return lanes;
}

/// Enters all sums; of two lanes that keep the same one (which no right kernel has), the first.
void enter_owners(Ownership& all) {
  all.owners.assign(std::size_t{all.rows} * all.columns, -1);
  std::size_t left = 4 * all.owners.size();  // of a right kernel every element is entered once
  for (std::size_t lane = 0; lane < all.lanes.size(); ++lane) {
    const LaneShare& share = all.lanes[lane];
    if (share.rows.size() * share.columns.size() > left) return;
    left -= share.rows.size() * share.columns.size();
    for (const std::uint32_t row : share.rows)
      for (const std::uint32_t column : share.columns)
        if (std::int32_t& owner = all.owners[std::size_t{row} * all.columns + column]; owner < 0)
          owner = static_cast<std::int32_t>(lane);
  }
}

/// nullopt: none has anything.
std::optional<Ownership> owned(const BlockTiles& tiles, std::vector<LaneShare> shares) {
  if (std::ranges::all_of(shares, &LaneShare::empty)) return std::nullopt;
  Ownership all{.rows = tiles.C.rows, .columns = tiles.C.columns, .lanes = std::move(shares), .owners = {}};
  enter_owners(all);
  return all;
}

}  // namespace

std::optional<Factor> factor_at(const format::Recording& recording, const BlockTiles& tiles, std::uint16_t tensor,
                                std::uint32_t byte) {
  const format::Tensor& t = recording.tensors[tensor];
  const format::Matrix matrix = t.matrix;
  const bool of_a = matrix == format::Matrix::kA;
  if (!of_a && matrix != format::Matrix::kB) return std::nullopt;
  Factor factor{.of_a = of_a};
  // Where there are tiles, reads of the matrices are copies for the next k-tile.
  if (t.space == format::Space::kGlobal && tile_tensor_of(recording, tensor)) return std::nullopt;
  if (t.space == format::Space::kShared) {
    const auto cell = cell_in(recording, tensor, byte);
    if (!cell || cell->padding) return std::nullopt;
    const bool along_row = t.transposed == of_a;  // places of one k lie side by side
    factor.place = along_row ? cell->column : cell->row, factor.k = along_row ? cell->row : cell->column;
  } else {
    const auto element = element_at(recording, tensor, byte);
    if (!element) return std::nullopt;
    factor.place = of_a ? element->row - tiles.A.row : element->column - tiles.B.column;
    factor.k = of_a ? element->column - tiles.A.column : element->row - tiles.B.row;
  }
  if (factor.place >= (of_a ? tiles.C.rows : tiles.C.columns)) return std::nullopt;
  return factor;
}

std::optional<Owner> Ownership::owner_of(std::uint32_t row, std::uint32_t column) const {
  if (row >= rows || column >= columns) return std::nullopt;
  const std::int32_t owner = owners[std::size_t{row} * columns + column];
  if (owner < 0) return std::nullopt;
  return Owner{static_cast<std::uint32_t>(owner / format::kLanes), static_cast<std::uint32_t>(owner % format::kLanes)};
}

std::optional<Ownership> ownership(const format::Recording& recording, std::uint32_t block) {
  const auto tiles = block_tiles(recording, recording.blocks[block], 0);
  if (!tiles || lanes_share(recording)) return std::nullopt;
  return owned(*tiles, shares_of_lanes(Within::kInnerStep, recording, block, *tiles));
}

std::optional<Ownership> ownership_of_warps(const format::Recording& recording, std::uint32_t block) {
  const auto tiles = block_tiles(recording, recording.blocks[block], 0);
  if (!tiles) return std::nullopt;
  // A matrix instruction takes several k's, and its lanes load different ones, so their inner steps cannot be compared.
  std::vector<LaneShare> shares = shares_of_lanes(Within::kKTile, recording, block, *tiles);
  for (std::size_t warp = 0; warp < shares.size(); warp += format::kLanes)
    for (std::size_t lane = 1; lane < format::kLanes; ++lane) {
      const LaneShare share = std::exchange(shares[warp + lane], {});
      for (const std::uint32_t row : share.rows) add_once(shares[warp].rows, row);
      for (const std::uint32_t column : share.columns) add_once(shares[warp].columns, column);
    }
  return owned(*tiles, std::move(shares));
}

}  // namespace gemmscope::analysis
