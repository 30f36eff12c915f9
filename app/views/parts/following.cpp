// SPDX-License-Identifier: MIT
#include "app/views/parts/following.h"

#include "app/draw/choice.h"
#include "app/session/followed.h"
#include "app/session/following.h"
#include "app/views/parts/lane_set.h"
#include "app/words/life_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Point;
using draw::Rect;
using session::Look;

constexpr float kRow = 22, kMark = 6;  // points; half of the mark's width

void diamond(Canvas& canvas, Point middle, float half, draw::Colour colour) {
  const Point left{middle.x - half, middle.y}, right{middle.x + half, middle.y};
  canvas.triangle(left, {middle.x, middle.y - half}, right, colour);
  canvas.triangle(left, {middle.x, middle.y + half}, right, colour);
}

/// "lanes 0–3 load from As", of all uses of the cursor's request.
std::string uses_here(const Look& look, std::size_t first) {
  std::string text;
  const std::vector<analysis::Use>& uses = look.life->uses;
  for (std::size_t i = first; i < uses.size() && uses[i].when == uses[first].when; ++i)
    text += (text.empty() ? "" : "; ") + lanes_in_words(uses[i].lanes) + ": " +
            words::use_in_words(*look.recording(), uses[i]);
  return text;
}

/// A word at the right end of `row`. Returns whether it was clicked.
bool offer(Canvas& canvas, Rect& row, const char* id, const std::string& text, const char* hint) {
  const Rect place = row.cut_right(canvas.text_width(text, canvas.small()) + 4, 10);
  return draw::link(canvas, place, id, text, draw::Align::kRight, hint);
}

}  // namespace

UseNumber use_number(const Look& look) {
  UseNumber result;
  if (!look.life) return result;
  const auto here = session::use_here(look);
  const std::vector<analysis::Use>& uses = look.life->uses;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (i == 0 || uses[i].when != uses[i - 1].when) ++result.all;
    if (here == i) result.number = result.all;
  }
  return result;
}

std::string use_text(const Look& look) {
  const auto [number, all] = use_number(look);
  if (number != 0)
    return "use " + words::thousands(number) + " of " + words::thousands(all) + ": " +
           uses_here(look, *session::use_here(look));
  if (all != 0) return words::count_of(all, "use") + " in this block, none by this request";
  if (!look.life || look.life->absent.empty()) return "no use in this block";
  return words::absent_in_words(look.life->absent.front(), session::text_of(*look.recording(), *look.followed));
}

void draw_following(Canvas& canvas, Rect& rest, const Look& look, session::Actions& actions) {
  if (!look.followed) return;
  Rect row = rest.cut_top(kRow, 4);
  canvas.fill(row, canvas.colours.row, 4);
  row = {row.x + 8, row.y, row.width - 16, row.height};
  mark_followed(canvas, row.cut_left(2 * kMark, 6));
  const std::string name = session::text_of(*look.recording(), *look.followed);
  canvas.text_in(row.cut_left(canvas.text_width(name, canvas.bold()) + 1, 10), name, canvas.bold());
  if (offer(canvas, row, "let go", "let go", "Follow nothing (E)")) actions.add(session::follow_nothing);
  if (use_number(look).all != 0) {
    if (offer(canvas, row, "next use", "next", "The next request that uses it (U)")) actions.add(session::step_use, +1);
    if (offer(canvas, row, "previous use", "previous", "The request before that uses it (Shift U)"))
      actions.add(session::step_use, -1);
  }
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  canvas.text_in(row, use_text(look), style);
}

void draw_offer_to_follow(Canvas& canvas, Rect& row, const Look& look, session::Actions& actions) {
  const auto what = session::selected_to_follow(look);
  if (!what || look.followed == what) return;
  const std::string text = "follow " + session::text_of(*look.recording(), *what);
  if (offer(canvas, row, "follow", text, "Show where it goes, from global memory to C (E)"))
    actions.add(session::follow_or_let_go, *what);
}

void mark_followed(Canvas& canvas, Rect place) {
  diamond(canvas, place.centre(), kMark + 1.5f, canvas.colours.ground);
  diamond(canvas, place.centre(), kMark, canvas.colours.selected);
}

void mark_sums(Canvas& canvas, Rect place) {
  const Rect around{place.x - 1, place.y - 1, std::max(3.0f, place.width + 2), std::max(3.0f, place.height + 2)};
  canvas.outline(around, canvas.colours.ground, 3);
  canvas.outline(around, canvas.colours.selected, 1.5f);
}

void draw_way(Canvas& canvas, Rect from, Rect to) {
  canvas.arrow(from.centre(), to.centre(), canvas.colours.selected, 0, 1.4f);
}

}  // namespace gemmscope::views
