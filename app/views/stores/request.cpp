// SPDX-License-Identifier: MIT
/// The lanes of a request to C in their rows, with the sectors that they fill.
#include <algorithm>
#include <cmath>

#include "app/session/selecting.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/lane_capsule.h"
#include "app/views/stores/request.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;
using session::Look;

constexpr float kLeastChip = 6, kNumberBeside = 13;  // points across: of a chip with its number in it, of one beside it
constexpr float kTwoDigits = 14;                     // of a chip with two digits side by side
constexpr float kLeastRow = 8, kLabel = 11;          // points: of a row that can be told from the next, of its number
constexpr float kMostRow = 32, kLabels = 56, kLabelGap = 8;

/// A bracket, dashed where the request leaves some of the sector's bytes out.
void draw_sector(Canvas& canvas, float left, float right, float top, bool full) {
  if (full) return canvas.bracket(left, right, top, canvas.colours.text, 4);
  const Colour ink = theme::conflict_colour(canvas.colours, 2);
  canvas.dashed_line({left, top + 3.5f}, {right, top + 3.5f}, ink);
  canvas.line({left + 0.5f, top}, {left + 0.5f, top + 4}, ink);
  canvas.line({right - 0.5f, top}, {right - 0.5f, top + 4}, ink);
}

/// Columns between a lane and the next one in its row.
float room_behind(const RequestRow& row, const LaneSpan& span) {
  const std::uint32_t end = span.column + span.columns;
  std::uint32_t next = end + 8;  // behind the last one: the rest of its sector
  for (const LaneSpan& other : row.lanes)
    if (other.column >= end) next = std::min(next, other.column);
  return static_cast<float>(next - end);
}

/// "row 3", or of a later piece of it where that begins: "col 16…".
std::string label_of(const FoldedRow& line) {
  if (line.begins && !line.row.name.empty()) return line.row.name;
  return line.row.across + std::to_string(line.row.first + std::max<std::int64_t>(0, line.columns.first)) + "\u2026";
}

/// Room for the labels of all rows, and of pieces of them.
float labels_width(const Canvas& canvas, const std::vector<RequestRow>& rows) {
  float width = kLabels;
  const ColumnRange all = columns_of(rows);
  for (const RequestRow& row : rows)
    for (const std::string& label : {label_of({row, all, true}), label_of({row, {all.end, all.end}, false})})
      width = std::max(width, canvas.text_width(label, canvas.small_mono()) + 2);
  return width;
}

/// `labelled`: with its number.
void draw_folded_row(Canvas& canvas, Rect strip, const FoldedRow& line, float labels, bool labelled, Colour colour,
                     std::uint32_t beyond, const Look& look, session::Actions& actions) {
  TextStyle label = canvas.small_mono();
  label.align = Align::kRight;
  const Rect left = strip.cut_left(labels, kLabelGap);
  if (labelled) canvas.text_in(left, label_of(line), label);
  const RequestRow& row = line.row;
  const ColumnRange range = line.columns;
  const float width = strip.width / static_cast<float>(std::max<std::int64_t>(1, range.end - range.first));
  const auto x = [&](std::int64_t column) { return strip.x + static_cast<float>(column - range.first) * width; };
  const bool detailed = strip.height >= 18;
  const float chip_height = detailed ? strip.height - 9 : strip.height - 2;
  for (const SectorSpan& sector : row.sectors)  // low rows have no room for brackets
    if (!detailed && sector.bytes < analysis::kSectorBytes)
      canvas.dashed(
          {x(sector.column) + 0.5f, strip.y, x(sector.column + sector.columns) - x(sector.column) - 1, chip_height},
          theme::conflict_colour(canvas.colours, 2));
  for (const LaneSpan& span : row.lanes) {
    const Rect rect{x(span.column) + 0.5f, strip.y, static_cast<float>(span.columns) * width - 1, chip_height};
    if (rect.width >= 58 && detailed)
      draw::chip(canvas, rect, "lane " + std::to_string(span.lane), colour, emphasis_of(look, span.lane));
    else
      draw_lane_chip(canvas, rect, span.lane, colour, emphasis_of(look, span.lane));
    if ((beyond >> span.lane & 1u) != 0) canvas.hatch(rect, theme::faded(theme::text_on(colour), 0.4f), 4);
    if (detailed && rect.width < kLeastChip && room_behind(row, span) * width > kNumberBeside) {
      TextStyle number = canvas.small_mono();
      number.size = 10;
      canvas.text_in({rect.right() + 2, rect.y, kNumberBeside, rect.height}, std::to_string(span.lane), number);
    }
    const draw::Hit hit = canvas.hit("lane " + std::to_string(span.lane), rect);
    if (hit.hovered)
      canvas.hand(), actions.add(session::hover_lane, span.lane),
          canvas.tooltip("Select lane " + std::to_string(span.lane));
    if (hit.clicked) actions.add(session::select_lane, span.lane);
  }
  if (!detailed) return;
  for (const SectorSpan& sector : row.sectors)
    draw_sector(canvas, x(sector.column) + 0.5f, x(sector.column + sector.columns) - 0.5f, strip.y + chip_height + 1,
                sector.bytes == analysis::kSectorBytes);
}

