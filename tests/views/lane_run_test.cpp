// SPDX-License-Identifier: MIT
// The numbers of lanes in a cell of shared memory.
#include <gtest/gtest.h>

#include "app/draw/canvas.h"
#include "app/views/shared/grids.h"
#include "tests/views/plain_surface.h"

namespace gemmscope::views {
namespace {

/// Two halves of one word: "16" above "24". A frame covers the cell's last column of pixels.
TEST(LaneRun, OfTwoLanesStaysClearOfTheFrame) {
  PlainSurface surface;
  for (const float width : {10.0f, 11.0f, 12.0f, 16.0f}) {
    draw::Drawing drawing{"", {}, {100, 100}, {}};
    draw::Canvas canvas({theme::colours(theme::Theme::kDark), 1, true}, surface, drawing);
    const draw::Rect cell{20, 20, width, 29};
    ASSERT_TRUE(draw_lane_run(canvas, cell, width, 1u << 16 | 1u << 24, canvas.colours.text, false));
    int texts = 0;
    for (const draw::Shape& shape : drawing.shapes) {
      const auto* text = std::get_if<draw::Text>(&shape);
      if (text == nullptr) continue;
      ++texts;
      constexpr float kSame = 0.01f;
      EXPECT_GE(text->left(), cell.x + 1 - kSame) << width;
      EXPECT_LE(text->left() + text->width, cell.right() - 1 + kSame) << width;
    }
    EXPECT_EQ(texts, 2) << width;
  }
}

}  // namespace
}  // namespace gemmscope::views
