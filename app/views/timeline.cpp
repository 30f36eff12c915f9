// SPDX-License-Identifier: MIT
/// Every request of the block, one row per warp: a column per request, or the maximum of several when zoomed out.
#include <algorithm>
#include <cmath>

#include "app/draw/number.h"
#include "app/draw/widgets.h"
#include "app/session/stepping.h"
#include "app/session/warp_walk.h"
#include "app/views/transport.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using analysis::KTileBand;
using analysis::Timeline;
using draw::Canvas;
using draw::Rect;
using draw::thousands;
using session::Session;

constexpr float kLabelWidth = 62, kMostRow = 60, kStrip = 4;
constexpr double kLeastShown = 8;  ///< requests

/// The requests between the left and the right edge.
struct Span {
  double first = 0, shown = 1;
  Rect area;

  float x(double request) const { return area.x + static_cast<float>((request - first) / shown) * area.width; }
  double request(float x) const { return first + (x - area.x) / area.width * shown; }
  float column() const { return static_cast<float>(area.width / shown); }
};

const KTileBand* band_of(const std::vector<KTileBand>& bands, std::uint32_t request) {
  for (const KTileBand& band : bands)
    if (band.begin <= request && request < band.end) return &band;
  return nullptr;
}

Span span_of(const Session& session, Rect area, const std::vector<KTileBand>& bands, double total) {
  const session::TimelineState& state = session.views.timeline;
  Span span{state.first, state.shown, area};
  if (state.shown > 0) {
    // Follow the cursor when it leaves the picture.
    const double cursor = session.cursor.request;
    if (cursor < span.first || cursor >= span.first + span.shown) span.first = cursor - span.shown / 4;
  } else if (const KTileBand* band = band_of(bands, session.cursor.request)) {
    span.first = band->begin, span.shown = band->end - band->begin;
  }
  span.shown = std::clamp(span.shown, std::min(kLeastShown, total), total);
  span.first = std::clamp(span.first, 0.0, total - span.shown);
  return span;
}

std::string name_of_band(std::uint32_t k_tile) {
  return k_tile == format::kEpilogue ? "the write-back" : "k-tile " + thousands(k_tile);
}

std::string answer(const Session& session, const Timeline& timeline, const std::vector<KTileBand>& bands) {
  const KTileBand* band = band_of(bands, session.cursor.request);
  if (band == nullptr) return {};
  const auto cost = timeline.stretch(session.cursor.block, session.cursor.warp, band->begin, band->end);
  const std::string where = name_of_band(band->k_tile);
  if (cost.excess == 0) return "In " + where + ", warp " + std::to_string(session.cursor.warp) + " loses no wavefront to conflicts";
  return "In " + where + ", warp " + std::to_string(session.cursor.warp) + " loses " + draw::count_of(cost.excess, "wavefront") +
         " to conflicts, up to " + std::to_string(cost.max_nway) + "-way";
}

/// Columns grow with the n-way, so that conflicts stand out in grey, too.
float height_share(int nway) {
  constexpr float kShares[] = {0.35f, 0.5f, 0.72f, 0.84f, 0.92f, 0.96f, 1.0f};  // none, 1, 2, 4, 8, 16, 32-way
  int step = 0;
  for (int least = 1; least <= nway && step < 6; least *= 2) ++step;
  return kShares[step];
}

draw::Colour column_colour(const Canvas& canvas, int nway) {
  return nway == 0 ? theme::mixed(canvas.colours.panel, canvas.colours.conflict[0], 0.5f) : theme::conflict_colour(canvas.colours, nway);
}

/// Neighbouring columns of the same height are one rectangle, unless they are wide enough to be told apart.
void draw_columns(Canvas& canvas, const Session& session, const Timeline& timeline, const Span& span, Rect row, std::uint32_t warp) {
  const bool single = span.column() >= 3;
  const double begin = std::floor(span.first), end = std::min<double>(timeline.size(session.cursor.block, warp), std::ceil(span.first + span.shown));
  if (end <= begin) return;
  const auto columns = single ? static_cast<std::size_t>(end - begin) : static_cast<std::size_t>(span.area.width * canvas.scale());
  std::vector<analysis::TimelineColumn> values(columns);
  timeline.columns(session.cursor.block, warp, begin, end, values);
  const double step = (end - begin) / static_cast<double>(columns);
  for (std::size_t i = 0; i < columns;) {
    std::size_t next = i + 1;
    while (!single && next < columns && values[next].max_nway == values[i].max_nway) ++next;
    const float left = span.x(begin + step * static_cast<double>(i)), right = span.x(begin + step * static_cast<double>(next));
    const float height = row.height * height_share(values[i].max_nway);
    const float gap = single ? 1.0f : 0.0f;
    const Rect rect{left, row.bottom() - height, std::max(1.0f, right - left - gap), height};
    canvas.fill(rect, column_colour(canvas, values[i].max_nway), 1);
    if (rect.width >= 13 && height >= 12 && values[i].max_nway > 1)
      draw::chip(canvas, {rect.x, rect.y, rect.width, 14}, std::to_string(values[i].max_nway), column_colour(canvas, values[i].max_nway));
    i = next;
  }
}

