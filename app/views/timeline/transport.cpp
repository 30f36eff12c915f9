// SPDX-License-Identifier: MIT
#include "app/views/timeline/transport.h"

#include <algorithm>
#include <iterator>

#include "app/draw/choice.h"
#include "app/session/playing.h"
#include "app/session/stepping.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Rect;
using session::Look;

constexpr float kSide = 24, kButtonGap = 3;
constexpr float kSpeeds[] = {2, 8, 30, 120, 600};  // requests a second

void upright(Canvas& canvas, float x, float y, Colour colour) { canvas.fill({x - 1, y - 5, 2.5f, 10}, colour); }

/// Cuts a button off the left of `row`. Returns whether it was clicked.
bool button(Canvas& canvas, Rect& row, const char* id, const char* explanation, float width, Rect& place) {
  place = row.cut_left(width, kButtonGap);
  return draw::button(canvas, place, id, explanation);
}

void next_speed(Look& look) {
  const auto* faster = std::upper_bound(std::begin(kSpeeds), std::end(kSpeeds), look.play.steps_per_second);
  set_speed(look, faster == std::end(kSpeeds) ? kSpeeds[0] : *faster);
}

}  // namespace

void draw_transport(Canvas& canvas, Rect row, const Look& look, session::Actions& actions) {
  row.height = kSide;
  const Colour ink = canvas.colours.text;
  Rect at;
  const auto middle = [&] { return at.centre(); };

  if (button(canvas, row, "first", "Go to the first request (Home)", kSide, at)) actions.add(session::go_home);
  upright(canvas, middle().x - 5, middle().y, ink);
  draw::arrow_head(canvas, {middle().x + 2, middle().y}, -1, ink);

  if (button(canvas, row, "back", "Step to the previous request (Left)", kSide, at))
    actions.add(session::step_request, -1);
  draw::arrow_head(canvas, middle(), -1, ink);

  if (button(canvas, row, "play",
             look.play.on    ? "Pause (Space)"
             : look.followed ? "Play from use to use of what is followed (Space)"
                             : "Play (Space)",
             kSide + 6, at))
    actions.add(session::toggle_play);
  if (look.play.on) {
    upright(canvas, middle().x - 3, middle().y, ink);
    upright(canvas, middle().x + 3, middle().y, ink);
  } else {
    canvas.triangle({middle().x - 5, middle().y - 7}, {middle().x - 5, middle().y + 7}, {middle().x + 7, middle().y},
                    canvas.colours.a);
  }

  if (button(canvas, row, "forward", "Step to the next request (Right)", kSide, at))
    actions.add(session::step_request, +1);
  draw::arrow_head(canvas, middle(), +1, ink);

  if (button(canvas, row, "last", "Go to the last request (End)", kSide, at)) actions.add(session::go_end);
  draw::arrow_head(canvas, {middle().x - 2, middle().y}, +1, ink);
  upright(canvas, middle().x + 5, middle().y, ink);

  if (button(canvas, row, "next conflict", "Jump to the next conflict (N)", kSide, at))
    actions.add(session::step_conflict, +1);
  draw::arrow_head(canvas, {middle().x - 4, middle().y}, +1, canvas.colours.conflict[2]);
  draw::arrow_head(canvas, {middle().x + 4, middle().y}, +1, canvas.colours.conflict[2]);

  if (button(canvas, row, "speed",
             look.followed ? "Uses a second when playing; click for the next speed"
                           : "Requests a second when playing; click for the next speed",
             row.width, at))
    actions.add(next_speed);
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kCentre;
  canvas.text_in(at, words::decimals(look.play.steps_per_second, 0) + " / s", style);
}

}  // namespace gemmscope::views
