// SPDX-License-Identifier: MIT
// Summary and digests of the warp-tiling kernel's address formulas against all of its golden figures.
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/analysis/golden.h"
#include "tests/analysis/warp_tile_recording.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::analysis::testing {
namespace {

TEST(GoldenSummary, AllFiguresOfAllWarpTileRows) {
  std::map<std::tuple<std::string, std::string>, format::Recording> recordings;  // [preset, variant]
  int rows = 0;
  for (const GoldenRow& row : golden_rows("k000")) {
    SCOPED_TRACE(row.title());
    ++rows;
    const std::tuple key{row.preset, row.variant};
    if (!recordings.contains(key)) {
      WarpTileCase c = golden_case(row);
      recordings.emplace(key, warp_tile_recording(c));
    }
    const format::Recording& recording = recordings.at(key);
    EXPECT_EQ(recording.shared_bytes, row.shared_bytes);

    const Scope scope{.k_tiles = row.epilogue ? format::Range{0, 0} : format::Range{0, 1}, .epilogue = row.epilogue};
    const CostTable table(recording);
    expect_row(summarize(recording, table, scope), address_digests(recording, table, scope), row);
  }
  EXPECT_EQ(rows, 200);
}

}  // namespace
}  // namespace gemmscope::analysis::testing
