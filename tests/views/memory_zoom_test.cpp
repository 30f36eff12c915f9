// SPDX-License-Identifier: MIT
// Which cells of shared memory are drawn once somebody has zoomed. tests/programs/transpose.cu: a tile of 32 lines.
#include <gtest/gtest.h>

#include <set>

#include "app/draw/canvas.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/views/shared/memory_lines.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

constexpr std::uint32_t kFit = 70, kLarge = 10;

class MemoryZoomOf : public ::testing::Test {
 protected:
  void SetUp() override {
    auto recording = format::read_file("tests/data/recorded/transpose.gst");
    ASSERT_TRUE(recording) << recording.error().message;
    session::open(session_, std::make_shared<const session::Loaded>(std::move(*recording)));
    session::go_end(session_.look);
  }
  MemoryLines lines(std::uint32_t large = kLarge) { return memory_lines(session_.look, {kFit, large}); }
  MemoryZoom& zoom() { return session_.look.views.shared.memory; }
  void turn(float notches, std::uint32_t word) { zoom() = zoomed(session_.look, lines(), notches, word); }

  session::Session session_;
};

TEST_F(MemoryZoomOf, IsAllAtFirst) {
  EXPECT_EQ(lines().cells(), 32u * 32);
  EXPECT_EQ(lines().word(32 * 7 + 5), 32u * 7 + 5);
}

TEST_F(MemoryZoomOf, KeepsWhatIsUnderThePointerAndEndsWhereItBegan) {
  constexpr std::uint32_t kWord = 21 * 32 + 13;
  for (const std::uint32_t banks : {32u, 16u, 8u, 4u, 4u}) {
    turn(1, kWord);
    const MemoryLines shown = lines();
    EXPECT_EQ(shown.banks, banks);
    EXPECT_EQ(shown.count(), kLarge);
    EXPECT_EQ(shown.bank, 13 / banks * banks);
    EXPECT_EQ(shown.lines.front(), 21 - 21 * kLarge / 32);  // in the middle of ten as in that of 32
  }
  EXPECT_EQ(lines().word(4 * 2 + 3), (lines().lines.front() + 2) * 32 + 12 + 3);
  for (const std::uint32_t banks : {8u, 16u, 32u, 0u, 0u}) {
    turn(-1, kWord);
    EXPECT_EQ(zoom().banks, banks);
  }
  EXPECT_EQ(zoom(), MemoryZoom{});
}

/// At three quarters of the width and of the height.
TEST_F(MemoryZoomOf, IsTurnedByTheWheelWhereThePointerIs) {
  struct Turning : PlainSurface {
    draw::Hit hit(std::string_view id, draw::Rect area) override {
      if (id != "memory lines 0") return {};
      at = {area.x + area.width * 0.76f, area.y + area.height * 0.76f};
      return {true, false, false, *at};
    }
    std::optional<draw::Point> pointer() const override { return at; }
    float wheel() const override { return 1; }
    std::optional<draw::Point> at;
  } surface;
  for (const std::uint32_t banks : {32u, 16u}) {
    surface.at.reset();
    draw::Drawing drawing{"", {}, {600, 500}, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(session_.desk.theme), 1, true}, surface, drawing);
    draw(*find_view("shared"), session_, actions, canvas);
    actions.apply(session_);
    EXPECT_EQ(zoom().banks, banks);
    EXPECT_EQ(zoom().bank, 24 / banks * banks);
    EXPECT_GT(zoom().line, 0u);
    EXPECT_LE(zoom().line, 24u);
  }
}

TEST_F(MemoryZoomOf, HasFewerBanksAtOnceWhereAllLinesAreLargeAnyway) {
  zoom() = zoomed(session_.look, lines(100), 1, 40);
  EXPECT_EQ(zoom().banks, 16u);
  EXPECT_EQ(lines(100).count(), 32u);
  EXPECT_EQ(zoomed(session_.look, lines(100), -1, 40), MemoryZoom{});
}

