// SPDX-License-Identifier: MIT
// How often each request happens inside a scope, against a look at every one of them.
#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tracing/analysis/cost_table.h"

namespace gemmscope::analysis::testing {
namespace {

/// A kernel that prefetches: a segment has requests of its own k-tile, of the next one and of the epilogue.
format::Recording prefetching() {
  format::Recording recording = warp_tile_recording({.K = 64, .blocks = {{0, 0}, {1, 1}}});
  for (format::Template& coded : recording.templates)
    for (std::size_t i = 0; i < coded.rows.size(); ++i) {
      format::Row& row = coded.rows[i];
      if (row.k_tile == format::Row::kEpilogueRow) continue;
      if (i % 3 == 1) row.k_tile = 1;
      if (i % 7 == 3) row.k_tile = format::Row::kEpilogueRow;
    }
  return recording;
}

std::vector<std::uint64_t> one_by_one(const format::Recording& recording, const CostTable& table, const Scope& scope) {
  std::vector<std::uint64_t> count(table.size(), 0);
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) {
    if (!scope.blocks.contains(b)) continue;
    const CostTable::Group& group = table.groups()[table.group_of_block(b)];
    const std::vector<format::Segment>& segments = recording.patterns[group.pattern].segments;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      const CostTable::Entry& entry = table.entries()[group.entry[s]];
      for (std::size_t row = 0; row < entry.rows; ++row)
        if (scope.contains(segments[s]) &&
            scope.contains_k_tile(k_tile_of(segments[s], recording.templates[entry.template_id].rows[row])))
          ++count[entry.first + row];
    }
  }
  return count;
}

TEST(CountRequests, EqualsALookAtEveryOne) {
  for (const format::Recording& recording : {warp_tile_recording({.K = 64}), prefetching()}) {
    const CostTable table(recording);
    for (const format::Range k_tiles : {kEverything, format::Range{0, 0}, {0, 1}, {1, 3}, {3, 4}, {4, 9}})
      for (const bool epilogue : {true, false}) {
        const Scope scope{.warps = {1, 3}, .k_tiles = k_tiles, .epilogue = epilogue};
        EXPECT_EQ(count_requests(recording, table, scope), one_by_one(recording, table, scope))
            << k_tiles.begin << " to " << k_tiles.end << (epilogue ? " with epilogue" : "");
      }
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
