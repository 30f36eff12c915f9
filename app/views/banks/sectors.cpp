// SPDX-License-Identifier: MIT
#include "app/views/banks/sectors.h"

#include <algorithm>

#include "app/views/banks/sector_picture.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/lane_capsule.h"
#include "app/views/parts/request_line.h"
#include "app/words/number.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kCountWidth = 34, kByteAxis = 15, kLeastLine = 12, kMostLine = 30, kSectorGap = 2;
constexpr int kSectorWords = 8;

/// The element at a byte, counted from the boundary before the array: "A[12][16]", "16 B before x".
std::string element_in_words(const Look& look, std::uint32_t from_boundary) {
  const std::uint32_t begin = look.current->tensor.from_boundary(0), byte = from_boundary - begin;
  if (from_boundary < begin) return std::to_string(begin - from_boundary) + " B before " + look.current->tensor.name;
  const auto element = analysis::element_at(*look.recording(), look.current->site.tensor, byte);
  return element ? format::place_name(*look.recording(), element->tensor, element->row, element->column)
                 : "byte " + words::thousands(byte);
}

draw::Colour unused_colour(const Canvas& canvas) {
  return theme::mixed(canvas.colours.panel, canvas.colours.conflict[1], 0.45f);
}

/// The frame of a sector: what is moved, and how much of it for nothing.
void draw_frame(Canvas& canvas, Rect rect, const SectorBox& sector, draw::Colour colour) {
  if (sector.used_bytes == 0) {
    canvas.outline(rect, canvas.colours.line);
    return;
  }
  const bool whole = sector.used_bytes == static_cast<int>(analysis::kSectorBytes);
  canvas.fill(rect, whole ? theme::mixed(canvas.colours.panel, colour, 0.35f) : unused_colour(canvas), 2);
  canvas.outline(rect, colour, 1, 2);
}

/// The part of the sector before the array's first element.
void draw_before(Canvas& canvas, Rect rect, const SectorBox& sector, const format::Tensor& array) {
  const std::uint32_t begin = array.from_boundary(0), first = sector.sector * analysis::kSectorBytes;
  if (first >= begin) return;
  const std::uint32_t before = std::min(begin - first, analysis::kSectorBytes);
  rect.width *= static_cast<float>(before) / static_cast<float>(analysis::kSectorBytes);
  canvas.hatch(rect, canvas.colours.line);
}

/// `rect` holds the 8 words of the sector.
void draw_sector(Canvas& canvas, Rect rect, const SectorBox& sector, const Look& look, session::Actions& actions) {
  const draw::Colour colour = theme::operand_colour(canvas.colours, look.current->tensor);
  draw_frame(canvas, rect, sector, colour);
  draw_before(canvas, rect, sector, look.current->tensor);
  const float word = rect.width / kSectorWords;
  for (const Capsule& capsule : sector.capsules) {
    const Rect place{rect.x + word * static_cast<float>(capsule.column % kSectorWords) + 0.5f, rect.y + 1.5f,
                     word * static_cast<float>(capsule.columns) - 1, rect.height - 3};
    draw_capsule(canvas, place, capsule.lanes, {look, actions, colour});
  }
}

void draw_count(Canvas& canvas, Rect rect, int sectors) {
  draw::TextStyle style{canvas.colours.text, draw::Face::kMonoBold, 12, draw::Align::kCentre};
  canvas.text_in(rect, std::to_string(sectors), style);
}

/// Room for the first elements of the lines.
float left_margin(const Canvas& canvas, const std::vector<LineBox>& lines, const Look& look) {
  float width = canvas.text_width("line, byte", canvas.small());
  for (const LineBox& line : lines)
    width = std::max(width,
                     canvas.text_width(element_in_words(look, line.line * analysis::kLineBytes), canvas.small_mono()));
  return std::min(width + 8, 110.0f);
}

/// One row per line, its sectors side by side: where the gaps are is where they are in memory.
void draw_lines(Canvas& canvas, Rect area, const std::vector<LineBox>& lines, const Look& look,
                session::Actions& actions) {
  const float left = left_margin(canvas, lines, look);
  const float height = std::min(kMostLine, area.height / static_cast<float>(lines.size()));
  for (const LineBox& line : lines) {
    Rect row = area.cut_top(height);
    draw::TextStyle style = canvas.small_mono();
    canvas.text_in(row.cut_left(left - 6, 6), element_in_words(look, line.line * analysis::kLineBytes), style);
    draw_count(canvas, row.cut_right(kCountWidth), line.moved());
    for (std::size_t s = 0; s < line.sectors.size(); ++s) {
      Rect rect = draw::cell_rect(row, 1, 4, 0, static_cast<int>(s));
      rect.x += kSectorGap / 2, rect.width -= kSectorGap, rect.y += 1, rect.height -= 2;
      draw_sector(canvas, rect, line.sectors[s], look, actions);
    }
  }
}