/// Under each request the colour of the matrix it works for.
void draw_operands(Canvas& canvas, const Session& session, const Span& span, Rect row, std::uint32_t warp) {
  if (span.column() < 2) return;
  const format::Recording& recording = *session.recording();
  const session::WarpWalk walk(recording, session.cursor.block, warp);
  const auto last = std::min<std::uint32_t>(walk.size(), static_cast<std::uint32_t>(std::ceil(span.first + span.shown)));
  auto request = static_cast<std::uint32_t>(span.first);
  if (request >= last) return;
  for (std::optional<session::Stop> stop = walk.at(request); stop && stop->request < last; stop = walk.next(*stop, +1)) {
    const format::Tensor& tensor = recording.tensors[recording.sites[stop->site].tensor];
    canvas.fill({span.x(stop->request), row.y, span.column() - (span.column() >= 3 ? 1 : 0), row.height},
                theme::operand_colour(canvas.colours, tensor));
  }
}

void draw_barriers(Canvas& canvas, const Session& session, const Timeline& timeline, const Span& span, Rect area) {
  const auto barriers = timeline.barriers(session.cursor.block, session.cursor.warp);
  const auto in_sight = std::count_if(barriers.begin(), barriers.end(), [&](std::uint32_t b) { return span.first <= b && b <= span.first + span.shown; });
  if (in_sight == 0 || static_cast<float>(in_sight) > span.area.width / 8) return;  // no closer than 8 points
  bool named = false;
  for (const std::uint32_t barrier : barriers) {
    const float x = span.x(barrier);
    if (x < span.area.x + 1 || x > span.area.right() - 1) continue;
    canvas.dashed_line({x, area.y}, {x, area.bottom()}, canvas.colours.text);
    if (named) continue;
    named = true;
    draw::TextStyle style = canvas.small();
    const float width = canvas.text_width("__syncthreads", style);
    canvas.text({std::min(x + 5, span.area.right() - width), area.bottom() - 1}, "__syncthreads", style);
  }
}

void draw_cursor(Canvas& canvas, const Session& session, const Span& span, Rect area, Rect cursors_row) {
  const double request = session.cursor.request;
  if (request < span.first || request >= span.first + span.shown) return;
  const float x = span.x(request + 0.5);
  canvas.line({x, area.y - 2}, {x, area.bottom()}, canvas.colours.selected, 1.5f);
  canvas.triangle({x - 6, area.y - 9}, {x + 6, area.y - 9}, {x, area.y - 1}, canvas.colours.selected);
  const float half = std::max(span.column() / 2, 2.0f) + 1;
  canvas.outline({x - half, cursors_row.y - 1, 2 * half, cursors_row.height + kStrip + 4}, canvas.colours.selected, 2, 2);
}

std::string request_in_words(const Session& session, std::uint32_t warp, std::uint32_t request) {
  const format::Recording& recording = *session.recording();
  const session::Stop stop = session::WarpWalk(recording, session.cursor.block, warp).at(request);
  const format::Site& site = recording.sites[stop.site];
  const auto& cost = session.loaded->costs.costs(session.cursor.block, stop.segment)[stop.row];
  std::string text = "warp " + std::to_string(warp) + ", request " + thousands(request) + ": line " + std::to_string(site.line) + ", " +
                     recording.tensors[site.tensor].name + (site.op == format::Op::kLoad ? " load" : " store");
  if (recording.tensors[site.tensor].space == format::Space::kGlobal) return text + ", " + draw::count_of(cost.sectors, "sector");
  const auto& shared = cost.by(session.rule);
  return text + ", " + std::to_string(shared.max_nway) + "-way, " + draw::count_of(shared.wavefronts, "wavefront");
}