/// Rows as lines; of rows whose chips are too narrow for two digits, as many pieces as make them wide enough, or as
/// there is room for.
std::vector<FoldedRow> lines_of(const std::vector<RequestRow>& rows, Rect space, float labels) {
  std::uint32_t narrowest = 8;
  for (const RequestRow& row : rows)
    for (const LaneSpan& lane : row.lanes) narrowest = std::min(narrowest, lane.columns);
  const ColumnRange range = columns_of(rows);
  const std::int64_t columns = std::max<std::int64_t>(1, range.end - range.first);
  const float chip = (space.width - labels - kLabelGap) / static_cast<float>(columns) * static_cast<float>(narrowest);
  std::vector<FoldedRow> lines = folded(rows, 1);
  for (std::uint32_t pieces = 2; pieces <= columns && chip * static_cast<float>(pieces) / 2 < kTwoDigits; pieces *= 2) {
    auto more = folded(rows, pieces);
    if (more.empty() || static_cast<float>(more.size()) * kMostRow > space.height) break;
    lines = std::move(more);
  }
  return lines;
}

}  // namespace

void draw_request(Canvas& canvas, Rect space, const std::vector<RequestRow>& rows, std::uint32_t beyond,
                  const Look& look, session::Actions& actions) {
  const Colour colour = theme::operand_colour(canvas.colours, look.current->tensor);
  TextStyle title = canvas.small();
  title.colour = colour, title.face = draw::Face::kBold;
  const RequestWords said = request_in_rows(look, rows);
  canvas.text_in(space.cut_top(18), "This request: " + said.asked, title);
  const std::string chip = "a chip is a lane, " + std::to_string(look.current->site.width) + " bytes",
                    sectors = "sectors: " + said.moved;
  draw::text_that_fits(canvas, space.cut_top(18, 4),
                       said.range == said.moved ? std::vector{chip} : std::vector{chip + "; " + sectors, sectors},
                       canvas.small());
  const float labels = labels_width(canvas, rows);
  const std::vector<FoldedRow> lines = lines_of(rows, space, labels);
  const auto count = static_cast<float>(lines.size());
  const float height = std::clamp(space.height / std::max(1.0f, count), kLeastRow, kMostRow);
  const auto fitting = static_cast<std::size_t>(std::max(1.0f, space.height / height + 0.01f));
  const std::size_t shown = lines.size() > fitting ? fitting - 1 : lines.size();
  const auto every = static_cast<std::size_t>(std::ceil(kLabel / height));
  for (std::size_t i = 0; i < shown; ++i)
    draw_folded_row(canvas, space.cut_top(height), lines[i], labels, i % every == 0, colour, beyond, look, actions);
  const char* const more = !look.current->tensor.parts.empty()        ? "more allocation"
                           : look.current->tensor.layout.column_major ? "more column"
                                                                      : "more row";
  if (shown < lines.size())
    canvas.text_in(space.cut_top(height), "\u2026 " + words::count_of(lines.size() - shown, more), canvas.small());
}

}  // namespace gemmscope::views
