// SPDX-License-Identifier: MIT
#include "app/views/parts/lane_capsule.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/session/selecting.h"
#include "app/session/touched.h"
#include "app/views/parts/lane_set.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Emphasis;
using draw::Rect;
using session::Look;

constexpr float kLeastChip = 9, kChipHeight = 13, kLeastText = 7;

/// A capsule of one or two banks' width has no room to give away.
float frame_of(float width) { return width < 24 ? 0.5f : 2; }

/// How chips stand in a capsule.
struct Grid {
  int columns = 1, rows = 1;

  Grid(int lanes, float width) {
    columns = std::clamp(static_cast<int>((width - 2 * frame_of(width)) / kLeastChip), 1, lanes);
    rows = (lanes + columns - 1) / columns;
    columns = (lanes + rows - 1) / rows;  // even rows
  }
};

/// Selects and previews `lane` where the pointer is in `rect`.
void react(Canvas& canvas, Rect rect, int lane, std::uint32_t lanes, const Chips& chips) {
  const draw::Hit hit = canvas.hit("lane " + std::to_string(lane) + chips.where, rect);
  if (hit.clicked) chips.actions.add(session::select_lane, lane);
  if (!hit.hovered) return;
  chips.actions.add(session::hover_lane, lane);
  canvas.hand();
  canvas.tooltip(std::has_single_bit(lanes) ? "Select lane " + std::to_string(lane)
                                            : lanes_in_words(lanes) + " share these words");
}

void draw_chips(Canvas& canvas, Rect inside, const std::vector<int>& lanes, Grid grid, std::uint32_t mask,
                const Chips& chips) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const int at = static_cast<int>(i);
    Rect cell = draw::cell_rect(inside, grid.rows, grid.columns, at / grid.columns, at % grid.columns);
    if (grid.columns > 1)
      cell = cell.inset(0.5f);
    else
      cell.y += 0.5f, cell.height -= 1;
    draw_lane_chip(canvas, cell, lanes[i], chips.colour, emphasis_of(chips.look, lanes[i]));
    react(canvas, cell, lanes[i], mask, chips);
  }
}

/// Too many lanes for the room: their numbers if they can be read, else the first and how many more.
void draw_summary(Canvas& canvas, Rect rect, std::uint32_t mask, draw::Colour colour) {
  draw::TextStyle style{theme::text_on(colour), draw::Face::kMonoBold, 9, draw::Align::kCentre};
  canvas.fill(rect, colour, 3);
  style.size = std::min(style.size, rect.height);
  const int more = std::popcount(mask) - 1;
  std::vector<std::string> texts{lane_ranges(mask)};
  if (more > 1) texts.push_back(std::to_string(std::countr_zero(mask)) + "+" + std::to_string(more));
  for (const std::string& shown : texts) {
    const float fitting = style.size * (rect.width - 1) / canvas.text_width(shown, style);
    if (fitting < kLeastText) continue;
    style.size = std::min(style.size, fitting);
    return canvas.text_in(rect, shown, style);
  }
}

}  // namespace

Emphasis emphasis_of(const Look& look, int lane) {
  if (look.selected.lane == lane) return Emphasis::kSelected;
  for (const auto& bank : {look.selected.bank, look.hover.bank})
    if (bank && (session::lanes_of_bank(look, *bank) >> lane & 1u) != 0) return Emphasis::kHovered;
  return look.hover.lane == lane ? Emphasis::kHovered : Emphasis::kNone;
}

bool draw_lane_number(Canvas& canvas, Rect rect, int lane, draw::Colour colour, float least) {
  constexpr float kLeastWide = 6.3f;
  draw::TextStyle style{colour, draw::Face::kMonoBold, std::clamp(rect.height * 0.66f, 6.5f, 13.0f),
                        draw::Align::kCentre};
  const float digit = canvas.text_width("0", style) / style.size;  // of one point of size
  const float wide = std::min(style.size, (rect.width - 0.5f) / (2 * digit));
  const std::string number = std::to_string(lane);
  const auto write = [&](float middle, const std::string& text) {
    canvas.text({rect.centre().x, middle - theme::middle_of_text(style.face, style.size)}, text, style);
  };
  if (wide >= kLeastWide || rect.height < 20) {
    style.size = wide;
    if (wide < least || rect.height < 6) return false;
    return write(rect.centre().y, number), true;
  }
  style.size = std::min({10.0f, (rect.width - 1) / digit, rect.height * 0.4f});
  if (style.size < least) return false;
  const float step = style.size * 0.95f, first = rect.centre().y - step * 0.5f * static_cast<float>(number.size() - 1);
  for (std::size_t i = 0; i < number.size(); ++i) write(first + step * static_cast<float>(i), number.substr(i, 1));
  return true;
}