/// Click and drag move the cursor, the wheel zooms around the pointer, Shift and the wheel move.
void handle_pointer(Canvas& canvas, const Session& session, session::Actions& actions, const Span& span, Rect rows, float row_height, double total) {
  const draw::Hit hit = canvas.hit("requests", {span.area.x, rows.y, span.area.width, rows.height});
  if (!hit.hovered && !hit.held) return;
  const auto warps = static_cast<int>(session.recording()->warps());
  const auto warp = static_cast<std::uint32_t>(std::clamp(static_cast<int>((hit.at.y - rows.y) / row_height), 0, warps - 1));
  const std::uint32_t requests = session::warp_requests(*session.recording(), session.cursor.block, warp);
  if (requests == 0) return;
  const auto request = static_cast<std::uint32_t>(std::clamp(span.request(hit.at.x), 0.0, static_cast<double>(requests) - 1));
  if (hit.held) actions.add(session::go_to, session::Cursor{session.cursor.block, warp, request});
  if (hit.hovered) canvas.tooltip(request_in_words(session, warp, request));

  if (canvas.wheel() == 0) return;
  session::TimelineState state{span.first, span.shown};
  if (canvas.shift()) {
    state.first -= canvas.wheel() * span.shown / 8;
  } else {
    state.shown = std::clamp(span.shown * std::pow(0.8, canvas.wheel()), std::min(kLeastShown, total), total);
    state.first = span.request(hit.at.x) - (hit.at.x - span.area.x) / span.area.width * state.shown;
  }
  state.first = std::clamp(state.first, 0.0, total - state.shown);
  actions.add([state](Session& s) { s.views.timeline = state; });
}

/// The worst conflict of a run of k-tiles, as a stripe.
void draw_stripe(Canvas& canvas, const Session& session, const Timeline& timeline, const KTileBand& first, const KTileBand& last, Rect rect) {
  const int nway = timeline.stretch(session.cursor.block, session.cursor.warp, first.begin, last.end).max_nway;
  canvas.fill(rect, column_colour(canvas, nway));
}

void draw_k_tile_chips(Canvas& canvas, const Session& session, const Timeline& timeline, const std::vector<KTileBand>& bands, Rect row) {
  const int count = static_cast<int>(bands.size());
  for (int i = 0; i < count; ++i) {
    const KTileBand& band = bands[static_cast<std::size_t>(i)];
    Rect chip = draw::cell_rect(row, 1, count, 0, i);
    chip.width -= 2;
    draw_stripe(canvas, session, timeline, band, band, chip.cut_bottom(4, 1));
    const bool current = band.k_tile == session.k_tile();
    canvas.fill(chip, current ? canvas.colours.button : canvas.colours.ground, 3);
    const draw::TextStyle style{current ? canvas.colours.on_button : canvas.colours.secondary, draw::Face::kMono, 11.5f, draw::Align::kCentre};
    canvas.text_in(chip, band.k_tile == format::kEpilogue ? "C" : std::to_string(band.k_tile), style);
  }
}

/// Too many for chips: a stripe per 2 points, and a mark where the cursor is.
void draw_k_tile_bar(Canvas& canvas, const Session& session, const Timeline& timeline, const std::vector<KTileBand>& bands, Rect row) {
  const std::size_t count = bands.size();
  const std::size_t stripes = std::min(count, static_cast<std::size_t>(row.width / 2));
  const Rect bar = row.cut_bottom(8);
  for (std::size_t i = 0; i < stripes; ++i)
    draw_stripe(canvas, session, timeline, bands[i * count / stripes], bands[(i + 1) * count / stripes - 1],
                draw::cell_rect(bar, 1, static_cast<int>(stripes), 0, static_cast<int>(i)));
  const KTileBand* here = band_of(bands, session.cursor.request);
  if (here == nullptr) return;
  const float x = bar.x + bar.width * (static_cast<float>(here - bands.data()) + 0.5f) / static_cast<float>(count);
  canvas.fill({x - 1.5f, bar.y - 3, 3, bar.height + 3}, canvas.colours.selected);
  const std::string text = here->k_tile == format::kEpilogue ? "write-back" : thousands(here->k_tile) + " of " + thousands(session.recording()->k_tiles);
  draw::TextStyle style = canvas.small();
  const float width = canvas.text_width(text, style);
  canvas.text_in({std::clamp(x - width / 2, row.x, row.right() - width), row.y - 2, width + 1, row.height - 2}, text, style);
}

