// SPDX-License-Identifier: MIT
#include "app/views/source/choose.h"

#include <set>

#include "app/draw/choice.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;

constexpr float kArrow = 22, kArrowGap = 4;  // points

std::optional<std::size_t> step(Canvas& canvas, Rect& row, const std::string& what, const std::vector<Item>& items,
                                std::size_t shown) {
  const Rect back = row.cut_left(kArrow, kArrowGap), forward = row.cut_left(kArrow, 2 * kArrowGap);
  const std::size_t before = (shown + items.size() - 1) % items.size(), after = (shown + 1) % items.size();
  std::optional<std::size_t> chosen;
  if (draw::button(canvas, back, ("previous " + what).c_str(), ("Show the previous " + what).c_str())) chosen = before;
  if (draw::button(canvas, forward, ("next " + what).c_str(), ("Show the next " + what).c_str())) chosen = after;
  draw::arrow_head(canvas, back.centre(), -1, canvas.colours.text);
  draw::arrow_head(canvas, forward.centre(), +1, canvas.colours.text);
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text;
  const std::string text = items[shown].name + ", " + std::to_string(shown + 1) + " of " + std::to_string(items.size());
  const Rect place = row;
  canvas.text_in(place, text, style);
  row.cut_left(canvas.text_width(text, style), 2 * kArrowGap);
  std::string all;
  for (const Item& item : items) all += (all.empty() ? "" : ", ") + item.name;
  if (canvas.hit(("every " + what).c_str(), place).hovered) canvas.tooltip(all);
  return chosen;
}

}  // namespace

std::optional<std::size_t> choose(Canvas& canvas, Rect& row, const std::string& what, const std::vector<Item>& items,
                                  std::size_t shown) {
  std::vector<std::string> names, tips;
  for (const Item& item : items) names.push_back(item.name), tips.push_back(item.tip);
  const bool distinct = std::set<std::string>(names.begin(), names.end()).size() == names.size();
  if (!distinct || draw::choice_width(canvas, names) > row.width) return step(canvas, row, what, items, shown);
  const auto chosen = draw::choice(canvas, row, names, static_cast<int>(shown), tips);
  return chosen ? std::optional(static_cast<std::size_t>(*chosen)) : std::nullopt;
}

}  // namespace gemmscope::views
