// SPDX-License-Identifier: MIT
// The row of stations stands in the same place in every view, so that nothing jumps on the way along it.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/studying.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

/// Where the first station that fits is, as large as the stage is in a usual window.
draw::Rect first_station(session::Session& s, const View& view) {
  PlainSurface surface;
  draw::Drawing drawing;
  for (int frame = 0; frame < 2; ++frame) {  // the first asks for the way
    drawing = {"", {}, {668, 535}, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(s.desk.theme), 1, false}, surface, drawing);
    view.draw(s.look, actions, canvas);
    actions.apply(s);
    session::finish_studies(s);
  }
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* place = std::get_if<draw::Sensitive>(&shape); place != nullptr && place->id.starts_with("station "))
      return place->rect;
  ADD_FAILURE() << view.id << " has no stations";
  return {};
}

TEST(StationRow, StandsInTheSamePlaceInEveryViewOfTheStage) {
  for (const char* link :
       {"size=128x128x32/follow=A[3][5]", "size=128x128x32/follow=B[5][3]/k_tile=end/lane=9",
        "kernel=warp_tile_no_barrier_before/finding=0/follow=A[3][5]"}) {  // whose note takes a row, too
    session::Session s = recorded(link);
    const draw::Rect in_shared = first_station(s, *find_view("shared"));
    for (const View& view : all_views()) {
      if (view.place != Place::kStage) continue;
      const draw::Rect here = first_station(s, view);
      EXPECT_EQ(here.x, in_shared.x) << view.id << ", " << link;
      EXPECT_EQ(here.y, in_shared.y) << view.id << ", " << link;
    }
  }
}

}  // namespace
}  // namespace gemmscope::views
