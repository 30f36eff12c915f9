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

using Histogram = std::map<int, std::uint64_t>;

Histogram histogram_of(const SharedCount& count) {
  Histogram histogram;
  for (int n = 0; n <= kLanes; ++n)
    if (count.nway_histogram[static_cast<std::size_t>(n)] != 0)
      histogram[n] = count.nway_histogram[static_cast<std::size_t>(n)];
  return histogram;
}

void expect_shared(const Count& count, const GoldenRow& row) {
  const SharedCount& textbook = count.by(ConflictModel::kTextbook);
  EXPECT_EQ(textbook.wavefronts, row.wavefronts);
  EXPECT_EQ(textbook.ideal_wavefronts, row.ideal_wavefronts);
  EXPECT_EQ(textbook.excess(), row.excess);
  EXPECT_EQ(textbook.max_nway, row.max_nway);
  EXPECT_EQ(histogram_of(textbook), row.nway_histogram);
  EXPECT_EQ(count.by(ConflictModel::kFused).wavefronts, row.fused_wavefronts.value_or(row.wavefronts));
  EXPECT_EQ(count.by(ConflictModel::kSubop).wavefronts, row.subop_wavefronts);
  EXPECT_EQ(count.by(ConflictModel::kSubop).max_nway, row.subop_max_nway);
}

void expect_global(const Count& count, const GoldenRow& row) {
  EXPECT_EQ(count.sectors, row.sectors);
  EXPECT_EQ(count.ideal_sectors, row.ideal_sectors);
  EXPECT_EQ(count.lines, row.lines);
  EXPECT_EQ(count.ideal_lines, row.ideal_lines);
  EXPECT_NEAR(count.efficiency(), row.efficiency, 5e-5);  // four digits in the file
}

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
    const Summary summary = summarize(recording, table, scope);
    const SiteSummary* site = summary.site(row.site);
    ASSERT_NE(site, nullptr);
    EXPECT_EQ(site->width, row.width);
    EXPECT_EQ(site->count.requests, row.requests);
    EXPECT_EQ(site->count.misaligned, row.misaligned);
    row.shared ? expect_shared(site->count, row) : expect_global(site->count, row);

    const std::vector<std::uint64_t> digests = address_digests(recording, table, scope);
    std::uint64_t digest = 0;
    for (const std::uint16_t s : site->sites) digest += digests[s];
    EXPECT_EQ(digest, row.address_digest);
  }
  EXPECT_EQ(rows, 200);
}

}  // namespace
}  // namespace gemmscope::analysis::testing
