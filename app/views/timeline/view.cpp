// SPDX-License-Identifier: MIT
/// Every request of the block, one row per warp: a column per request, or the maximum of several when zoomed out.
#include <algorithm>
#include <cmath>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/session/findings.h"
#include "app/session/stepping.h"
#include "app/session/study.h"
#include "app/session/visit.h"
#include "app/session/warp_walk.h"
#include "app/views/parts/following.h"
#include "app/views/timeline/draw.h"
#include "app/views/timeline/transport.h"
#include "app/views/timeline/words.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;
using views::TimelineState;

constexpr float kMostWarpRow = 60, kLeastWarpRow = 9, kLeastOfBoth = 13;
constexpr float kWarpLabel = 12;  // points; lower rows have a label for several of them

/// The rows of all warps: their rectangle with the labels, one row's height, and how many warps share a row, because
/// rows that are too low are no picture.
struct WarpRows {
  Rect rect;
  float height = kMostWarpRow;
  std::uint32_t warps, each = 1;

  /// `least`: of a row's height.
  WarpRows(Rect space, std::uint32_t all, float least) : rect(space), warps(std::max(1u, all)) {
    while (space.height / static_cast<float>(count()) < least && each < warps) each *= 2;
    height = std::min(kMostWarpRow, space.height / static_cast<float>(count()));
    rect.height = height * static_cast<float>(count());
  }
  std::uint32_t count() const { return (warps + each - 1) / each; }
  Rect row(std::uint32_t index) const {
    return {rect.x, rect.y + height * static_cast<float>(index), rect.width, height - std::min(8.0f, height / 4)};
  }
  Rect of(std::uint32_t warp) const { return row(warp / each); }
  Warps in(std::uint32_t index) const { return {index * each, std::min(each, warps - index * each)}; }
  std::uint32_t at(float y) const {
    const float warp = (y - rect.y) / height * static_cast<float>(each);
    return static_cast<std::uint32_t>(std::clamp(warp, 0.0f, static_cast<float>(warps) - 1));
  }
};

/// Click and drag move the cursor, the wheel zooms around the pointer, Shift and the wheel move.
void handle_pointer(Canvas& canvas, const Look& look, const Look* baseline, session::Actions& actions, const Span& span,
                    const WarpRows& rows, TimelineState shown, double total) {
  const draw::Hit hit = canvas.hit("requests", span.area);
  if (!hit.hovered && !hit.held) return;
  const std::uint32_t warp = rows.at(hit.at.y);
  const std::uint32_t requests = session::warp_requests(*look.recording(), look.cursor.block, warp);
  if (requests == 0) {
    const bool recorded = look.recording()->selection.warps.contains(warp);
    if (hit.hovered)
      canvas.tooltip("Warp " + std::to_string(warp) +
                     (recorded ? " makes no request in this block" : " was not recorded: click to record it"));
    if (hit.clicked) actions.add(session::visit_warp, warp);
    return;
  }
  // Dragged past an edge it stops there: what is shown would follow, and run away under a pointer that stands still.
  const Span its = span_of(look, span, warp);
  const double last = std::max(its.first, std::ceil(std::min(its.end(), its.limit)) - 1);
  const double under = std::clamp(its.request(hit.at.x), its.first, last);
  const std::uint32_t request = std::min(static_cast<std::uint32_t>(under), requests - 1);
  if (hit.held) actions.add(session::go_to, session::Cursor{look.cursor.block, warp, request});
  if (hit.hovered)
    canvas.tooltip(request_tip(look, warp, request) +
                   (baseline == nullptr ? "" : baseline_tip(look, *baseline, warp, request)));

  if (canvas.wheel() == 0) return;
  const double share = (hit.at.x - span.area.x) / span.area.width;
  shown = canvas.shift() ? panned(shown, canvas.wheel(), total) : zoomed(shown, canvas.wheel(), share, total);
  actions.add([shown](Look& s) { s.views.timeline = shown; });
}