/// Every k-tile of the warp and its worst conflict. Click or drag: go there.
void draw_k_tiles(Canvas& canvas, const Session& session, session::Actions& actions, const Timeline& timeline, const std::vector<KTileBand>& bands, Rect row) {
  draw::TextStyle label = canvas.small();
  label.align = draw::Align::kRight;
  Rect title = row.cut_left(kLabelWidth - 8, 8);
  title.height -= 5;
  canvas.text_in(title, "k-tile", label);
  if (bands.empty()) return;
  const float width = row.width / static_cast<float>(bands.size());
  (width >= 18 ? draw_k_tile_chips : draw_k_tile_bar)(canvas, session, timeline, bands, row);

  const draw::Hit hit = canvas.hit("k-tiles", row);
  if (!hit.hovered && !hit.held) return;
  const auto index = static_cast<std::size_t>(std::clamp((hit.at.x - row.x) / width, 0.0f, static_cast<float>(bands.size()) - 1));
  const std::uint32_t k_tile = bands[index].k_tile;
  canvas.hand();
  canvas.tooltip(k_tile == format::kEpilogue ? "write-back of C" : "k-tile " + thousands(k_tile));
  if (hit.held && k_tile != session.k_tile()) actions.add(session::go_to_k_tile, k_tile);
}

/// What is shown: the cursor's k-tile, or the whole warp.
void draw_zoom_switch(Canvas& canvas, Rect row, const Session& session, session::Actions& actions) {
  const bool whole = session.views.timeline.shown > 0;
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kRight;
  const std::string text = whole ? "show one k-tile" : "show all requests";
  const Rect rect = row.cut_right(canvas.text_width(text, style) + 8);
  const draw::Hit hit = canvas.hit("zoom", rect);
  if (hit.hovered) style.colour = canvas.colours.text, canvas.hand();
  canvas.text_in(rect, text, style);
  if (hit.clicked)
    actions.add([whole](Session& s) { s.views.timeline = whole ? session::TimelineState{} : session::TimelineState{0, 1e12}; });
}

}  // namespace

void draw_timeline(const Session& session, session::Actions& actions, Canvas& canvas) {
  const Timeline& timeline = session.loaded->timeline(session.rule);
  const auto bands = timeline.k_tile_bands(session.cursor.block, session.cursor.warp);
  const std::uint32_t warps = session.recording()->warps();
  double total = 1;
  for (std::uint32_t w = 0; w < warps; ++w) total = std::max<double>(total, timeline.size(session.cursor.block, w));

  const float buttons = canvas.titled() ? 0 : kTransportWidth;  // a picture has none
  Rect rest = draw::header(canvas, "Timeline", answer(session, timeline, bands), "", buttons + 8);
  if (buttons > 0) draw_transport(canvas, {canvas.area().width - buttons, 0, buttons, 24}, session, actions);
  Rect legend = rest.cut_bottom(20);
  draw_k_tiles(canvas, session, actions, timeline, bands, rest.cut_bottom(24, 4));
  draw_zoom_switch(canvas, legend, session, actions);
  legend.width -= 130;
  draw::conflict_legend(canvas, legend, "n-way: colour and height; strip: A, B or C; dashed: barrier");

  rest.cut_top(10);
  rest.cut_bottom(16);  // the barrier's name
  const float row_height = std::min(kMostRow, rest.height / static_cast<float>(std::max(1u, warps)));
  const Rect rows{rest.x, rest.y, rest.width, row_height * static_cast<float>(warps)};
  Rect area = rows;
  area.cut_left(kLabelWidth);
  const Span span = span_of(session, area, bands, total);
  Rect cursors_row;
  draw::TextStyle label = canvas.small();
  label.align = draw::Align::kRight;
  const std::uint32_t label_every = static_cast<std::uint32_t>(std::ceil(14 / row_height));
  for (std::uint32_t w = 0; w < warps; ++w) {
    Rect row{rows.x, rows.y + row_height * static_cast<float>(w), rows.width, row_height - std::min(8.0f, row_height / 4)};
    const Rect name = row.cut_left(kLabelWidth - 8, 8);
    label.colour = w == session.cursor.warp ? canvas.colours.text : canvas.colours.secondary;
    if (w % label_every == 0) canvas.text_in(name, "warp " + std::to_string(w), label);
    const Rect strip = row_height > 16 ? row.cut_bottom(kStrip, 2) : Rect{};
    draw_columns(canvas, session, timeline, span, row, w);
    if (!strip.empty()) draw_operands(canvas, session, span, strip, w);
    if (w == session.cursor.warp) cursors_row = row;
  }
  draw_barriers(canvas, session, timeline, span, {area.x, rows.y, area.width, rows.height});
  handle_pointer(canvas, session, actions, span, rows, row_height, total);
  draw_cursor(canvas, session, span, rows, cursors_row);
}

}  // namespace gemmscope::views
