// SPDX-License-Identifier: MIT
// Where elements are called by row and column, views say that rows are guessed.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/views/lanes/rows.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::Session opened(const char* program, const char* link) {
  session::Session session;
  auto recording = format::read_file("tests/data/recorded/" + std::string(program) + ".gst");
  EXPECT_TRUE(recording);
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording).value_or(format::Recording{})));
  EXPECT_TRUE(session::follow(session, *session::parse_link(link)));
  return session;
}

bool says_guessed(const session::Session& session, const char* view, float width) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {width, 600}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view(view), session, actions, canvas);
  return std::ranges::any_of(drawing.shapes, [](const draw::Shape& shape) {
    const auto* text = std::get_if<draw::Text>(&shape);
    return text != nullptr && text->text.find("shape guessed") != text->text.npos;
  });
}

TEST(Guessed, ShapesAreSaidToBeWhereverElementsAreNamed) {
  const session::Session load = opened("stencil", "site=in_load"), none = opened("gemv", "site=x_load");
  ASSERT_FALSE(load.look.current->shared());
  for (const float width : {268.0f, 392.0f, 700.0f})
    for (const char* view : {"banks", "lanes"}) {
      EXPECT_TRUE(says_guessed(load, view, width)) << view << ", " << width;
      EXPECT_FALSE(says_guessed(none, view, width)) << view << ", " << width;
    }
  EXPECT_NE(lanes_text(load.look)->find("shape guessed: height \u00d7 width"), std::string::npos);
  EXPECT_EQ(lanes_text(none.look)->find("guessed"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::views
