// SPDX-License-Identifier: MIT
#include "app/views/lanes/rows.h"

#include <algorithm>
#include <set>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

using Cells = std::vector<std::string>;

TEST(LaneTable, TellsWhereALaneStores) {
  const LaneTable table = lane_table(recorded("site=As_store").look, 0);
  EXPECT_EQ(table.titles, (Cells{"lane", "byte", "bank", "word", "As cell", "A element", "wavefront"}));
  EXPECT_EQ(table.rows[5].cells, (Cells{"5", "2\u202f052", "1", "513", "[4][1]", "[1][4]", "2"}));
}

TEST(LaneTable, ShowsAllElementsOfAWideAccessWhereThereIsRoom) {
  const session::Session session = recorded("site=Bs_store");
  EXPECT_EQ(lane_table(session.look, kAllRanges).rows[3].cells,
            (Cells{"3", "8\u202f240", "12\u202615", "2\u202f060", "[0][12\u202615]", "[0][12\u202615]", "1"}));
  EXPECT_EQ(lane_table(session.look, 0).rows[3].cells[4], "[0][12\u2026]");
}

TEST(LaneTable, TheRangeOfAWideAccessStandsAtTheIndexThatGrows) {
  const session::Session copy = recorded("site=A_load");  // a row of A goes down a column of the transposed As
  const auto wide = lane_table(copy.look, kAllRanges).rows[5].cells, narrow = lane_table(copy.look, 0).rows[5].cells;
  EXPECT_EQ(wide[4], "[1][4\u20267]");
  EXPECT_EQ(wide[5], "[4\u20267][1]");
  EXPECT_EQ(narrow[4], "[1][4\u2026]");
  EXPECT_EQ(narrow[5], "[4\u2026][1]");
  const session::Session by_columns = recorded("kernel=sgemm64/request=1");  // A itself lies column by column
  EXPECT_EQ(lane_table(by_columns.look, kAllRanges).rows[5].cells[4], "[20\u202623][0]");
}

/// One more with each step of width; where one has room, no column to its left is without.
TEST(LaneTable, EachColumnHasItsRangesWhereItHasRoom) {
  const session::Session s = recorded("site=As_load/lane=5");
  const std::string bank = "8\u202611", cell = "[0][8\u202611]", element = "[8\u202611][0]";
  int most = 0;
  std::set<int> seen;
  for (int width = 320; width <= 480; width += 4) {
    draw::Drawing drawing{"", {}, {static_cast<float>(width), 520}, {}};
    PlainSurface surface;
    session::Actions actions;
    draw::Canvas canvas({theme::colours(s.desk.theme), 1, false}, surface, drawing);
    find_view("lanes")->draw(s.look, actions, canvas);
    const auto says = [&](const std::string& text) {
      return std::ranges::any_of(drawing.shapes, [&](const draw::Shape& shape) {
        const auto* written = std::get_if<draw::Text>(&shape);
        return written != nullptr && written->text == text;
      });
    };
    const int ranges = says(bank) + says(cell) + says(element);
    EXPECT_EQ(says(cell), ranges > 1) << width;
    EXPECT_EQ(says(element), ranges > 2) << width;
    EXPECT_GE(ranges, most) << width;
    most = ranges, seen.insert(ranges);
  }
  EXPECT_EQ(seen, (std::set{0, 1, 2, 3}));
}

TEST(LaneTable, PutsDashesForInactiveLanesAndSortsThemLast) {
  const session::Session session =
      recorded("kernel=block_tile/preset=exact64/size=70x66x10/block=1,1/k_tile=1/site=A_load");
  LaneTable table = lane_table(session.look, 0);
  EXPECT_EQ(table.rows[31].cells[1], "\u2013");
  sort_lanes(table, 1, true);
  EXPECT_EQ(table.rows[0].lane, 25);
  EXPECT_FALSE(table.rows[31].active);
}

TEST(LaneTable, SortsByBankAndKeepsLanesInOrder) {
  LaneTable table = lane_table(recorded("site=As_store").look, 0);
  sort_lanes(table, 2, true);
  EXPECT_EQ(table.rows[0].lane, 28);
  EXPECT_EQ(table.rows[1].lane, 29);
  EXPECT_EQ(table.rows[31].lane, 3);
}

TEST(LaneTable, IsTextWithTabs) {
  const std::string text = text_of(lane_table(recorded("site=As_store").look, 0));
  EXPECT_EQ(text.substr(0, text.find('\n')), "lane\tbyte\tbank\tword\tAs cell\tA element\twavefront");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 33);
  EXPECT_NE(text.find("\n5\t2052\t1\t513\t[4][1]\t[1][4]\t2\n"), std::string::npos) << text;  // digits without spaces
}

}  // namespace
}  // namespace gemmscope::views
