// SPDX-License-Identifier: MIT
/// @file tip_of.h
/// What a view says of a thing that the pointer is on.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/session/studying.h"
#include "app/theme/colours.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"

namespace gemmscope::views {

/// The tooltip of the sensitive area `id` of `view`, drawn in its own size; empty if it has none or is not there.
inline std::string tip_of(session::Session& session, const View& view, std::string_view id) {
  struct Pointing : PlainSurface {
    explicit Pointing(std::string_view at) : id(at) {}
    draw::Hit hit(std::string_view area, draw::Rect /*rect*/) override { return {area == id, false, false, {}}; }
    std::string_view id;
  } surface(id);
  const float width = static_cast<float>(view.width) - 32, height = static_cast<float>(view.height) - 28;
  std::string tip;
  for (int frame = 0; frame < 3; ++frame) {  // some views have something worked out first
    draw::Drawing drawing{"", {}, {width, height}, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
    draw(view, session, actions, canvas);
    actions.apply(session);
    finish_studies(session);
    tip = canvas.tip().text;
  }
  return tip;
}

}  // namespace gemmscope::views
