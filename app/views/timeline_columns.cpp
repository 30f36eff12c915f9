// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "app/draw/widgets.h"
#include "app/session/warp_walk.h"
#include "app/views/timeline_parts.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Session;

constexpr float kStrip = 4, kTextColumn = 13;

/// Columns grow with the n-way, so that conflicts stand out in grey, too.
float height_share(int nway) {
  constexpr float kShares[] = {0.35f, 0.5f, 0.72f, 0.84f, 0.92f, 0.96f, 1.0f};  // none, 1, 2, 4, 8, 16, 32-way
  int step = 0;
  for (int least = 1; least <= nway && step < 6; least *= 2) ++step;
  return kShares[step];
}

void draw_column(Canvas& canvas, Rect row, float left, float right, int nway) {
  const float height = row.height * height_share(nway);
  const Rect rect{left, row.bottom() - height, std::max(1.0f, right - left), height};
  const draw::Colour colour = column_colour(canvas, nway);
  canvas.fill(rect, colour, 1);
  if (rect.width >= kTextColumn && height >= 12 && nway > 1)
    draw::chip(canvas, {rect.x, rect.y, rect.width, 14}, std::to_string(nway), colour);
}

/// Neighbouring columns of the same height are one rectangle, unless they are wide enough to be told apart.
void draw_columns(Canvas& canvas, const Session& session, const Span& span, Rect row, std::uint32_t warp) {
  const analysis::Timeline& timeline = timeline_of(session);
  const bool single = span.column() >= 3;
  const double begin = std::floor(span.first);
  const double end = std::min<double>(timeline.size(session.cursor.block, warp), std::ceil(span.end()));
  if (end <= begin) return;
  const auto columns = static_cast<std::size_t>(single ? end - begin : span.area.width * canvas.scale());
  std::vector<analysis::TimelineColumn> values(columns);
  timeline.columns(session.cursor.block, warp, begin, end, values);
  const double step = (end - begin) / static_cast<double>(columns);
  const auto x = [&](std::size_t column) { return span.x(begin + step * static_cast<double>(column)); };
  for (std::size_t i = 0; i < columns;) {
    std::size_t next = i + 1;
    while (!single && next < columns && values[next].max_nway == values[i].max_nway) ++next;
    draw_column(canvas, row, x(i), x(next) - (single ? 1.0f : 0.0f), values[i].max_nway);
    i = next;
  }
}

void draw_operands(Canvas& canvas, const Session& session, const Span& span, Rect row, std::uint32_t warp) {
  if (span.column() < 2) return;
  const format::Recording& recording = *session.recording();
  const session::WarpWalk walk(recording, session.cursor.block, warp);
  const auto last = std::min<std::uint32_t>(walk.size(), static_cast<std::uint32_t>(std::ceil(span.end())));
  const auto first = static_cast<std::uint32_t>(span.first);
  if (first >= last) return;
  const float width = span.column() - (span.column() >= 3 ? 1 : 0);
  for (std::optional<session::Stop> stop = walk.at(first); stop && stop->request < last; stop = walk.next(*stop, +1)) {
    const format::Tensor& tensor = recording.tensors[recording.sites[stop->site].tensor];
    canvas.fill({span.x(stop->request), row.y, width, row.height}, theme::operand_colour(canvas.colours, tensor));
  }
}

}  // namespace

draw::Colour column_colour(const Canvas& canvas, int nway) {
  return nway == 0 ? theme::mixed(canvas.colours.panel, canvas.colours.conflict[0], 0.5f)
                   : theme::conflict_colour(canvas.colours, nway);
}

void draw_warp_columns(Canvas& canvas, const Session& session, const Span& span, Rect row, std::uint32_t warp) {
  if (session.recording()->shared_bytes == 0 && span.column() >= 2)
    return draw_operands(canvas, session, span, row.cut_bottom(row.height * 0.72f), warp);  // nothing has a height
  if (row.height > 14) draw_operands(canvas, session, span, row.cut_bottom(kStrip, 2), warp);
  draw_columns(canvas, session, span, row, warp);
}

void draw_barriers(Canvas& canvas, const Session& session, const Span& span) {
  const auto all = timeline_of(session).barriers(session.cursor.block, session.cursor.warp);
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
