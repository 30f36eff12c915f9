// SPDX-License-Identifier: MIT
// Views in less room than they need, down to none: they show little there, but they draw, quickly, and with finite
// numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/draw/canvas.h"
#include "app/session/findings.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

constexpr draw::Point kSizes[] = {{-32, -28}, {0, 0},    {1, 1},     {2, 7},     {11, 3},     {1, 900},   {1300, 1},
                                  {33, 41},   {90, 51},  {127, 130}, {177, 260}, {248, 182},  {299, 121}, {410, 199},
                                  {531, 77},  {640, 33}, {151, 700}, {1, 0},     {2000, 2000}};

std::vector<std::filesystem::path> recordings() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"tests/data", "tests/data/recorded", "tests/data/recorded/wrong", "assets/recordings/cpu"})
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".gst") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

void expect_numbers(const draw::Drawing& drawing) {
  const auto is_number = [](const draw::Rect& r) {
    return std::isfinite(r.x) && std::isfinite(r.y) && std::isfinite(r.width) && std::isfinite(r.height);
  };
  EXPECT_LT(drawing.shapes.size(), 200'000u);
  for (const draw::Shape& shape : drawing.shapes) {
    if (const auto* fill = std::get_if<draw::Fill>(&shape)) {
      EXPECT_TRUE(is_number(fill->rect));
    }
    if (const auto* matrix = std::get_if<draw::Matrix>(&shape)) {
      EXPECT_FALSE(matrix->rect.empty());
    }
    if (const auto* text = std::get_if<draw::Text>(&shape)) {
      EXPECT_TRUE(std::isfinite(text->at.x) && std::isfinite(text->at.y)) << text->text;
      EXPECT_TRUE(text->style.size >= 1 && text->style.size < 100) << text->text;
    }
  }
}

void draw_small(session::Session session) {
  session.look.motion = 1;
  PlainSurface surface;
  for (const View& view : all_views())
    for (const draw::Point size : kSizes) {
      SCOPED_TRACE(std::string(view.id) + " " + std::to_string(size.x) + " x " + std::to_string(size.y));
      draw::Drawing drawing{"", {}, size, {}};
      session::Actions actions;
      draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
      draw(view, session, actions, canvas);
      expect_numbers(drawing);
    }
}

class Small : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Small, ViewsDrawAtEverySize) {
  auto recording = format::read_file(GetParam());
  ASSERT_TRUE(recording) << recording.error().message;
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(*recording)));
  draw_small(session);
  session::go_end(session.look);
  session.look.views.source.whole = true;
  session.look.views.shared.whole = true;
  session.look.views.heatmap.tab = 1;
  draw_small(session);
}

INSTANTIATE_TEST_SUITE_P(Recordings, Small, ::testing::ValuesIn(recordings()), [](const auto& of) {
  return of.param.parent_path().stem().string() + "_" + of.param.stem().string();
});

}  // namespace
}  // namespace gemmscope::views
