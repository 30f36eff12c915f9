// SPDX-License-Identifier: MIT
// The numbers of the heatmap beside a baseline's: of the same bank, cell or row.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/views/heatmap/cells.h"
#include "tests/views/raw_requests.h"

namespace gemmscope::views {
namespace {

using session::Current;
using session::Session;

TEST(HeatmapChange, IsOfEachBanksRequests) {
  const Session shown = recorded(kPadded), pinned = recorded(kPlain);
  std::array<std::int64_t, analysis::kBanks> change{};
  const auto add = [&](const Session& s, std::int64_t sign) {
    each_request(s, "As_store", [&](const Current& r) {
      const auto words = words_by_bank(r);
      for (std::size_t bank = 0; bank < words.size(); ++bank)
        change[bank] += sign * static_cast<std::int64_t>(std::max<std::uint64_t>(words[bank], 1) - 1);
    });
  };
  add(shown, 1), add(pinned, -1);
  std::vector<HeatRow> rows = bank_rows(shown.look);
  EXPECT_EQ(set_before(rows, bank_rows(pinned.look)), 0u);
  const std::vector<std::int64_t> drawn = drawn_values(rows[0]);
  EXPECT_EQ(rows[0].label, "As store");
  for (std::size_t bank = 0; bank < drawn.size(); ++bank) EXPECT_EQ(drawn[bank], change[bank]) << bank;
  EXPECT_NE(change[0], 0);
  EXPECT_EQ(most_drawn(rows), static_cast<std::uint64_t>(std::abs(change[0])));
}

/// Cells stand beside those of the same row and column, whatever the padding between rows.
TEST(HeatmapChange, IsOfTheSameCellAndNotOfTheSameByte) {
  const std::string k_tile = "size=128x128x32/scope=k_tile/site=As_store";
  const Session shown = recorded(k_tile + "/set=PA:4"), pinned = recorded(k_tile);
  std::vector<HeatTile> tiles = tiles_of(shown.look);
  set_before(tiles, shown.look, pinned.look);
  const auto As_of = [](const Session& s, const std::vector<HeatTile>& all) {
    return *std::ranges::find_if(
        all, [&](const HeatTile& tile) { return s.look.recording()->tensors[tile.tensor].name == "As"; });
  };
  const HeatTile As = As_of(shown, tiles), other = As_of(pinned, tiles_of(pinned.look));
  ASSERT_NE(As.columns, other.columns);
  for (int row = 0; row < As.rows; ++row)
    for (int column = 0; column < As.columns; ++column) {
      const auto at = static_cast<std::size_t>(row * As.columns + column);
      const bool padding = column >= As.used_columns;
      EXPECT_EQ(As.before[at],
                padding ? As.values[at] : other.values[static_cast<std::size_t>(row * other.columns + column)])
          << row << ' ' << column;
    }
}

TEST(HeatmapChange, RowsOfOneLabelStandBesideEachOtherInTheirOrder) {
  std::vector<HeatRow> rows(3), before(4);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].label = i == 1 ? "B" : "A", rows[i].values = {10 + i};
  for (std::size_t i = 0; i < before.size(); ++i) before[i].label = i == 0 ? "C" : "A", before[i].values = {i};
  EXPECT_EQ(set_before(rows, before), 2u);  // C, and the third A
  EXPECT_EQ(drawn_values(rows[0]), std::vector<std::int64_t>{10 - 1});
  EXPECT_EQ(drawn_values(rows[1]), std::vector<std::int64_t>{11});
  EXPECT_EQ(drawn_values(rows[2]), std::vector<std::int64_t>{12 - 2});
}

}  // namespace
}  // namespace gemmscope::views
