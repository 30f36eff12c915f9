// SPDX-License-Identifier: MIT
// The source panel while nothing could be recorded.
#include "app/draw/canvas.h"
#include "app/theme/colours.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

session::RejectedPtr rejected_at(std::vector<std::uint32_t> lines) {
  session::Rejected rejected{{{"my.cu", "my.cu", {}}}, {}};
  for (std::uint32_t line = 1; line <= 100; ++line)
    rejected.files[0].text.push_back({line, "code " + std::to_string(line)});
  for (const std::uint32_t line : lines) rejected.messages.push_back({line, "error: of line " + std::to_string(line)});
  return std::make_shared<const session::Rejected>(std::move(rejected));
}

/// Of the Source panel, one below the other.
std::vector<std::string> rejected_texts(const session::Session& session, float height = 600) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {400, height}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("source"), session, actions, canvas);
  std::vector<std::string> found;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) found.push_back(text->text);
  return found;
}

std::ptrdiff_t place_of(const std::vector<std::string>& texts, const std::string& text) {
  return std::ranges::find(texts, text) - texts.begin();
}

TEST(RejectedSource, HasEachMessageUnderItsLine) {
  session::Session session;  // nothing was recorded before
  session.look.rejected = rejected_at({40, 12});
  const std::vector<std::string> shown = rejected_texts(session);
  const auto end = static_cast<std::ptrdiff_t>(shown.size());
  for (const std::string line : {"12", "40"}) {
    EXPECT_LT(place_of(shown, "error: of line " + line), end);
    EXPECT_EQ(place_of(shown, "error: of line " + line), place_of(shown, "code " + line) + 1) << line;
  }
  EXPECT_LT(place_of(shown, "code 12"), place_of(shown, "code 40"));
  EXPECT_LT(place_of(shown, "code 10"), end);
  EXPECT_EQ(place_of(shown, "code 9"), end);
}

TEST(RejectedSource, ShowsWhatIsOfNoLineOfTheText) {
  session::Session session;
  session.look.rejected = rejected_at({0, 101});
  const std::vector<std::string> shown = rejected_texts(session);
  EXPECT_EQ(std::ranges::count(shown, "error: of line 0") + std::ranges::count(shown, "error: of line 101"), 2);
}

TEST(RejectedSource, CountsWhatDoesNotFit) {
  session::Session session;
  std::vector<std::uint32_t> lines(20);
  for (std::uint32_t i = 0; i < 20; ++i) lines[i] = 5 * i + 1;
  session.look.rejected = rejected_at(lines);
  const std::vector<std::string> shown = rejected_texts(session, 300);
  const auto drawn = std::ranges::count_if(shown, [](const std::string& t) { return t.starts_with("error:"); });
  EXPECT_GT(drawn, 0);
  EXPECT_EQ(shown.back(), "\u2026 and " + std::to_string(20 - drawn) + " more messages");
}

TEST(RejectedSource, ShowsOneFileAtATimeWithItsOwnMessages) {
  session::Session session;
  session::Rejected rejected = *rejected_at({12});
  for (const char* name : {"tile.cuh", "quiet.cuh"}) rejected.files.push_back({name, name, {{1, "a"}, {2, "b"}}});
  rejected.messages.push_back({2, "error: of the tile", 1});
  session.look.rejected = std::make_shared<const session::Rejected>(rejected);
  const auto has = [&](const std::string& text) {
    const std::vector<std::string> shown = rejected_texts(session);
    return std::ranges::count(shown, text) != 0;
  };
  EXPECT_TRUE(has("error: of line 12") && !has("error: of the tile"));
  EXPECT_TRUE(has("tile.cuh") && !has("quiet.cuh"));
  session.look.views.source.program_file = "tile.cuh";
  EXPECT_TRUE(has("error: of the tile") && has("b") && !has("error: of line 12") && !has("code 12"));
  EXPECT_TRUE(has("tile.cuh as it was saved: 1 message, no recording"));
}

TEST(RejectedSource, LeavesTheOtherPanelsAsTheyWere) {
  session::Session session = recorded("kernel=naive/size=32x32x32");
  const auto drawn = [&](const char* view) {
    PlainSurface surface;
    draw::Drawing drawing{"", {}, {800, 600}, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
    draw(*find_view(view), session, actions, canvas);
    return drawing.shapes.size();
  };
  const auto banks = drawn("banks"), source = drawn("source");
  session.look.rejected = rejected_at({3});
  EXPECT_EQ(drawn("banks"), banks);
  EXPECT_NE(drawn("source"), source);
}

}  // namespace
}  // namespace gemmscope::views
