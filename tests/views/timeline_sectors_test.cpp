// SPDX-License-Identifier: MIT
// Timeline shows a request to global memory that moves a little more than its ideal as that, and not as twice as much.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/draw/canvas.h"
#include "app/session/refresh.h"
#include "app/views/timeline/draw.h"
#include "app/views/view.h"
#include "app/words/number.h"
#include "tests/analysis/recording_builder.h"
#include "tests/views/plain_surface.h"

namespace gemmscope::views {
namespace {

/// A warp loads every `step`-th number, 32 of them.
struct Load {
  std::uint32_t first, step;
};
constexpr Load kIdeal{0, 1}, kShifted{1, 1}, kEverySecond{0, 2};  // 4, 5 and 8 sectors, where 4 would do

session::Session session_of(const std::vector<Load>& loads) {
  analysis::testing::RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 32;
  r.tensors.resize(1);
  r.tensors[0].name = "in", r.tensors[0].element_bytes = 4;
  r.tensors[0].layout = {.rows = 1, .columns = 64, .pitch = 64};
  r.sites = {{.name = "in_load", .tensor = 0, .line = 3}};
  std::vector<format::Request> requests;
  for (const Load& load : loads) {
    format::Request request{.site = 0, .warp = 0, .interval = 0, .k_tile = format::kEpilogue};
    request.mask = ~0u;
    for (std::uint32_t lane = 0; lane < 32; ++lane) request.address[lane] = 4 * (load.first + load.step * lane);
    requests.push_back(request);
  }
  builder.add_block(0, 0, requests, {0});
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(builder.finish()));
  return session;
}

analysis::TimelineColumn column_of(const session::Session& s) {
  return timeline_of(s.look).stretch(0, 0, 0, timeline_of(s.look).size(0, 0));
}

/// How many texts of the timeline say just that, the scale under it not counted.
std::ptrdiff_t labels(const session::Session& s, const std::string& label) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {828, 288}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(s.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("timeline"), s, actions, canvas);
  return std::ranges::count_if(drawing.shapes, [&](const draw::Shape& shape) {
    const auto* text = std::get_if<draw::Text>(&shape);
    return text != nullptr && text->text == label;
  });
}

TEST(TimelineSectors, AreShownAsTheyAre) {
  const session::Session shifted = session_of({kShifted, kIdeal, kEverySecond});
  EXPECT_EQ(labels(shifted, words::decimals(1.25, 1)), 1);
  EXPECT_EQ(labels(shifted, "2"), 1);
  EXPECT_EQ(labels(shifted, "1"), 0);
}

TEST(TimelineSectors, HaveTheColourOfTheStepThatTheyReach) {
  EXPECT_EQ(worst_factor(column_of(session_of({kIdeal}))), 0);
  EXPECT_EQ(worst_factor(column_of(session_of({kShifted}))), 1);
  EXPECT_EQ(worst_factor(column_of(session_of({kIdeal, kShifted}))), 1);
  EXPECT_EQ(worst_factor(column_of(session_of({kShifted, kEverySecond}))), 2);
}

}  // namespace
}  // namespace gemmscope::views
