// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/words/number.h"

namespace gemmscope::draw {
namespace {

constexpr float kRow = 20, kSwatch = 14, kSpace = 6, kGap = 14;

void swatch(Canvas& canvas, Rect rect, const Key& key) {
  const Colour ink = canvas.colours.secondary;
  switch (key.swatch) {
    case Key::Swatch::kFill: {
      const Rect stripe{rect.x, rect.y, rect.width / static_cast<float>(key.beside.size() + 1), rect.height};
      canvas.fill(stripe, key.colour, key.beside.empty() ? 2 : 0);
      for (std::size_t i = 0; i < key.beside.size(); ++i)
        canvas.fill(stripe.moved(stripe.width * static_cast<float>(i + 1), 0), key.beside[i]);
      break;
    }
    case Key::Swatch::kOutline: canvas.outline(rect, key.colour, 2, 2); break;
    case Key::Swatch::kHatch:
      canvas.fill(rect, key.colour), canvas.hatch(rect, theme::faded(theme::text_on(key.colour), 0.6f), 4);
      break;
    case Key::Swatch::kCross: canvas.fill(rect, key.colour), canvas.cross(rect, ink); break;
    case Key::Swatch::kDots: canvas.fill(rect, key.colour), canvas.dots(rect, ink); break;
    case Key::Swatch::kDigit: canvas.text_in(rect, "0", {key.colour, Face::kMono, 11, Align::kCentre}); break;
    case Key::Swatch::kLine:
      canvas.line({rect.x, rect.centre().y}, {rect.right(), rect.centre().y}, key.colour, 2);
      break;
  }
}

/// Calls visit(key, place) with each entry's place in a legend of `width`.
template <class Visit>
void place_keys(const Canvas& canvas, std::span<const Key> keys, float width, Visit visit) {
  float x = 0, y = 0;
  for (const Key& key : keys) {
    const float each = kSwatch + kSpace + canvas.text_width(key.label, canvas.small());
    if (x > 0 && x + each > width) x = 0, y += kRow;
    visit(key, Rect{x, y, std::min(each, width - x), kRow});
    x += each + kGap;
  }
}

}  // namespace

float legend_height(const Canvas& canvas, std::span<const Key> keys, float width) {
  float bottom = 0;
  place_keys(canvas, keys, width, [&](const Key&, Rect place) { bottom = place.bottom(); });
  return bottom;
}

float legend(Canvas& canvas, Rect rect, std::span<const Key> keys) {
  place_keys(canvas, keys, rect.width, [&](const Key& key, Rect place) {
    place = place.moved(rect.x, rect.y);
    swatch(canvas, {place.x, place.y + (kRow - kSwatch) / 2, kSwatch, kSwatch}, key);
    place.cut_left(kSwatch, kSpace);
    canvas.text_in({place.x, place.y, place.width + 1, place.height}, key.label, canvas.small());
  });
  return legend_height(canvas, keys, rect.width);
}

float conflict_legend(Canvas& canvas, Rect rect, std::string_view what) {
  const TextStyle style = canvas.small();
  constexpr float kWidth = 30;
  float x = rect.x;
  for (const int step : theme::kConflictSteps) {
    if (x + kWidth > rect.right()) break;
    nway_chip(canvas, {x, rect.y + 2, kWidth, kRow - 4}, step);
    x += kWidth;  // side by side: a scale, and no buttons
  }
  // The explanations that have room.
  while (canvas.text_width(what, style) > rect.right() - x - 5 && what.find(';') != std::string_view::npos)
    what = what.substr(0, what.rfind(';'));
  canvas.text_in({x + 5, rect.y, rect.right() - x - 5, kRow}, what, style);
  return kRow;
}

namespace {

/// A ramp of `colour_at` 0 to 1 between two texts.
template <class ColourAt>
void ramp_legend(Canvas& canvas, Rect rect, const std::string& from, const std::string& to, ColourAt colour_at) {
  const TextStyle style = canvas.small();
  const float before = canvas.text_width(from, style) + 6, after = canvas.text_width(to, style) + 6;
  canvas.text_in({rect.x, rect.y, before, kRow}, from, style);
  const Rect ramp{rect.x + before, rect.y + 4, std::max(20.0f, std::min(160.0f, rect.width - before - after)),
                  kRow - 8};
  constexpr int kSteps = 32;
  for (int i = 0; i < kSteps; ++i)
    canvas.fill(cell_rect(ramp, 1, kSteps, 0, i), colour_at(static_cast<float>(i) / (kSteps - 1)));
  canvas.text_in({ramp.right() + 6, rect.y, after, kRow}, to, style);
}

}  // namespace

void count_legend(Canvas& canvas, Rect rect, std::uint64_t most, std::string_view unit) {
  ramp_legend(canvas, rect, "0", words::thousands(most) + " " + std::string(unit), theme::viridis);
}

void change_legend(Canvas& canvas, Rect rect, std::uint64_t most, std::string_view unit) {
  if (most == 0) return canvas.text_in(rect, std::string(unit) + ": no change", canvas.small());
  const auto signed_most = static_cast<std::int64_t>(most);
  ramp_legend(canvas, rect, words::with_sign(-signed_most), words::with_sign(signed_most) + " " + std::string(unit),
              [&](float share) { return theme::change_colour(canvas.colours, 2 * share - 1); });
}

}  // namespace gemmscope::draw