void draw_lane_chip(Canvas& canvas, Rect rect, int lane, draw::Colour fill, Emphasis emphasis) {
  const float rounding = std::min(3.0f, rect.height / 4);
  canvas.fill(rect, fill, rounding);
  draw_lane_number(canvas, rect, lane, theme::text_on(fill));
  draw::mark(canvas, rect, emphasis, rounding);
}

float capsule_height(std::uint32_t lanes, float width) {
  const int count = std::popcount(lanes);
  if (count <= 1) return 20;
  return static_cast<float>(Grid(count, width).rows) * kChipHeight + 2 * frame_of(width) + 3;
}

bool has_chips(Rect rect, std::uint32_t lanes) {
  const int count = std::popcount(lanes);
  return count == 1 ||
         rect.inset(frame_of(rect.width)).height / static_cast<float>(Grid(count, rect.width).rows) >= kLeastChip;
}

void draw_capsule(Canvas& canvas, Rect rect, std::uint32_t mask, const Chips& chips) {
  const draw::Colour colour = chips.colour;
  const std::vector<int> lanes = lanes_of(mask);
  if (lanes.size() == 1) {
    draw_lane_chip(canvas, rect, lanes[0], colour, emphasis_of(chips.look, lanes[0]));
    react(canvas, rect, lanes[0], mask, chips);
    return;
  }
  const Grid grid(static_cast<int>(lanes.size()), rect.width);
  const Rect inside = rect.inset(frame_of(rect.width));
  if (has_chips(rect, mask)) {
    const float round = std::min(7.0f, std::min(rect.height, rect.width) / 2);
    canvas.fill(rect, theme::mixed(canvas.colours.panel, colour, 0.35f), round);
    canvas.outline(rect, colour, 1, round);
    draw_chips(canvas, inside, lanes, grid, mask, chips);
    return;
  }
  draw_summary(canvas, rect, mask, colour);
  for (const int lane : lanes) draw::mark(canvas, rect, emphasis_of(chips.look, lane));
  react(canvas, rect, lanes[0], mask, chips);
}

void draw_inactive(Canvas& canvas, Rect row, std::uint32_t mask, const Chips& chips) {
  if (mask == 0) return;
  const std::vector<int> lanes = lanes_of(mask);
  const draw::TextStyle words = canvas.small();
  const std::string label = lanes.size() == 1 ? "lane not active:" : "lanes not active:";
  canvas.text_in(row.cut_left(canvas.text_width(label, words) + 1, 6), label, words);
  constexpr float kWidth = 17;
  const auto draw_hatched = [&](Rect rect, const std::string& text) {
    canvas.fill(rect, canvas.colours.ground, 2);
    canvas.hatch(rect, theme::faded(canvas.colours.secondary, 0.55f), 4);
    canvas.outline(rect, canvas.colours.line);
    canvas.text_in(rect, text, {canvas.colours.text, draw::Face::kMonoBold, 10, draw::Align::kCentre});
  };
  if (row.width >= static_cast<float>(lanes.size()) * (kWidth + 1)) {
    for (const int lane : lanes) {
      const Rect rect = row.cut_left(kWidth, 1).inset(0.5f);
      draw_hatched(rect, std::to_string(lane));
      draw::mark(canvas, rect, emphasis_of(chips.look, lane));
      react(canvas, rect, lane, 1u << lane, chips);
    }
    return;
  }
  const std::string all = lane_ranges(mask);
  const float width = canvas.text_width(all, {canvas.colours.text, draw::Face::kMono, 10}) + 12;
  draw_hatched(row.cut_left(std::min(width, row.width)), all);
}

}  // namespace gemmscope::views
