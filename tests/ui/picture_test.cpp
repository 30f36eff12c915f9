// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/gl/fitted.h"
#include "app/gl/framebuffer.h"
#include "app/session/refresh.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/shell/gui.h"
#include "app/shell/render.h"
#include "app/theme/colours.h"
#include "app/views/view.h"
#include "glad/gl.h"
#include "tests/names_in_order.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tracing/format/file.h"

namespace gemmscope::ui {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string render(const session::Session& session, const std::string& view) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / (view + ".png");
  const Result<void> done = shell::render_view(session, view, {}, path);
  EXPECT_TRUE(done) << done.error().message;
  return bytes_of(path);
}

TEST(RenderableViews, AreListed) {
  const std::string names = ", " + shell::renderable_views() + ",";
  for (const views::View& view : views::all_views())
    EXPECT_NE(names.find(", " + std::string(view.id) + ","), names.npos) << view.id;
  EXPECT_NE(names.find(", arrays,"), names.npos);
}

TEST(Picture, TheSameSessionGivesTheSamePixels) {
  session::Session s = session::small_session();
  select_lane(s.look, 5);
  for (const views::View& view : views::all_views()) {
    const std::string once = render(s, std::string(view.id));
    EXPECT_GT(once.size(), 2000u) << view.id;
    EXPECT_EQ(once, render(s, std::string(view.id))) << view.id;
  }
}

/// A view's picture after it has shown each of `sessions` in turn.
gl::Picture drawn(const char* id, const std::vector<session::Session>& sessions) {
  const views::View* view = views::find_view(id);
  const auto platform = std::move(*platform::open_headless(view->width, view->height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  for (session::Session s : sessions)
    for (int frame = 0; frame < 4; ++frame) gui->draw_view(s, *view);
  return gl::read_picture(view->width, view->height);
}

std::size_t different(const gl::Picture& one, const gl::Picture& other) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < one.rgb.size(); ++i) count += one.rgb[i] != other.rgb[i];
  return count;
}

