// SPDX-License-Identifier: MIT
#include "tracing/analysis/launch_places.h"

#include <set>
#include <utility>

namespace gemmscope::analysis {
namespace {

using format::Recording;

void add_unrecorded_blocks(const Recording& recording, const LaunchParts& parts, LaunchPlaces& places) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> there;
  for (const format::Block& block : recording.blocks) there.insert({block.y, block.x});
  const Kinds kinds = kinds_of(recording, parts);
  for (std::uint32_t y = 0; y < recording.grid_y; ++y)
    for (std::uint32_t x = 0; x < recording.grid_x; ++x) {
      if (there.contains({y, x})) continue;
      const format::Block block{.y = y, .x = x, .pattern = 0, .base = {}};
      const auto source = nearest(kinds, static_cast<std::size_t>(parts.kind_of(block)));
      if (!source) return;  // nothing is recorded
      const format::Block& from = recording.blocks[*source];
      LaunchPlaces::PlacedBlock placed{*source, parts.between(from, block)};
      for (std::size_t t = 0; t < placed.base.size(); ++t) placed.base[t] += from.base[t];
      places.blocks.push_back(placed);
    }
}

}  // namespace

LaunchPlaces launch_places(const Recording& recording, bool whole_launch) {
  LaunchPlaces places;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) places.blocks.push_back({b, recording.blocks[b].base});
  if (!whole_launch) return places;
  const LaunchParts parts(recording);
  if (parts.blocks() > recording.blocks.size()) add_unrecorded_blocks(recording, parts, places);
  for (const auto& [from, ranges] : k_tiles_stood_for(parts, recorded_k_tiles(recording)))
    for (const format::Range range : ranges)
      for (std::uint32_t k_tile = range.begin; k_tile < range.end; ++k_tile)
        places.k_tiles[from].push_back(parts.between_k_tiles(from, k_tile));
  return places;
}

}  // namespace gemmscope::analysis