TEST_F(MemoryZoomOf, MovesOnInTheOrderOfMemoryAndStopsAtBothEnds) {
  zoom() = {.banks = 16, .bank = 0, .line = 0, .followed = session_.look.cursor.request};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (int i = 0; i < 9; ++i) {
    seen.emplace_back(zoom().line, zoom().bank);
    zoom() = moved(session_.look, lines(), -1);
  }
  const decltype(seen) wanted{{0, 0}, {0, 16}, {10, 0}, {10, 16}, {20, 0}, {20, 16}, {22, 0}, {22, 16}, {22, 16}};
  EXPECT_EQ(seen, wanted);
  for (int i = 0; i < 9; ++i) zoom() = moved(session_.look, lines(), 1);
  EXPECT_EQ(std::pair(zoom().line, zoom().bank), std::pair(0u, 0u));
}

/// Nobody steps to a request that is out of sight; who looks elsewhere meanwhile may.
TEST_F(MemoryZoomOf, FollowsTheRequestButNotWhileItStays) {
  session::Look& look = session_.look;
  session::go_to_request(look, 1);  // a store of the first line
  while (!look.current->shared()) session::step_request(look, 1);
  zoom() = {.banks = 8, .bank = 24, .line = 20, .followed = look.cursor.request};
  EXPECT_EQ(lines().lines.front(), 20u);
  zoom().followed = look.cursor.request + 1;
  const std::uint32_t word = look.current->address(0) / 4;
  EXPECT_EQ(lines().lines.front(), word / 32 / kLarge * kLarge);
  EXPECT_EQ(lines().bank, word % 32 / 8 * 8);
}

TEST_F(MemoryZoomOf, OfALinkMayBeAnything) {
  for (const MemoryZoom& odd :
       {MemoryZoom{4, 28, 0xffffffff, 0}, MemoryZoom{32, 0, 31, 0}, MemoryZoom{16, 16, 22, 0}}) {
    zoom() = odd;
    zoom().followed = session_.look.cursor.request;
    const MemoryLines shown = lines();
    EXPECT_LE(shown.word(shown.cells() - 1), 32u * 32 - 1);
  }
}

std::set<std::string> texts_of(const session::Session& session, float height) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {712, height}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("shared"), session, actions, canvas);
  std::set<std::string> texts;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) texts.insert(text->text);
  return texts;
}

session::Session session_of(const char* recording) {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(format::read_file(recording).value()));
  return session;
}

/// Bs begins at byte 2,048, which is line 16, and has rows of 64 numbers, those of the second two rotated by 16.
TEST(MemoryZoomOfATile, ShowsWhatEachCellHoldsInTheColumnsOfTheTile) {
  session::Session session = session_of("tests/data/recorded/product.gst");
  ASSERT_TRUE(session::follow(session, *session::parse_link("site=Bs_load/block=0,0/warp=0")));
  EXPECT_FALSE(texts_of(session, 560).contains("B[0][3]"));
  EXPECT_FALSE(texts_of(session, 560).contains("all cells"));
  session.look.views.shared.memory = {.banks = 8, .bank = 0, .line = 16, .followed = session.look.cursor.request};
  const std::set<std::string> zoomed = texts_of(session, 560);
  EXPECT_TRUE(zoomed.contains("B[0][3]"));  // bank 3 of line 16
  EXPECT_FALSE(zoomed.contains("B[0][9]"));
  EXPECT_TRUE(zoomed.contains("B[1][0]"));  // bank 0 of line 18
  EXPECT_TRUE(zoomed.contains("B[1][35]"));
  EXPECT_TRUE(zoomed.contains("all cells"));
  EXPECT_TRUE(zoomed.contains("Bs[1]"));  // the tile's rows stay named
}

/// As of 8 rows, each of two lines of banks: where lines are low, the bytes of the lines between rows would touch the
/// others.
TEST(MemoryLabels, AreOfRowsAloneWhereLinesAreLow) {
  session::Session session = session_of("tests/data/recorded/product.gst");
  session.look.views.shared.whole = true;
  const auto bytes = [&](float height) { return texts_of(session, height); };
  EXPECT_TRUE(bytes(532).contains("128"));
  EXPECT_TRUE(bytes(400).contains("256"));
  EXPECT_FALSE(bytes(400).contains("128"));
}

}  // namespace
}  // namespace gemmscope::views
