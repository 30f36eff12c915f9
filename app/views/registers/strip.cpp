// SPDX-License-Identifier: MIT
/// The 64 multiply-adds of a step side by side: which operands are hits, and where banks conflict.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/stepping.h"
#include "app/views/registers/draw.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Rect;

/// Above a hit of A, below it one of B, at the bottom a conflict: pale where it is hidden.
void draw_column(Canvas& canvas, Rect column, const analysis::Ffma& ffma) {
  if (column.width > 4) column.width -= 1;
  const Rect foot = column.cut_bottom(4, 1);
  const Rect upper = column.cut_top(column.height / 2);
  const Colour empty = canvas.colours.ground;
  canvas.fill(upper, ffma.hit[0] ? canvas.colours.a : empty);
  canvas.fill(column, ffma.hit[1] ? canvas.colours.b : empty);
  if (ffma.conflicts_without_reuse() > 0)
    canvas.fill(foot, theme::faded(canvas.colours.conflict[1], ffma.conflicts > 0 ? 1.0f : 0.4f));
}

}  // namespace

void draw_ffma_strip(Canvas& canvas, Rect rect, const Ffmas& ffmas, session::Actions& actions) {
  const Rect back = rect.cut_left(22, 3), forward = rect.cut_left(22, 8);
  if (draw::button(canvas, back, "back", "Step to the previous multiply-add (,)"))
    actions.add(session::step_multiply_add, -1);
  draw::arrow_head(canvas, back.centre(), -1, canvas.colours.text);
  if (draw::button(canvas, forward, "forward", "Step to the next multiply-add (.)"))
    actions.add(session::step_multiply_add, +1);
  draw::arrow_head(canvas, forward.centre(), +1, canvas.colours.text);

  const std::string number = std::to_string(ffmas.state.position + 1) + " of 64";
  canvas.text_in(rect.cut_left(canvas.text_width("64 of 64", canvas.small()) + 2, 6), number, canvas.small());
  for (int i = 0; i < analysis::kFfmasOfStep; ++i)
    draw_column(canvas, draw::cell_rect(rect, 1, analysis::kFfmasOfStep, 0, i), ffmas.at(i));
  draw::mark(canvas, draw::cell_rect(rect, 1, analysis::kFfmasOfStep, 0, ffmas.state.position),
             draw::Emphasis::kSelected);

  const draw::Hit hit = canvas.hit("multiply-adds", rect);
  if (!hit.hovered && !hit.held) return;
  const int position = std::clamp(static_cast<int>((hit.at.x - rect.x) / rect.width * analysis::kFfmasOfStep), 0,
                                  analysis::kFfmasOfStep - 1);
  canvas.hand();
  canvas.tooltip(std::to_string(position + 1) + ": " + instruction_in_words(ffmas.at(position)) +
                 ". Blue: A is a hit; yellow: B is a hit; red: their banks conflict, pale if a hit hides it");
  if (hit.held) actions.add(session::go_to_multiply_add, position);
}

}  // namespace gemmscope::views
