// SPDX-License-Identifier: MIT
/// Orders as rows, what a slot keeps as columns: what each reaches, and buttons to choose it.
#include <array>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/views/registers/draw.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::FfmaOrder;
using draw::Align;
using draw::Canvas;
using draw::Rect;

constexpr float kOrdersTitle = 18, kMostOrder = 24, kLeastOrder = 15, kWide = 330;
constexpr float kChip = 14;  // of a number of conflicts

/// Names that have room in a narrow panel.
constexpr std::array<const char*, analysis::kFfmaOrders> kShort{"row scan", "zigzag", "swirl", "swirl + zigzag",
                                                                "neighbours"};

/// The share of the whole kernel, and the conflicts of a step that are left.
void draw_result(Canvas& canvas, Rect cell, FfmaOrder order, int depth, bool on, bool wide) {
  const analysis::RegisterReuse& all = counted(order, depth);
  if (on) canvas.outline(cell, canvas.colours.selected, 1.5f, 3);
  const float gap = wide ? 5.0f : 1.0f;
  Rect chip = cell.cut_right(kChip + gap);
  chip.x += gap;
  chip.height = std::min(chip.height, 14.0f), chip.y = cell.centre().y - chip.height / 2, chip.width = kChip;
  if (const int left = count_of_step(all).conflicts; left > 0)
    draw::chip(canvas, chip, std::to_string(left), canvas.colours.conflict[1]);
  draw::TextStyle style = canvas.small_mono();
  style.align = Align::kRight;
  if (on) style.colour = canvas.colours.text;
  const double share = analysis::whole_kernel(all).share();
  canvas.text_in(cell, words::decimals(100 * share, wide ? 2 : 1), style);
}

}  // namespace

float draw_orders(Canvas& canvas, Rect rect, const Ffmas& ffmas, session::Actions& actions) {
  const bool wide = rect.width >= kWide;
  const float top = rect.y, name_width = wide ? 164.0f : 90.0f;
  const float row_height =
      std::clamp((rect.height * 0.5f - kOrdersTitle) / analysis::kFfmaOrders, kLeastOrder, kMostOrder);
  Rect titles = rect.cut_top(kOrdersTitle, 1);
  canvas.text_in(titles.cut_left(name_width, 4),
                 wide ? "% of kernel, kept by a slot:" : "%; slot keeps:", canvas.small());
  for (int depth = 0; depth <= analysis::kMostDepth; ++depth) {
    const Rect place = draw::cell_rect(titles, 1, analysis::kMostDepth + 1, 0, depth).inset(0.5f);
    if (draw::framed_word(canvas, place, "depth " + std::to_string(depth), std::to_string(depth),
                          depth == ffmas.state.depth, Align::kCentre,
                          "An operand slot keeps " + words::count_of(static_cast<std::uint64_t>(depth), "register")))
      actions.add([depth](session::Look& s) { s.views.registers.depth = depth; });
  }
  for (int o = 0; o < analysis::kFfmaOrders; ++o) {
    const auto order = static_cast<FfmaOrder>(o);
    Rect row = rect.cut_top(row_height);
    const std::string name(analysis::name_of(order));
    if (draw::framed_word(canvas, row.cut_left(name_width, 4).inset(0.5f), "order " + name,
                          wide ? name : kShort[static_cast<std::size_t>(o)], order == ffmas.state.order, Align::kLeft,
                          "Show the order \"" + name + "\""))
      actions.add([order](session::Look& s) { s.views.registers.order = order; });
    for (int depth = 0; depth <= analysis::kMostDepth; ++depth) {
      const Rect cell = draw::cell_rect(row, 1, analysis::kMostDepth + 1, 0, depth).inset(0.5f);
      draw_result(canvas, cell, order, depth, order == ffmas.state.order && depth == ffmas.state.depth, wide);
      const draw::Hit hit = canvas.hit(name + ", " + std::to_string(depth), cell);
      if (hit.hovered)
        canvas.hand(), canvas.tooltip(answer_in_words(order, depth) + ". " + totals_in_words(order, depth));
      if (hit.clicked)
        actions.add(
            [order, depth](session::Look& s) { s.views.registers.order = order, s.views.registers.depth = depth; });
    }
  }
  return rect.y - top;
}

}  // namespace gemmscope::views