void draw_rows(Canvas& canvas, const Look& look, const Look* baseline, const Span& span, const WarpRows& rows) {
  draw::TextStyle label = canvas.small();
  label.align = draw::Align::kRight;
  const auto each = static_cast<std::uint32_t>(std::ceil(kWarpLabel / std::max(0.5f, rows.height))),
             current = look.cursor.warp / rows.each;
  for (std::uint32_t i = 0; i < rows.count(); ++i) {
    Rect row = rows.row(i);
    const Warps warps = rows.in(i);
    const Rect name = row.cut_left(kTimelineLabels - 8, 8);
    const bool here = look.cursor.warp - warps.first < warps.count;
    label.colour = here ? canvas.colours.text : canvas.colours.secondary;
    const std::string first = std::to_string(warps.first);
    const std::string text = warps.count == 1
                                 ? "warp " + first
                                 : "warps " + first + "\u2013" + std::to_string(warps.first + warps.count - 1);
    const std::uint32_t away = std::max(i, current) - std::min(i, current);
    if (away == 0 || (i % each == 0 && away >= each)) canvas.text_in(name, text, label);
    draw_warp_columns(canvas, look, baseline, span, row, warps);
  }
}

void draw_cursor(Canvas& canvas, const Look& look, const Span& span, const WarpRows& rows) {
  const double request = look.cursor.request;
  if (request < span.first || request >= span.end()) return;
  const float x = span.x(request + 0.5), top = rows.rect.y;
  canvas.line({x, top - 2}, {x, rows.rect.bottom()}, canvas.colours.selected, 1.5f);
  canvas.triangle({x - 6, top - 9}, {x + 6, top - 9}, {x, top - 1}, canvas.colours.selected);
  const Rect row = rows.of(look.cursor.warp);
  const float half = std::max(span.column() / 2, 2.0f) + 1;
  canvas.outline({x - half, row.y - 1, 2 * half, row.height + 2}, canvas.colours.selected, 2, 2);
}

/// The places of the chosen finding that are in the cursor's block.
void draw_flags(Canvas& canvas, const Look& look, const Span& span, const WarpRows& rows) {
  const std::vector<Flag> flags = flags_of(look);
  for (std::size_t i = flags.size(); i-- > 0;)  // the first on top
    draw_flag(canvas, span_of(look, span, flags[i].warp), rows.of(flags[i].warp), flags[i].request, i == 0);
}

/// The uses of the element that is followed, under their requests; where they are dense, one for each point.
void draw_uses(Canvas& canvas, const Look& look, const Span& span, const WarpRows& rows) {
  const analysis::Life* life = session::life_of(look);
  if (life == nullptr) return;
  std::vector<Span> spans;
  for (std::uint32_t warp = 0; warp < look.recording()->warps(); ++warp) spans.push_back(span_of(look, span, warp));
  std::vector<float> last(spans.size(), -1);
  for (const analysis::Use& use : life->uses) {
    const Span& its = spans[use.when.warp];
    if (use.when.request < its.first || use.when.request >= std::min<double>(its.end(), its.limit)) continue;
    const float x = its.x(use.when.request + 0.5);
    if (x < last[use.when.warp] + 1) continue;
    last[use.when.warp] = x;
    mark_followed(canvas, {x, rows.of(use.when.warp).bottom(), 0, 0});
  }
}

/// At the right end of `row`, what is not shown now: one k-tile, all requests.
void draw_spans(Canvas& canvas, Rect& row, const TimelineState& shown, const Look& look, double total,
                session::Actions& actions) {
  const auto offer = [&](const char* id, const std::string& text, const char* hint, bool here, TimelineState next) {
    if (here) return;
    const Rect at = row.cut_right(canvas.text_width(text, canvas.small()) + 8, 8);
    if (draw::link(canvas, at, id, text, draw::Align::kRight, hint))
      actions.add([next](Look& s) { s.views.timeline = next; });
  };
  offer("all", "show all requests", "Every request of the block; the wheel zooms", shown.shown >= total,
        {.first = 0, .shown = total, .followed = look.cursor.request});
  offer("one", "show one k-tile", "The requests of the current k-tile", look.views.timeline.shown == 0, {});
}

