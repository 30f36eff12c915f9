// SPDX-License-Identifier: MIT
#include "app/views/heatmap_cells.h"

#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

TEST(BankRows, AddUpTheLinesOfASite) {
  const session::Session session = recorded("line=71");
  const auto rows = bank_rows(session);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].label, "As store");
  EXPECT_EQ(rows[0].line, 71u);
  for (const std::uint64_t value : rows[0].values) EXPECT_EQ(value, 48u);
  EXPECT_EQ(most_of(rows), 48u);
}

TEST(LineRows, HaveTheNumbersOfTheSummary) {
  const session::Session session = recorded("line=71");
  int found = 0;
  for (const HeatRow& row : line_rows(session)) {
    if (row.line != 71) continue;
    ++found;
    EXPECT_EQ(row.values, (std::vector<std::uint64_t>{16, 64, 48, 0}));
  }
  EXPECT_EQ(found, 1);
}

TEST(Tiles, KeepPaddingApartAndMoveNothingThere) {
  session::Session session = recorded("set=PA:4/line=71");
  session.views.heatmap.excess = false;
  const auto tiles = tiles_of(session);
  ASSERT_EQ(tiles.size(), 2u);
  EXPECT_EQ(tiles[0].columns, 132);
  EXPECT_EQ(tiles[0].used_columns, 128);
  for (std::size_t i = 0; i < tiles[0].values.size(); ++i) EXPECT_EQ(tiles[0].values[i], i % 132 < 128 ? 3u : 0u) << i;
}

}  // namespace
}  // namespace gemmscope::views