TEST(Picture, ShowsOtherCellsWhereTheyHaveChanged) {
  const session::Session before = session::small_session();
  session::Session after = before;
  go_to_k_tile(after.look, format::kEpilogue);
  go_end(after.look);
  const gl::Picture in_turn = drawn("stores", {before, after}), alone = drawn("stores", {after});
  ASSERT_EQ(in_turn.rgb.size(), alone.rgb.size());
  EXPECT_GT(different(drawn("stores", {before}), alone), 10'000u);
  EXPECT_LT(different(in_turn, alone),
            1'000u);  // letters may differ by a few: they come into the font's picture in turn
}

TEST(Picture, StandsUpright) {
  const auto platform = std::move(*platform::open_headless(20, 10));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const gl::Framebuffer target(20, 10);
  target.bind();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 7, 20, 3);  // OpenGL counts from below
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  const gl::Picture picture = target.read();
  for (int y = 0; y < 10; ++y) EXPECT_EQ(picture.rgb[static_cast<std::size_t>(y) * 60], y < 3 ? 255 : 0) << "row " << y;
}

/// Views ask for hundreds of points; panels give them these, and pictures are made smaller. The window has no such
/// least.
TEST(Picture, IsDrawnAtEverySize) {
  constexpr std::pair<int, int> kSizes[] = {{1, 1}, {280, 210}, {7, 400}, {900, 5}, {33, 47}, {161, 90}};
  const auto platform = std::move(*platform::open_headless(1, 1));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  session::Session program;
  auto recording = format::read_file("tests/data/recorded/last_adds_up.gst");
  ASSERT_TRUE(recording) << recording.error().message;
  session::open(program, std::make_shared<const session::Loaded>(std::move(*recording)));
  for (session::Session s : {session::small_session(), program}) {
    s.look.motion = 1;
    for (const auto& [width, height] : kSizes) {
      platform->resize(width, height);
      for (int frame = 0; frame < 2; ++frame) {
        for (const views::View& view : views::all_views()) gui->draw_view(s, view);
        gui->draw_window(s);
      }
    }
  }
}

TEST(Picture, SmallerThanItsViewCanBeIsMadeSmaller) {
  const session::Session s = session::small_session();
  const TemporaryFolder folder;
  for (const char* view : {"banks", "writers", "window"}) {
    for (const auto& [width, height] : {std::pair(1, 1), {60, 40}, {16, 300}}) {
      const std::string size = std::to_string(width) + " x " + std::to_string(height);
      const std::string png = folder.path() / "small.png", svg = folder.path() / "small.svg";
      ASSERT_TRUE(shell::render_view(s, view, {width, height}, png)) << view << size;
      ASSERT_TRUE(shell::render_view(s, view, {width, height}, svg)) << view << size;
      const std::string bytes = bytes_of(png), text = bytes_of(svg);
      EXPECT_EQ(static_cast<unsigned char>(bytes.at(19)) + 256 * static_cast<unsigned char>(bytes.at(18)), width);
      EXPECT_EQ(static_cast<unsigned char>(bytes.at(23)) + 256 * static_cast<unsigned char>(bytes.at(22)), height);
      EXPECT_NE(text.find("width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(height)), text.npos);
    }
  }
  // All of the view is there, and what is left free around it.
  ASSERT_TRUE(shell::render_view(s, "banks", {166, 129}, folder.path() / "half.svg"));
  EXPECT_NE(bytes_of(folder.path() / "half.svg").find("viewBox=\"0 0 332 258\""), std::string::npos);
}

TEST(Picture, IsFittedByTheMeanOfItsPixels) {
  const gl::Picture four{2, 2, {0, 0, 0, 100, 0, 0, 0, 200, 0, 100, 0, 40}};
  const gl::Picture one = gl::fitted(four, 1, 1);
  EXPECT_EQ(one.rgb, (std::vector<std::uint8_t>{50, 50, 10}));
  const gl::Picture beside = gl::fitted(four, 1, 3);  // a row of one, and twice what is beside it
  EXPECT_EQ(beside.rgb, (std::vector<std::uint8_t>{50, 50, 10, 100, 0, 40, 100, 0, 40}));
  EXPECT_EQ(gl::fitted(four, 2, 2).rgb, four.rgb);
}

TEST(Picture, IsLargerAtALargerScale) {
  session::Session s = session::small_session();
  s.desk.scale = 2;
  const std::string png = render(s, "lanes");
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(at + i));
    return value;
  };
  const views::View* view = views::find_view("lanes");
  EXPECT_EQ(number(16), 2u * static_cast<unsigned>(view->width));
  EXPECT_EQ(number(20), 2u * static_cast<unsigned>(view->height));
}

/// The picture's brightness at `point`, in points of scale 1.
int brightness(const gl::Picture& picture, draw::Point point) {
  const auto at = 3 * (static_cast<std::size_t>(point.y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(point.x));
  return picture.rgb[at] + picture.rgb[at + 1] + picture.rgb[at + 2];
}

/// Of a cell that nobody has written: both diagonals of its cross stand out from the cell's side.
TEST(Picture, ACrossHasTwoLines) {
  session::Session s = session::small_session();
  const views::View* view = views::find_view("shared");
  const auto platform = std::move(*platform::open_headless(view->width, view->height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (int frame = 0; frame < 4; ++frame) drawings.clear(), gui->draw_view(s, *view);
  const gl::Picture picture = gl::read_picture(view->width, view->height);
  int crosses = 0;
  for (const draw::Drawing& drawing : drawings)
    for (const draw::Shape& shape : drawing.shapes) {
      const auto* cross = std::get_if<draw::Texture>(&shape);
      if (cross == nullptr || cross->kind != draw::Texture::Kind::kCross || cross->rect.height < 12) continue;
      const draw::Rect r = cross->rect.inset(2);
      const draw::Point corner = drawing.origin;
      const auto at = [&](float x, float y) {
        return brightness(picture, {corner.x + r.x + r.width * x, corner.y + r.y + r.height * y});
      };
      const int cell = at(0.5f, 0.2f);
      for (const auto& [x, y] : {std::pair{0.2f, 0.2f}, {0.8f, 0.8f}, {0.2f, 0.8f}, {0.8f, 0.2f}})
        EXPECT_GT(at(x, y), cell + 9);
      ++crosses;
    }
  EXPECT_GT(crosses, 0);
}

TEST(Picture, PaddingAndThemeChangeIt) {
  session::Session s = session::small_session();
  select_line(s.look, session::line_of(s, "As_store"));
  session::Session padded = session::small_session({{"PA", "4"}});
  select_line(padded.look, session::line_of(padded, "As_store"));
  EXPECT_NE(render(s, "banks"), render(padded, "banks"));
  const std::string dark = render(s, "banks");
  set_theme(s, session::Theme::kLight);
  EXPECT_NE(render(s, "banks"), dark);
}

/// C of naive before anything is written: cells of 11.125 points, some borders of which lie exactly on pixels.
TEST(Picture, CellsWithoutGapsHaveNoLinesBetweenThem) {
  session::Session s = session::opened(session::recording_of({.name = "naive"}, {.M = 64, .N = 64, .K = 8}));
  const views::View* view = views::find_view("stores");
  auto platform = platform::open_headless(view->width, view->height);
  ASSERT_TRUE(platform);
  auto gui = shell::Gui::create(**platform, "");
  ASSERT_TRUE(gui);
  for (int frame = 0; frame < 4; ++frame) (*gui)->draw_view(s, *view);
  const gl::Picture picture = gl::read_picture(view->width, view->height);
  std::set<std::array<std::uint8_t, 3>> colours;  // in the middle of the tile, far from its outlines
  for (int y = 200; y < 400; ++y)
    for (int x = 100; x < 300; ++x) {
      const auto* at = &picture.rgb[3 * static_cast<std::size_t>(y * picture.width + x)];
      colours.insert({at[0], at[1], at[2]});
    }
  EXPECT_EQ(colours.size(), 1u);
}

TEST(Picture, AnUnknownViewIsASentence) {
  const Result<void> done = shell::render_view({}, "colours", {}, "/nowhere/x.png");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::kUsage);
  EXPECT_TRUE(names_in_order(done.error().message, {"view 'colours'", "banks", "window"}));
}

TEST(Picture, AFolderThatIsNotThereIsASentence) {
  const Result<void> done = shell::render_view(session::small_session(), "lanes", {}, "/nowhere/x.png");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::kUsage);
}

// The contrast that the colours promise, on the grounds they are drawn on.
TEST(Colours, TextHasContrast) {
  for (const session::Theme theme : {session::Theme::kDark, session::Theme::kLight}) {
    const theme::Colours& c = theme::colours(theme);
    for (const theme::Colour ground : {c.ground, c.panel}) {
      EXPECT_GE(theme::contrast(c.text, ground), 7);
      EXPECT_GE(theme::contrast(c.secondary, ground), 4.5f);
    }
    for (const theme::Colour fill : c.conflict) EXPECT_GE(theme::contrast(theme::text_on(fill), fill), 4.5f);
    for (const theme::Colour fill : {c.a, c.b, c.c}) EXPECT_GE(theme::contrast(c.on_operand, fill), 4.5f);
  }
}

/// Warps 0 and 6 of one picture had nearly one colour.
TEST(Colours, OfWarpsAreToldApart) {
  for (const session::Theme theme : {session::Theme::kDark, session::Theme::kLight}) {
    const auto& warps = theme::colours(theme).warps;
    for (std::size_t i = 0; i < warps.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const int red = warps[i].r - warps[j].r, green = warps[i].g - warps[j].g, blue = warps[i].b - warps[j].b;
        EXPECT_GE(red * red + green * green + blue * blue, 30 * 30) << i << " and " << j;
      }
    for (const theme::Colour fill : warps) EXPECT_GE(theme::contrast(theme::text_on(fill), fill), 4.5f);
  }
}

TEST(Colours, AConflictHasTheColourOfTheStepBelow) {
  const theme::Colours& c = theme::colours(session::Theme::kDark);
  EXPECT_EQ(conflict_colour(c, 0), c.conflict[0]);
  EXPECT_EQ(conflict_colour(c, 1), c.conflict[0]);
  EXPECT_EQ(conflict_colour(c, 3), c.conflict[1]);
  EXPECT_EQ(conflict_colour(c, 4), c.conflict[2]);
  EXPECT_EQ(conflict_colour(c, 32), c.conflict[5]);
}

}  // namespace
}  // namespace gemmscope::ui
