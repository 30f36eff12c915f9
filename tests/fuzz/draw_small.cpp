// SPDX-License-Identifier: MIT
#include <random>

#include "app/draw/canvas.h"
#include "app/svg/svg.h"
#include "app/views/view.h"
#include "tests/fuzz/drive.h"
#include "tests/views/plain_surface.h"

namespace gemmscope::fuzz {

void draw_small(const session::Session& session, unsigned seed) {
  constexpr std::size_t kMostShapes = 1u << 20;
  std::mt19937 random(seed);
  views::PlainSurface surface;
  for (const views::View& view : views::all_views()) {
    const auto length = [&](int least) {
      return random() % 4 == 0 ? static_cast<float>(random() % 8)
                               : static_cast<float>(random() % static_cast<unsigned>(least + 40)) - 30;
    };
    draw::Drawings drawings(1);
    drawings[0].size = {length(view.least_width), length(view.least_height)};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(session.desk.theme), session.desk.scale, true}, surface, drawings[0]);
    views::draw(view, session, actions, canvas);
    if (drawings[0].shapes.size() > kMostShapes) broken_promise("a small view has too many shapes");
    static_cast<void>(svg::file_of(drawings, {64, 64, session.desk.scale, {}, "", ""}));
  }
}

}  // namespace gemmscope::fuzz
