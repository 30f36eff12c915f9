// SPDX-License-Identifier: MIT
#include "app/views/heatmap/cells.h"

#include <numeric>
#include <set>

#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

TEST(BankRows, AddUpTheLinesOfASite) {
  const session::Session session = recorded("scope=k_tile/site=As_store");
  const auto rows = bank_rows(session.look);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].label, "As store");
  EXPECT_EQ(rows[0].line, line_of(session, "As_store"));
  for (const std::uint64_t value : rows[0].values) EXPECT_EQ(value, 48u);
  EXPECT_EQ(most_of(rows), 48u);
}

TEST(LineRows, HaveTheNumbersOfTheSummary) {
  const session::Session session = recorded("scope=k_tile/site=As_store");
  int found = 0;
  for (const HeatRow& row : line_rows(session.look)) {
    if (row.line != line_of(session, "As_store")) continue;
    ++found;
    EXPECT_EQ(row.values, (std::vector<std::uint64_t>{16, 64, 48, 0}));
  }
  EXPECT_EQ(found, 1);
}

session::Session tiled() {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(*format::read_file("tests/data/recorded/tiled.gst")));
  return session;
}

TEST(LineRows, NameAllThatTheLineAccessesAndGoToWhatCostsMost) {
  const session::Session session = tiled();
  const format::Recording& recording = *session.look.recording();
  for (const HeatRow& row : line_rows(session.look)) {
    EXPECT_EQ(recording.sites[row.site].line, row.line);
    std::set<std::string> names;
    for (const analysis::SiteSummary& site : session.look.summary.sites)
      for (const analysis::LineCount& line : site.lines)
        if (line.line == row.line) names.insert(recording.tensors[site.tensor].name + " ");
    for (const std::string& name : names) EXPECT_NE(row.label.find(name), std::string::npos) << row.label;
    const bool of_shared = recording.tensors[recording.sites[row.site].tensor].space == format::Space::kShared;
    EXPECT_EQ(of_shared, row.values[1] != 0) << row.label;  // also of a copy to shared memory
  }
}

/// A wavefront uses several banks, so the excess at all banks is more than that of the site.
TEST(BankRows, HaveTheExcessOfTheirSiteBesides) {
  const session::Session session = recorded("scope=k_tile/site=As_store");
  const HeatRow row = bank_rows(session.look)[0];
  EXPECT_EQ(row.excess, session.look.summary.site("As_store")->count.by(session.look.rule).excess());
  EXPECT_LT(row.excess, std::accumulate(row.values.begin(), row.values.end(), std::uint64_t{0}));
}

TEST(Tiles, KeepPaddingApartAndMoveNothingThere) {
  session::Session session = recorded("scope=k_tile/set=PA:4/site=As_store");
  session.look.views.heatmap.excess = false;
  const auto tiles = tiles_of(session.look);
  ASSERT_EQ(tiles.size(), 2u);
  EXPECT_EQ(tiles[0].columns, 132);
  EXPECT_EQ(tiles[0].used_columns, 128);
  for (std::size_t i = 0; i < tiles[0].values.size(); ++i) EXPECT_EQ(tiles[0].values[i], i % 132 < 128 ? 3u : 0u) << i;
}

/// Sums of C are staged where a tile of A was: what that costs is no traffic of the tile.
TEST(Tiles, ThatShareMemoryKeepTheirTrafficApart) {
  session::Session staged = recorded("kernel=sgemm64/size=64x64x16"),
                   direct = recorded("kernel=direct_store/size=64x64x16");
  staged.look.views.heatmap.excess = direct.look.views.heatmap.excess = false;
  ASSERT_TRUE(staged.look.summary_scope.epilogue);
  const auto tile_named = [](const session::Session& s, const char* name) {
    const auto tiles = tiles_of(s.look);
    const auto found = std::ranges::find_if(
        tiles, [&](const HeatTile& tile) { return s.look.recording()->tensors[tile.tensor].name == name; });
    EXPECT_NE(found, tiles.end()) << name;
    return found == tiles.end() ? HeatTile{} : *found;
  };
  EXPECT_EQ(tile_named(staged, "tiles+0").values, tile_named(direct, "tiles+0").values);
  EXPECT_EQ(tile_named(staged, "tiles+2048").values, tile_named(direct, "tiles+2048").values);
  EXPECT_GT(tile_named(staged, "tiles").values[0], 0u);
}

TEST(Tiles, HaveTheTrafficOfAllBuffers) {
  session::Session session = recorded("kernel=direct_store/size=64x64x32");
  session.look.views.heatmap.excess = false;
  const auto tiles = tiles_of(session.look);
  ASSERT_EQ(tiles.size(), 2u);
  for (const HeatTile& tile : tiles) {
    ASSERT_EQ(session.look.recording()->tensors[tile.tensor].layout.buffers, 2u);
    std::uint64_t shown = 0, all = 0;
    for (const std::uint64_t value : tile.values) shown += value;
    for (const analysis::WordCount& word : session.look.by_rule.heat.words[tile.tensor])
      all += word.reads + word.writes;
    ASSERT_GT(all, 0u);
    EXPECT_EQ(shown, all);
  }
}

TEST(Tiles, SayWhatTheyAddUp) {
  session::Session staged = recorded("kernel=sgemm64/size=64x64x16"), halfs = recorded("kernel=half_padded");
  staged.look.views.heatmap.excess = halfs.look.views.heatmap.excess = false;
  const format::Recording& r = *staged.look.recording();
  const auto tiles = tiles_of(staged.look);
  const auto buffers =
      std::ranges::find_if(tiles, [&](const HeatTile& tile) { return r.tensors[tile.tensor].layout.buffers == 2; });
  ASSERT_NE(buffers, tiles.end());
  EXPECT_EQ(tile_in_words(r.tensors[buffers->tensor], *buffers), "tiles+0: 8 rows of 64, 2 buffers summed");
  EXPECT_EQ(cell_unit(staged.look, 1), "move");
  EXPECT_EQ(cell_unit(halfs.look, 2), "moves of its 4-byte word");
}

/// All cells alike are no heat: the words say so, where one bright colour said nothing.
TEST(Tiles, ThatAreEvenSaySoAndOthersNameTheirHottestCell) {
  session::Session session = recorded("scope=k_tile/set=PA:4/site=As_store");
  session.look.views.heatmap.excess = false;
  std::vector<HeatTile> tiles = tiles_of(session.look);
  EXPECT_TRUE(range_of(tiles[0]).even());  // the padding, which no thread moves, is no cell
  EXPECT_EQ(hottest_in_words(session.look, tiles), "all cells of a tile are equal");
  tiles[0].values[132 * 3 + 5] = 99;
  tiles[0].values[131] = 1000;  // padding
  EXPECT_FALSE(range_of(tiles[0]).even());
  EXPECT_EQ(hottest_in_words(session.look, tiles), "hottest: As[3][5], 99 moves");
}

}  // namespace
}  // namespace gemmscope::views
