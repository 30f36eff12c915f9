// SPDX-License-Identifier: MIT
/// K as a bar of k-tiles, and the write-back behind them.
#include <algorithm>

#include "app/session/stepping.h"
#include "app/session/visit.h"
#include "app/views/arrays/scene.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

constexpr float kSingle = 6;  // points above which each k-tile is a box of its own

Colour state_colour(const Canvas& canvas, TileState state) {
  switch (state) {
    case TileState::kUsed: return theme::mixed(canvas.colours.panel, canvas.colours.a, 0.4f);
    case TileState::kCurrent: return canvas.colours.a;
    case TileState::kToCome: return canvas.colours.line;
    case TileState::kNotLoaded: break;
  }
  return canvas.colours.ground;
}

/// K-tiles of one state.
void draw_part(Canvas& canvas, Rect part, TileState state) {
  if (state == TileState::kCurrent) part.width = std::max(part.width, 3.0f);
  if (state == TileState::kNotLoaded) {
    const float width = std::max(part.width, 3.0f);
    return draw_never_loaded(canvas, {part.right() - width, part.y, width, part.height});
  }
  canvas.fill(part, state_colour(canvas, state), std::min(3.0f, part.width / 3));
}

/// Every how many k-tiles a number fits.
int label_every(const Canvas& canvas, int count, float width) {
  const TextStyle style{canvas.colours.text, draw::Face::kMonoBold, 12};
  const float wanted = canvas.text_width(std::to_string(count - 1), style) + 5;
  int every = 1;
  while (every < count && width * static_cast<float>(every) < wanted) every *= 2;
  return every;
}

void draw_parts(Canvas& canvas, Rect bar, const TileScene& scene) {
  const auto count = static_cast<int>(scene.states.size());
  const float width = bar.width / static_cast<float>(std::max(1, count));
  const bool single = width >= kSingle;
  const int every = label_every(canvas, count, width);
  const auto state = [&](int t) { return scene.states[static_cast<std::size_t>(t)]; };
  for (int t = 0; t < count;) {
    int end = t + 1;
    while (!single && end < count && state(end) == state(t)) ++end;
    const float space = single ? std::min(2.0f, width / 5) : 0;
    const Rect part{bar.x + static_cast<float>(t) * width, bar.y, static_cast<float>(end - t) * width - space,
                    bar.height};
    draw_part(canvas, part, state(t));
    t = end;
  }
  if (!single) return;
  for (int t = 0; t < count; t += every) {  // over the parts, because a number may be wider than its own
    const Rect part = draw::cell_rect(bar, 1, count, 0, t);
    const TextStyle style{theme::text_on(state_colour(canvas, state(t))), draw::Face::kMonoBold, 12, Align::kCentre};
    if (state(t) == TileState::kNotLoaded) {  // over its cross
      const float half = canvas.text_width(std::to_string(t), style) / 2 + 3;
      canvas.fill({part.centre().x - half - 1, part.y + 3, 2 * half, part.height - 6}, canvas.colours.ground);
    }
    canvas.text_in({part.centre().x - 21, part.y, 40, part.height}, std::to_string(t), style);
  }
}

void draw_write_back_button(Canvas& canvas, Rect end, const TileScene& scene, session::Actions& actions) {
  const Colour colour = scene.write_back() ? canvas.colours.c : canvas.colours.line;
  canvas.fill(end, colour, 3);
  canvas.text_in(end, "write-back", {theme::text_on(colour), draw::Face::kWords, 12.5f, Align::kCentre});
  const draw::Hit hit = canvas.hit("k-tile end", end);
  if (hit.hovered) canvas.hand(), canvas.tooltip("Go to the write-back");
  if (hit.clicked) actions.add(session::go_to_k_tile, format::kEpilogue);
}

void point_at(Canvas& canvas, Rect bar, const TileScene& scene, session::Actions& actions) {
  const auto count = static_cast<int>(scene.states.size());
  const draw::Hit hit = canvas.hit("k-tiles", bar);
  const auto under = draw::cell_at(bar, 1, std::max(1, count), hit.at);
  if (!hit.hovered || !under || under->column >= count) return;
  const auto k_tile = static_cast<std::size_t>(under->column);
  const TileState state = scene.states[k_tile];
  const std::uint64_t first = k_tile * scene.shape.BK;
  const std::uint64_t end = std::min<std::uint64_t>(scene.recording.K, first + scene.shape.BK);
  canvas.tooltip("k-tile " + words::thousands(k_tile) + ", k = " + words::thousands(first) + " \u2026 " +
                 words::thousands(end - 1) +
                 (state == TileState::kNotLoaded ? ": its part of A or of B is never loaded" : ""));
  canvas.hand();
  if (hit.clicked) actions.add(session::go_to_k_tile, static_cast<std::uint32_t>(k_tile));
}

std::string scale_note(float k_scale) {
  if (k_scale > 0.99f && k_scale < 1.01f) return {};
  const int places = k_scale < 0.1f ? 3 : k_scale < 10 ? 1 : 0;
  return "K is drawn at " + words::decimals(k_scale, places) + " times the scale of M and N.";
}

}  // namespace

void draw_k_bar(Canvas& canvas, Rect space, float k_scale, const TileScene& scene, session::Actions& actions) {
  TextStyle note = canvas.small();
  const auto count = static_cast<int>(scene.states.size());
  Rect bar = space.cut_top(22, 2);
  canvas.text_in(bar.cut_left(44, 4), "k-tile", note);
  draw_write_back_button(canvas, bar.cut_right(76, 6), scene, actions);
  draw_parts(canvas, bar, scene);
  if (scene.k_tile < scene.states.size()) {
    const float x = draw::cell_rect(bar, 1, count, 0, static_cast<int>(scene.k_tile)).centre().x - 1;
    canvas.triangle({x, bar.bottom() + 1}, {x - 5, bar.bottom() + 8}, {x + 5, bar.bottom() + 8},
                    canvas.colours.selected);
  }
  point_at(canvas, bar, scene, actions);
  space.cut_left(48), space.cut_top(6);
  const std::uint32_t rest = scene.recording.K % scene.shape.BK;  // what the last one has of K, if it has less
  const std::string hint = words::count_of(static_cast<std::uint64_t>(count), "k-tile") +
                           (rest == 0 ? "" : ", the last " + std::to_string(rest) + " deep") + "; click one to show it";
  note.align = Align::kRight;
  canvas.text_in(space.cut_right(canvas.text_width(hint, note) + 1, 12), hint, note);
  canvas.text_in(space, scale_note(k_scale), canvas.small());
}

}  // namespace gemmscope::views
