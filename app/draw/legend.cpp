// SPDX-License-Identifier: MIT
#include "app/draw/number.h"
#include "app/draw/widgets.h"

namespace gemmscope::draw {
namespace {

constexpr float kRow = 20, kSwatch = 14, kGap = 14;

void swatch(Canvas& canvas, Rect rect, const Key& key) {
  const Colour ink = canvas.colours.secondary;
  switch (key.swatch) {
    case Key::Swatch::kFill: canvas.fill(rect, key.colour, 2); break;
    case Key::Swatch::kOutline: canvas.outline(rect, key.colour, 2, 2); break;
    case Key::Swatch::kHatch: canvas.fill(rect, key.colour), canvas.hatch(rect, ink, 4); break;
    case Key::Swatch::kCross: canvas.fill(rect, key.colour), canvas.cross(rect, ink); break;
    case Key::Swatch::kDots: canvas.fill(rect, key.colour), canvas.dots(rect, ink); break;
    case Key::Swatch::kBright: canvas.fill(rect, key.colour), canvas.outline(rect, canvas.colours.text, 2); break;
    case Key::Swatch::kLine: canvas.line({rect.x, rect.centre().y}, {rect.right(), rect.centre().y}, key.colour, 2); break;
  }
}

}  // namespace

float legend(Canvas& canvas, Rect rect, std::span<const Key> keys) {
  const TextStyle style = canvas.small();
  float x = rect.x, y = rect.y;
  for (const Key& key : keys) {
    const float width = kSwatch + 6 + canvas.text_width(key.label, style);
    if (x > rect.x && x + width > rect.right()) x = rect.x, y += kRow;
    swatch(canvas, {x, y + (kRow - kSwatch) / 2, kSwatch, kSwatch}, key);
    canvas.text_in({x + kSwatch + 6, y, std::min(width, rect.right() - x) - kSwatch - 5, kRow}, key.label, style);
    x += width + kGap;
  }
  return y + kRow - rect.y;
}

float conflict_legend(Canvas& canvas, Rect rect, std::string_view what) {
  const TextStyle style = canvas.small();
  constexpr float kWidth = 30;
  float x = rect.x;
  for (const int step : theme::kConflictSteps) {
    if (x + kWidth > rect.right()) break;
    nway_chip(canvas, {x, rect.y + 2, kWidth, kRow - 4}, step);
    x += kWidth + 3;
  }
  // The explanations that have room.
  while (canvas.text_width(what, style) > rect.right() - x - 5 && what.find(';') != std::string_view::npos)
    what = what.substr(0, what.rfind(';'));
  canvas.text_in({x + 5, rect.y, rect.right() - x - 5, kRow}, what, style);
  return kRow;
}

void count_legend(Canvas& canvas, Rect rect, std::uint64_t least, std::uint64_t most, std::string_view unit) {
  const TextStyle style = canvas.small();
  const std::string from = thousands(least), to = thousands(most) + " " + std::string(unit);
  const float before = canvas.text_width(from, style) + 6, after = canvas.text_width(to, style) + 6;
  canvas.text_in({rect.x, rect.y, before, kRow}, from, style);
  const Rect ramp{rect.x + before, rect.y + 4, std::max(20.0f, std::min(160.0f, rect.width - before - after)), kRow - 8};
  constexpr int kSteps = 32;
  for (int i = 0; i < kSteps; ++i)
    canvas.fill(cell_rect(ramp, 1, kSteps, 0, i), theme::viridis(static_cast<float>(i) / (kSteps - 1)));
  canvas.text_in({ramp.right() + 6, rect.y, after, kRow}, to, style);
}

}  // namespace gemmscope::draw
