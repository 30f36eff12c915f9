// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "app/draw/widgets.h"
#include "app/session/warp_walk.h"
#include "app/views/timeline/draw.h"
#include "app/views/timeline/in_step.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kStrip = 4, kTextColumn = 13, kDecimalColumn = 24;

/// Columns grow with what they cost, so that it stands out in grey, too.
float height_share(int factor) {
  constexpr float kShares[] = {0.35f, 0.5f, 0.72f, 0.84f, 0.92f, 0.96f, 1.0f};  // none, 1, 2, 4, 8, 16, 32
  int step = 0;
  for (int least = 1; least <= factor && step < 6; least *= 2) ++step;
  return kShares[step];
}

/// worst_factor(), or of a single request to global memory the exact one; empty at the ideal, and of 1 rounded down.
std::string factor_text(const analysis::TimelineColumn& column) {
  const int factor = worst_factor(column);
  const bool uneven = column.requests == 1 && column.max_nway == 0 && column.ideal_sectors != 0 &&
                      column.sectors % column.ideal_sectors != 0;
  if (uneven)
    return words::decimals(static_cast<double>(column.sectors) / static_cast<double>(column.ideal_sectors), 1);
  return factor > 1 ? std::to_string(factor) : "";
}

/// `hanging`: from the top of the row.
void draw_column(Canvas& canvas, Rect row, float left, float right, const analysis::TimelineColumn& column,
                 bool hanging) {
  if (column.requests == 0) return;
  const int factor = worst_factor(column);
  const float height = row.height * (column.faults ? 1 : height_share(factor));
  const Rect rect{left, hanging ? row.y : row.bottom() - height, std::max(1.0f, right - left), height};
  const draw::Colour colour = column_colour(canvas, column);
  canvas.fill(rect, colour, rect.width < 3 ? 0.0f : 1.0f);
  if (column.faults) {  // a cross, or in a run of many requests a row of them
    const auto crosses = static_cast<int>(std::max(1.0f, rect.width / (1.5f * std::max(1.0f, rect.height))));
    for (int i = 0; i < crosses; ++i)
      canvas.cross(draw::cell_rect(rect, 1, crosses, 0, i).inset(-1), theme::text_on(colour));
    return;
  }
  const std::string text = factor_text(column);
  if (rect.width >= (text.size() > 2 ? kDecimalColumn : kTextColumn) && height >= 12 && !text.empty())
    draw::chip(canvas, {rect.x, rect.y, rect.width, 14}, text, colour);
}

bool look_alike(const analysis::TimelineColumn& one, const analysis::TimelineColumn& other) {
  return one.faults == other.faults && worst_factor(one) == worst_factor(other) &&
         (one.requests == 0) == (other.requests == 0);
}

/// What is shown of a warp: how many requests later than in the cursor's warp it begins, and where it ends, as the
/// cursor's warp numbers requests.
struct Shift {
  double later, end;
};

Shift shift_of(const Look& look, const Span& span, std::uint32_t warp) {
  const Span its = span_of(look, span, warp);
  const double later = its.first - span.first, size = timeline_of(look).size(look.cursor.block, warp);
  return {later, std::min(size, its.limit) - later};
}

/// Stretches of the cursor's warp's requests [begin, end), each drawn as a column; `single`: of one request.
struct Stretches {
  double begin, end;
  std::size_t count = 0;
  bool single;

  Stretches(const Canvas& canvas, const Look& look, const Span& span, Warps warps)
      : begin(std::floor(span.first)), end(0), single(span.column() >= 3) {
    for (std::uint32_t w = warps.first; w < warps.first + warps.count; ++w)
      end = std::max(end, shift_of(look, span, w).end);
    end = std::min(end, std::ceil(span.end()));
    if (end > begin)
      count = single ? static_cast<std::size_t>(end - begin) : draw::count_in(span.area.width * canvas.scale(), 1);
  }
  double step() const { return (end - begin) / static_cast<double>(count); }
};

using Columns = std::vector<analysis::TimelineColumn>;

/// What a warp's stretches cost; it may have fewer of them.
Columns columns_of(const Look& look, const Span& span, std::uint32_t warp, const Stretches& all, const Look* baseline) {
  const Shift shift = shift_of(look, span, warp);
  const double own = std::clamp(std::round((shift.end - all.begin) / all.step()), 0.0, static_cast<double>(all.count));
  Columns each(static_cast<std::size_t>(own));
  const double begin = all.begin + shift.later, end = begin + own * all.step();
  if (baseline == nullptr) {
    timeline_of(look).columns(look.cursor.block, warp, begin, end, each);
    return each;
  }
  const auto first = static_cast<std::uint32_t>(begin);
  const InStep there(look, *baseline, warp, first, all.single ? static_cast<std::uint32_t>(end) : first);
  for (std::size_t i = 0; i < each.size(); ++i) {
    const double from = begin + all.step() * static_cast<double>(i);
    each[i] = all.single ? there.cost(first + static_cast<std::uint32_t>(i)) : there.cost(from, from + all.step());
  }
  return each;
}

/// The worst of all `warps` in each stretch; of `baseline`, unless it is null, what stands beside them there.
Columns worst_columns(const Look& look, const Span& span, Warps warps, const Stretches& all, const Look* baseline) {
  Columns worst(all.count);
  for (std::uint32_t w = 0; w < warps.count; ++w) {
    const Columns each = columns_of(look, span, warps.first + w, all, baseline);
    for (std::size_t i = 0; i < each.size(); ++i) {
      worst[i].requests += each[i].requests;
      worst[i].max_nway = std::max(worst[i].max_nway, each[i].max_nway);
      worst[i].max_sectors = std::max(worst[i].max_sectors, each[i].max_sectors);
      worst[i].sectors += each[i].sectors, worst[i].ideal_sectors += each[i].ideal_sectors;
      worst[i].faults = worst[i].faults || each[i].faults;
    }
  }
  return worst;
}

