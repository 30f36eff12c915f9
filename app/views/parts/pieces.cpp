// SPDX-License-Identifier: MIT
#include "app/views/parts/pieces.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace gemmscope::views {
namespace {

bool equal_counts(const std::vector<Run>& runs) {
  return std::all_of(runs.begin(), runs.end(), [&](const Run& run) { return run.count == runs[0].count; });
}

/// The rectangle around `all`, if they fill it.
std::optional<analysis::Rect> filled_rect(const std::vector<analysis::Rect>& all) {
  std::uint32_t top = 0xffffffff, left = top, bottom = 0, right = 0;
  std::size_t area = 0;
  for (const analysis::Rect& r : all) {
    top = std::min(top, r.row), left = std::min(left, r.column);
    bottom = std::max(bottom, r.row + r.rows), right = std::max(right, r.column + r.columns);
    area += std::size_t{r.rows} * r.columns;
  }
  if (all.empty() || area != std::size_t{bottom - top} * (right - left)) return std::nullopt;
  return analysis::Rect{top, left, bottom - top, right - left};
}

}  // namespace

bool Pieces::one_size() const { return equal_counts(rows) && equal_counts(columns); }

Pieces pieces_of(const analysis::LaneShare& share) { return {runs_of(share.rows), runs_of(share.columns)}; }

Pieces pieces_of_warp(const analysis::Ownership& owners, std::uint32_t warp) {
  std::set<std::uint32_t> rows, columns;
  std::size_t elements = 0;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    const analysis::LaneShare& share = owners.share(warp, lane);
    if (share.empty()) continue;
    rows.insert(share.rows.begin(), share.rows.end()), columns.insert(share.columns.begin(), share.columns.end());
    elements += share.rows.size() * share.columns.size();
  }
  if (elements != rows.size() * columns.size()) return {};
  return {runs_of({rows.begin(), rows.end()}), runs_of({columns.begin(), columns.end()})};
}

LaneGrid lane_grid(const analysis::Ownership& owners, std::uint32_t warp) {
  LaneGrid grid;
  std::vector<Pieces> pieces;
  std::set<std::uint32_t> rows, columns;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    const analysis::LaneShare& share = owners.share(warp, lane);
    pieces.push_back(share.empty() ? Pieces{} : pieces_of(share));
    if (!share.empty()) rows.insert(pieces.back().rows[0].first), columns.insert(pieces.back().columns[0].first);
  }
  const auto rank = [](const std::set<std::uint32_t>& all, std::uint32_t of) {
    return static_cast<int>(std::distance(all.begin(), all.find(of)));
  };
  for (const Pieces& p : pieces)
    grid.places.push_back(p.count() == 0
                              ? LaneGrid::Place{}
                              : LaneGrid::Place{rank(rows, p.rows[0].first), rank(columns, p.columns[0].first)});
  grid.rows = static_cast<int>(rows.size()), grid.columns = static_cast<int>(columns.size());
  const bool alike = std::all_of(pieces.begin(), pieces.end(), [&](const Pieces& p) {
    return p.rows.size() == pieces[0].rows.size() && p.columns.size() == pieces[0].columns.size();
  });
  for (std::size_t i = 0; alike && i < pieces[0].rows.size(); ++i)
    for (std::size_t j = 0; j < pieces[0].columns.size(); ++j) {
      std::vector<analysis::Rect> parts;
      for (const Pieces& p : pieces) parts.push_back(p.of(i, j));
      if (const auto rect = filled_rect(parts)) grid.subtiles.push_back(*rect);
    }
  if (grid.subtiles.size() != pieces[0].count()) grid.subtiles.clear();
  return grid;
}

}  // namespace gemmscope::views