/// Too many lines for the panel: the moved sectors alone, four in a row, each with its first element.
void draw_packed(Canvas& canvas, Rect area, const std::vector<LineBox>& lines, const Look& look,
                 session::Actions& actions) {
  std::vector<SectorBox> moved;
  for (const LineBox& line : lines)
    for (const SectorBox& sector : line.sectors)
      if (sector.used_bytes != 0) moved.push_back(sector);
  const int rows = static_cast<int>((moved.size() + 3) / 4);
  const float height = std::min(kMostLine + 12, area.height / static_cast<float>(rows));
  area.height = height * static_cast<float>(rows);
  for (std::size_t s = 0; s < moved.size(); ++s) {
    Rect rect = draw::cell_rect(area, rows, 4, static_cast<int>(s / 4), static_cast<int>(s % 4)).inset(1.5f);
    if (height >= 24) {
      draw::TextStyle style = canvas.small_mono();
      style.size = 9.5f;
      const std::string element = element_in_words(look, moved[s].sector * analysis::kSectorBytes);
      const std::size_t indices = element.find('[');
      const std::string texts[] = {element, indices == element.npos ? "" : element.substr(indices), ""};
      draw::text_that_fits(canvas, rect.cut_top(11), texts, style);
    }
    draw_sector(canvas, rect, moved[s], look, actions);
  }
}

void draw_axis(Canvas& canvas, Rect axis, float left, int sectors) {
  Rect words = axis;
  const bool wide = axis.width >= 500;
  canvas.text_in(words.cut_left(left - 6, 6), wide ? "line" : "line, byte", canvas.small());
  Rect total = words.cut_right(kCountWidth);
  draw::TextStyle style = canvas.small_mono();
  style.align = draw::Align::kCentre;
  for (int s = 0; s < 4; ++s) {
    const std::string first = std::to_string(32 * s), all = first + "\u2013" + std::to_string(32 * s + 31);
    const std::string texts[] = {(wide ? "bytes " : "") + all, first};
    draw::text_that_fits(canvas, draw::cell_rect(words, 1, 4, 0, s), texts, style);
  }
  draw::TextStyle sum{canvas.colours.text, draw::Face::kMonoBold, 12, draw::Align::kCentre};
  canvas.text_in(total, "= " + std::to_string(sectors), sum);
}

std::vector<draw::Key> keys(const Canvas& canvas, const session::Current& now, draw::Colour colour) {
  using Swatch = draw::Key::Swatch;
  std::vector<draw::Key> result{{Swatch::kFill, colour, "lane, at its bytes"},
                                {Swatch::kOutline, colour, "sector moved: 32 bytes"}};
  const analysis::GlobalCost& cost = now.global;
  if (cost.useful_bytes < 32 * cost.sector_count) {
    const int wasted = 32 * cost.sector_count - cost.useful_bytes;
    result.push_back({Swatch::kFill, unused_colour(canvas),
                      words::thousands(static_cast<std::uint64_t>(wasted)) + " bytes moved, not used"});
  }
  const std::uint32_t begin = now.tensor.from_boundary(0);
  const auto lines = std::span(cost.sectors).first(cost.sector_count);
  const auto in_first_lines = [&](const analysis::SectorUse& use) {
    return use.sector * analysis::kSectorBytes / analysis::kLineBytes <= begin / analysis::kLineBytes;
  };
  if (begin != 0 && std::ranges::any_of(lines, in_first_lines))
    result.push_back({Swatch::kHatch, canvas.colours.line, "before " + now.tensor.name});
  return result;
}

}  // namespace

void draw_sectors(const Look& look, session::Actions& actions, Canvas& canvas) {
  const session::Current& now = *look.current;
  const RequestLine request(canvas, look, canvas.area().width);
  Rect rest = draw::header(canvas, "Sectors", sectors_in_words(now.global), request.text);
  request.draw_below(canvas, rest);
  const std::string begin = begin_in_words(now.tensor);
  rest = draw::second_detail(canvas, rest, bytes_in_words(now.global) + (begin.empty() ? "" : "; " + begin));
  const draw::Colour colour = theme::operand_colour(canvas.colours, now.tensor);
  const std::vector<draw::Key> all_keys = keys(canvas, now, colour);
  draw::legend(canvas, rest.cut_bottom(draw::legend_height(canvas, all_keys, rest.width)), all_keys);
  if (~now.request.mask != 0) draw_inactive(canvas, rest.cut_bottom(16, 4), ~now.request.mask, {look, actions, colour});

  const std::vector<LineBox> lines = lines_of(now.access, now.global);
  if (rest.height - kByteAxis < kLeastLine * static_cast<float>(lines.size())) {
    draw_packed(canvas, rest, lines, look, actions);
    return;
  }
  const Rect axis = rest.cut_top(kByteAxis, 2);
  draw_axis(canvas, axis, left_margin(canvas, lines, look), now.global.sector_count);
  draw_lines(canvas, rest, lines, look, actions);
}

}  // namespace gemmscope::views