/// What the colours mean, and at the right what is shown.
void draw_legend(Canvas& canvas, Rect row, const Look& look, const TimelineState& shown, double total,
                 session::Actions& actions) {
  draw_spans(canvas, row, shown, look, total, actions);
  const draw::Key global{draw::Key::Swatch::kFill, column_colour(canvas, {}), "global, ideal"};
  draw::legend(canvas, row.cut_left(canvas.text_width(global.label, canvas.small()) + 20, 10), {&global, 1});
  const bool shared = look.recording()->shared_bytes != 0;
  draw::conflict_legend(canvas, row, shared ? "n-way; global: \u00d7 ideal" : "\u00d7 ideal");
}

/// The cursor's k-tile as its warp numbers requests, and as long as in the warp that makes most in it.
std::optional<analysis::KTileBand> longest_band(const Look& look) {
  const analysis::KTileBand* here = band_here(look);
  if (here == nullptr) return std::nullopt;
  analysis::KTileBand longest = *here;
  for (std::uint32_t warp = 0; warp < look.recording()->warps(); ++warp)
    if (const analysis::KTileBand* band = band_in(look, warp))
      longest.end = std::max(longest.end, here->begin + band->end - band->begin);
  return longest;
}

void draw_timeline(const Look& look, const Look* baseline, session::Actions& actions, Canvas& canvas) {
  const analysis::Timeline& timeline = timeline_of(look);
  const auto [block, warp, request] = look.cursor;
  const std::uint32_t warps = look.recording()->warps();
  double total = 1;
  for (std::uint32_t w = 0; w < warps; ++w) total = std::max<double>(total, timeline.size(block, w));

  const float buttons = canvas.titled() ? 0 : kTransportWidth;  // a picture has none
  Rect rest =
      draw::header(canvas, "Timeline", baseline == nullptr ? timeline_answer(look) : timeline_answer(look, *baseline),
                   baseline == nullptr ? timeline_detail(look) : timeline_detail(canvas, look, *baseline), buttons + 8);
  if (buttons > 0) draw_transport(canvas, {canvas.area().width - buttons, 0, buttons, 24}, look, actions);
  const auto band = longest_band(look);
  const TimelineState shown = shown_part(look.views.timeline, band ? &*band : nullptr, request, total);
  draw_legend(canvas, rest.cut_bottom(20), look, shown, total, actions);
  draw_k_tiles(canvas, look, actions, rest.cut_bottom(24, 4));
  rest.cut_top(10);
  rest.cut_bottom(16);  // the barrier's name

  const WarpRows rows(rest, warps, baseline == nullptr ? kLeastWarpRow : kLeastOfBoth);
  if (look.views.timeline.shown > 0 && look.views.timeline.followed != request)
    actions.add([shown](Look& s) { s.views.timeline.first = shown.first, s.views.timeline.followed = shown.followed; });
  Span span{shown.first, shown.shown, rows.rect};
  span.area.cut_left(kTimelineLabels);
  draw_rows(canvas, look, baseline, span, rows);
  draw_barriers(canvas, look, span);
  handle_pointer(canvas, look, baseline, actions, span, rows, shown, total);
  draw_cursor(canvas, look, span, rows);
  draw_flags(canvas, look, span, rows);
  draw_uses(canvas, look, span, rows);
}

}  // namespace

View timeline_view() {
  return {
      .id = "timeline",
      .title = "Timeline",
      .question = "Where are wavefronts lost?",
      .explanation =
          "A row is a warp, a column a request, and the colour its n-way; the k-tiles are below. Drag to move, turn the "
          "wheel to zoom, press N for the next conflict, Space to play.",
      .place = Place::kBottomLeft,
      .width = 860,
      .height = 316,
      .least_width = 440,
      .least_height = 190,
      .draw = alone<draw_timeline>,
      .draw_compared = compared<draw_timeline>,
      .of_any_program = true};
}

}  // namespace gemmscope::views