/// Neighbouring columns of the same height are one rectangle, unless they are wide enough to be told apart. Those of
/// `baseline`, unless it is null, hang from the top of `row`.
void draw_columns(Canvas& canvas, const Look& look, const Span& span, Rect row, Warps warps, const Look* baseline) {
  const Stretches all(canvas, look, span, warps);
  if (all.count == 0) return;
  const Columns values = worst_columns(look, span, warps, all, baseline);
  const auto x = [&](std::size_t column) { return span.x(all.begin + all.step() * static_cast<double>(column)); };
  for (std::size_t i = 0; i < all.count;) {
    std::size_t next = i + 1;
    while (!all.single && next < all.count && look_alike(values[next], values[i])) ++next;
    draw_column(canvas, row, x(i), x(next) - (all.single ? 1.0f : 0.0f), values[i], baseline != nullptr);
    i = next;
  }
}

void draw_operands(Canvas& canvas, const Look& look, const Span& span, Rect row, std::uint32_t warp) {
  if (span.column() < 2) return;
  const format::Recording& recording = *look.recording();
  const session::WarpWalk walk(recording, look.cursor.block, warp);
  const auto last =
      static_cast<std::uint32_t>(std::min<double>(walk.size(), std::ceil(std::min(span.end(), span.limit))));
  const auto first = static_cast<std::uint32_t>(span.first);
  if (first >= last) return;
  const float width = span.column() - (span.column() >= 3 ? 1 : 0);
  for (std::optional<session::Stop> stop = walk.at(first); stop && stop->request < last; stop = walk.next(*stop, +1)) {
    const format::Tensor& tensor = recording.tensors[recording.sites[stop->site].tensor];
    canvas.fill({span.x(stop->request), row.y, width, row.height}, theme::operand_colour(canvas.colours, tensor));
  }
}

}  // namespace

const analysis::KTileBand* band_here(const Look& look) {
  const auto [block, warp, request] = look.cursor;
  return timeline_of(look).k_tile_band(block, warp, request);
}

const analysis::KTileBand* band_in(const Look& look, std::uint32_t warp) {
  const analysis::KTileBand* here = band_here(look);
  const auto all = timeline_of(look).k_tile_bands(look.cursor.block, warp);
  if (here == nullptr) return nullptr;
  const auto same = std::ranges::find(all, here->k_tile, &analysis::KTileBand::k_tile);
  return same == all.end() ? nullptr : &*same;
}

Span span_of(const Look& look, const Span& span, std::uint32_t warp) {
  const analysis::KTileBand* here = look.views.timeline.shown > 0 ? nullptr : band_here(look);
  if (here == nullptr) return span;
  const analysis::KTileBand* same = band_in(look, warp);
  Span its = span;
  if (span.shown > kLeastShown) its.limit = same == nullptr ? span.first : same->end;
  if (same != nullptr) its.first = std::max(0.0, span.first + same->begin - here->begin);
  return its;
}

int worst_factor(const analysis::TimelineColumn& column) {
  return std::max(column.max_nway, column.sectors > column.ideal_sectors ? column.max_sectors : 0);
}

draw::Colour column_colour(const Canvas& canvas, const analysis::TimelineColumn& column) {
  if (column.faults) return canvas.colours.error;
  const int factor = worst_factor(column);
  return factor == 0 ? theme::mixed(canvas.colours.panel, canvas.colours.conflict[0], 0.5f)
                     : theme::conflict_colour(canvas.colours, factor);
}

void draw_warp_columns(Canvas& canvas, const Look& look, const Look* baseline, const Span& span, Rect row,
                       Warps warps) {
  constexpr float kOfBaseline = 0.34f;  // of a row
  canvas.push_clip({span.area.x, row.y - 1, span.area.width, row.height + 2});
  if (baseline != nullptr)
    draw_columns(canvas, look, span, row.cut_bottom(std::round(row.height * kOfBaseline), 1), warps, baseline);
  if (row.height > 14 && warps.count == 1)
    draw_operands(canvas, look, span_of(look, span, warps.first), row.cut_bottom(kStrip, 2), warps.first);
  draw_columns(canvas, look, span, row, warps, nullptr);
  canvas.pop_clip();
}

void draw_barriers(Canvas& canvas, const Look& look, const Span& span) {
  const auto all = timeline_of(look).barriers(look.cursor.block, look.cursor.warp);
  const auto first = std::lower_bound(all.begin(), all.end(), std::ceil(span.first));
  const auto last = std::upper_bound(first, all.end(), span.end());
  if (first == last || static_cast<float>(last - first) > span.area.width / 8) return;  // no closer than 8 points
  bool named = false;
  for (auto barrier = first; barrier != last; ++barrier) {
    const float x = span.x(*barrier);
    if (x < span.area.x + 1 || x > span.area.right() - 1) continue;
    canvas.dashed_line({x, span.area.y}, {x, span.area.bottom()}, canvas.colours.text);
    if (named) continue;
    named = true;
    const draw::TextStyle style = canvas.small();
    const float width = canvas.text_width("__syncthreads", style);
    canvas.text({std::min(x + 5, span.area.right() - width), span.area.bottom() - 1}, "__syncthreads", style);
  }
}

}  // namespace gemmscope::views
