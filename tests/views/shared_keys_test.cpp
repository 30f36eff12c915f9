// SPDX-License-Identifier: MIT
// Shared's legend has only what is drawn.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

std::vector<std::string> texts(const session::Session& session) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {744, 560}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("shared"), session, actions, canvas);
  std::vector<std::string> all;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) all.push_back(text->text);
  return all;
}

bool says(const session::Session& session, const std::string& what) {
  return std::ranges::any_of(texts(session), [&](const std::string& text) { return text.find(what) != text.npos; });
}

/// Lanes that load what is not copied yet cover it.
TEST(SharedKeys, LeaveOutWhatTouchedCellsCover) {
  const session::Session session = recorded("kernel=shared_tile/size=64x64x32/site=As_store");
  EXPECT_TRUE(says(session, "touched; number = lane"));
  EXPECT_FALSE(says(session, "not copied yet"));
  session::Session whole = recorded("kernel=shared_tile/size=64x64x32/site=As_store/whole_tile=on");
  EXPECT_TRUE(says(whole, "not copied yet"));
}

/// A block that stores nothing to C has no tile, and its requests have no k-tile.
TEST(SharedKeys, NameNoKTileInABlockWithoutATile) {
  session::Session session;
  session::open(session,
                std::make_shared<const session::Loaded>(format::read_file("tests/data/recorded/idle.gst").value()));
  for (const auto& [link, idle] : {std::pair("block=0,0/site=As_load/whole_tile=on", false),
                                   std::pair("block=4,0/site=As_load/whole_tile=on", true)}) {
    ASSERT_TRUE(session::follow(session, *session::parse_link(link)));
    EXPECT_EQ(says(session, "of k-tile"), !idle) << link;
    EXPECT_EQ(says(session, "written"), idle) << link;
    EXPECT_EQ(says(session, "k = "), !idle) << link;
    const auto all = texts(session);
    EXPECT_EQ(std::ranges::count(all, "A"), 0) << link;
  }
}

}  // namespace
}  // namespace gemmscope::views
