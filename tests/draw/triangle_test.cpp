// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/gl/framebuffer.h"
#include "app/shell/gui.h"
#include "tests/session/fixture.h"

namespace gemmscope::draw {
namespace {

void draw_two(const session::Look&, session::Actions&, Canvas& canvas) {
  for (const bool forward : {false, true}) {
    const float x = forward ? 40 : 0;
    const Point a{x + 4, 2}, b{x + 4, 22}, c{x + 20, 12};
    forward ? canvas.triangle(a, b, c, canvas.colours.text) : canvas.triangle(a, c, b, canvas.colours.text);
  }
}

/// Dear ImGui smooths edges only where corners follow each other clockwise.
TEST(Triangle, LooksTheSameWhicheverWayItsCornersAreNamed) {
  const auto platform = std::move(*platform::open_headless(120, 60));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  session::Session s = session::small_session();
  views::View view;
  view.draw = draw_two;
  for (int frame = 0; frame < 2; ++frame) gui->draw_view(s, view);
  const gl::Picture picture = gl::read_picture(120, 60);
  const auto at = [&](int x, int y) {
    return static_cast<int>(picture.rgb[static_cast<std::size_t>(3 * (y * 120 + x))]);
  };
  int white = 0;
  for (int y = 10; y < 50; ++y)
    for (int x = 16; x < 50; ++x) {
      EXPECT_EQ(at(x, y), at(x + 40, y)) << x << ", " << y;
      white += at(x, y) > 128;
    }
  EXPECT_NEAR(white, 160, 10);  // half of 20 x 16
}

}  // namespace
}  // namespace gemmscope::draw
