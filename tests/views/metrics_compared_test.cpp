// SPDX-License-Identifier: MIT
// Metrics beside a baseline: old, new and change of each number, as far as there is room.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/baseline.h"
#include "app/views/view.h"
#include "app/words/number.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

struct Texts {
  std::vector<draw::Text> all;

  /// Of Metrics, where only wavefronts change: 128 stores of 32 floats fill 2 k-tiles of 16 x 128, in 4 wavefronts each
  /// and then in 2.
  explicit Texts(float width) {
    session::Session s = recorded("size=128x128x32/set=PA:4/site=As_store");
    pin_recorded(s, "size=128x128x32");
    draw::Drawing drawing{"", {}, {width, 300}, {}};
    PlainSurface surface;
    session::Actions actions;
    draw::Canvas canvas({theme::colours(s.desk.theme), 1, false}, surface, drawing);
    find_view("metrics")->draw_compared(s.look, s.baseline->look, actions, canvas);
    for (const draw::Shape& shape : drawing.shapes)
      if (const auto* text = std::get_if<draw::Text>(&shape)) all.push_back(*text);
  }

  /// What stands in the row of As store, from left to right.
  std::vector<std::string> row() const {
    const auto site = std::ranges::find(all, "As store", &draw::Text::text);
    std::vector<std::string> cells;
    for (const draw::Text& text : all)
      if (std::abs(text.at.y - site->at.y) < 6) cells.push_back(text.text);
    std::erase(cells, " ");
    return cells;
  }
  auto columns(const char* title) const { return std::ranges::count(all, title, &draw::Text::text); }
};

using Cells = std::vector<std::string>;

TEST(MetricsBesideABaseline, HasTheOldNumberBesideTheNewOneWhereThereIsRoom) {
  const Texts wide(900), middle(530), narrow(430);
  EXPECT_EQ(wide.columns("was"), 3);
  EXPECT_EQ(wide.row(), (Cells{"As store", "128", "128", "0", "256", "512", words::with_sign(-256)}));
  EXPECT_EQ(middle.columns("was"), 1);  // of what changes
  EXPECT_EQ(middle.row(), (Cells{"As store", "128", "0", "256", "512", words::with_sign(-256)}));
  EXPECT_EQ(narrow.columns("was"), 0);
  EXPECT_EQ(narrow.row(), (Cells{"As store", "128", "0", "256", words::with_sign(-256)}));
  for (const Texts* texts : {&wide, &middle, &narrow}) EXPECT_EQ(texts->columns("change"), 3);
}

}  // namespace
}  // namespace gemmscope::views
