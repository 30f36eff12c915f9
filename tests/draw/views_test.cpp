// SPDX-License-Identifier: MIT
// Views of a real recording: what they write, one finds in their SVG.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "app/shell/gui.h"
#include "app/shell/render.h"
#include "app/shell/window_shapes.h"
#include "app/svg/parts.h"
#include "app/views/view.h"
#include "tests/draw/drawn_svg.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"

namespace gemmscope::draw {
namespace {

/// What the canvases of a view, or of the window, note of its last frame, and that with the windows around it.
struct Noted {
  Drawings canvases, all;
};

Noted noted(session::Session s, const views::View* view, Point window = {1600, 1000}) {
  const float width = view == nullptr ? window.x : static_cast<float>(view->width),
              height = view == nullptr ? window.y : static_cast<float>(view->height);
  const auto platform = std::move(
      *platform::open_headless(static_cast<int>(width * s.desk.scale), static_cast<int>(height * s.desk.scale)));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  Noted noted;
  gui->note_drawings(&noted.canvases);
  for (int frame = 0; frame < 4; ++frame) {
    noted.canvases.clear();
    view == nullptr ? gui->draw_window(s) : gui->draw_view(s, *view);
  }
  noted.all = shell::with_windows(noted.canvases, theme::colours(s.desk.theme), s.desk.scale);
  return noted;
}

void expect_all_texts(const Drawings& drawings, const std::string& svg, std::string_view where) {
  int texts = 0;
  for (const Drawing& drawing : drawings)
    for (const Shape& shape : drawing.shapes)
      if (const auto* text = std::get_if<Text>(&shape); text != nullptr && text->text != " ") {
        EXPECT_NE(svg.find(">" + svg::escaped(text->text) + "</text>"), std::string::npos)
            << where << ": " << text->text;
        ++texts;
      }
  EXPECT_GT(texts, 1) << where;
}

TEST(ViewsAsSvg, HaveAllTextsOfTheDrawing) {
  const session::Session s = session::small_session();
  for (const views::View& view : views::all_views()) {
    const Noted drawn = noted(s, &view);
    expect_all_texts(drawn.canvases, svg::file_of(drawn.all, {view.width, view.height, 1, kBlue, "", ""}), view.id);
  }
}

TEST(ViewsAsSvg, TheWindowHasAllPanelsAndTheirTabs) {
  const Noted drawn = noted(session::small_session(), nullptr);
  const std::string svg = svg::file_of(drawn.all, {1600, 1000, 1, kBlue, "", ""});
  expect_all_texts(drawn.canvases, svg, "window");
  for (const views::View& view : views::all_views())
    EXPECT_EQ(svg.find(">" + svg::escaped(view.title) + "</text>") != std::string::npos,
              views::is_useful(view, session::small_session().look))
        << view.title;
  const Rect picture{0, 0, 1600.5f, 1000.5f};
  for (const Drawing& drawing : drawn.canvases) {
    EXPECT_FALSE(drawing.seen.empty()) << drawing.on;
    EXPECT_TRUE(picture.contains({drawing.seen.right(), drawing.seen.bottom()})) << drawing.on;
  }
}

TEST(ViewsAsSvg, NoTabsTitleIsShortenedInASmallWindow) {
  std::set<std::string> texts;
  for (const Drawing& drawing : noted(session::small_session(), nullptr, {1280, 720}).all)
    for (const Shape& shape : drawing.shapes)
      if (const auto* text = std::get_if<Text>(&shape)) texts.insert(text->text);
  const session::Session s = session::small_session();
  for (const views::View& view : views::all_views())
    EXPECT_EQ(texts.contains(std::string(view.title)), views::is_useful(view, s.look)) << view.title;
}

TEST(ViewsAsSvg, TabsHaveTheSameWidthInPointsAtEveryScale) {
  session::Session s = session::small_session();
  const auto tab = [&] {
    const Noted drawn = noted(s, nullptr);
    for (const Drawing& drawing : drawn.all)
      for (const Shape& shape : drawing.shapes)
        if (const auto* text = std::get_if<Text>(&shape); text != nullptr && text->text == "Arrays") return *text;
    return Text{};
  };
  const Text once = tab();
  s.desk.scale = 2;
  EXPECT_NEAR(tab().width, once.width, 2);
  EXPECT_GT(once.width, 40);
  EXPECT_NEAR(tab().at.x, once.at.x, 2);
}

/// A canvas is drawn on its window's ground, not below it.
TEST(ViewsAsSvg, AWindowsGroundLiesBelowWhatIsDrawnOnIt) {
  const Noted drawn = noted(session::small_session(), nullptr);
  for (const Drawing& canvas : drawn.canvases) {
    std::size_t frames = 0;
    for (const Drawing& drawing : drawn.all) {
      if (drawing.on != canvas.on) continue;
      const bool first = frames++ == 0;
      EXPECT_EQ(first, drawing.seen.empty()) << canvas.on;
      if (!first) continue;
      const auto* ground = std::get_if<Fill>(&drawing.shapes.at(0));
      ASSERT_NE(ground, nullptr) << canvas.on;
      EXPECT_TRUE(ground->rect.contains(canvas.origin)) << canvas.on;
    }
    EXPECT_EQ(frames, 2u) << canvas.on;
  }
}

TEST(ViewsAsSvg, TheSameSessionGivesTheSameBytes) {
  const TemporaryFolder folder;
  std::string once;
  for (const char* name : {"1.svg", "2.svg"}) {
    const std::string path = folder.path() / name;
    ASSERT_TRUE(shell::render_view(session::small_session(), "window", {}, path));
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_GT(bytes.size(), 50'000u);
    EXPECT_TRUE(once.empty() || bytes == once);
    once = bytes;
  }
}

TEST(ViewsAsSvg, AreLargerAtALargerScaleWithTheSameBox) {
  const TemporaryFolder folder;
  session::Session s = session::small_session();
  s.desk.scale = 2;
  const std::string path = folder.path() / "a.svg";
  ASSERT_TRUE(shell::render_view(s, "lanes", {}, path));
  std::ifstream file(path);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  const std::string head = tags(svg, "<svg").at(0);
  const views::View& view = *views::find_view("lanes");
  EXPECT_EQ(value(head, "width"), std::to_string(2 * view.width));
  EXPECT_EQ(value(head, "viewBox"), "0 0 " + std::to_string(view.width) + " " + std::to_string(view.height));
  const std::size_t title = svg.find(">Lanes</text>");
  EXPECT_NE(title, std::string::npos);
  EXPECT_EQ(svg.find(">Lanes</text>", title + 1), std::string::npos);  // one frame, not all that were drawn
}

/// The legend's hatch is closer than that of matrices.
TEST(ViewsAsSvg, HatchesHaveTheStepThatTheyAreDrawnWith) {
  const session::Session s = session::at_place("kernel=sgemm64/size=80x72x24/block=1,1,0");
  std::set<float> steps;
  for (const Drawing& drawing : noted(s, views::find_view("arrays")).canvases)
    for (const Shape& shape : drawing.shapes)
      if (const auto* texture = std::get_if<Texture>(&shape)) steps.insert(texture->step);
  EXPECT_EQ(steps, (std::set<float>{4, 6}));
}

}  // namespace
}  // namespace gemmscope::draw
