// SPDX-License-Identifier: MIT
#include "app/draw/widgets.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::draw {

namespace {

/// Narrower panels have two lines for an answer, and for a second detail.
constexpr float kNarrowest = 240, kNarrow = 380, kNarrowDetail = 900;

constexpr float kSmallest = 0.78f;

/// One line; smaller where it is long, so that the room it takes is always the same.
void fitted(Canvas& canvas, Rect line, std::string_view text, TextStyle style) {
  const float width = canvas.text_width(text, style);
  if (width > line.width) style.size *= std::max(kSmallest, line.width / width * 0.995f);
  canvas.text_in(line, text, style);
}

bool is_fitted(const Canvas& canvas, float width, std::string_view text) {
  return kSmallest * canvas.text_width(text, canvas.bold()) <= width;
}

}  // namespace

Rect header(Canvas& canvas, std::string_view title, std::string_view answer, std::string_view detail, float reserved) {
  Rect left = canvas.area();
  if (canvas.titled()) canvas.text_in(left.cut_top(28), title, {canvas.colours.text, Face::kBold, 18});
  const float width = left.width - reserved;
  if (width < kNarrow || !is_fitted(canvas, width, answer)) {
    const Rect room = left.cut_top(44);
    canvas.paragraph({room.x, room.y, width, 42}, answer, canvas.bold());
  } else {
    fitted(canvas, {left.x, left.cut_top(22).y, width, 22}, answer, canvas.bold());
  }
  if (!detail.empty()) canvas.text_in(left.cut_top(18), detail, canvas.small());
  left.cut_top(6);
  return left;
}

Rect second_detail(Canvas& canvas, Rect below, std::string_view detail) {
  below.y -= 4, below.height += 4;
  const float usual = below.width < kNarrowest ? 50 : below.width < kNarrowDetail ? 34 : 18;
  const float needed = canvas.paragraph_height(below.width, detail, canvas.small());
  const Rect room = below.cut_top(std::clamp(needed, usual, 50.0f), 6);
  canvas.paragraph(room, detail, canvas.small());
  return below;
}

void text_that_fits(Canvas& canvas, Rect rect, std::span<const std::string> texts, const TextStyle& style) {
  const auto fits = [&](const std::string& text) { return canvas.text_width(text, style) <= rect.width; };
  const auto found = std::ranges::find_if(texts, fits);
  canvas.text_in(rect, found == texts.end() ? texts.back() : *found, style);
}

void empty_state(Canvas& canvas, std::string_view what, std::string_view next) {
  const Rect area = canvas.area();
  const float width = std::min(area.width - 32, 420.0f);
  TextStyle style = canvas.bold(), hint = canvas.small();
  style.align = hint.align = Align::kCentre;
  constexpr float kSpaceAbove = 6, kUsual = 68;  // most sentences are that high, and stand at the same place
  const float above = canvas.paragraph_height(width, what, style),
              height = std::max(kUsual, above + kSpaceAbove + canvas.paragraph_height(width, next, hint));
  Rect middle{area.centre().x - width / 2, std::max(0.0f, area.centre().y - height / 2), width, height};
  canvas.paragraph(middle.cut_top(above, kSpaceAbove), what, style);
  canvas.paragraph(middle, next, hint);
}

namespace {

void labelled(Canvas& canvas, Rect rect, std::string_view label, Colour fill, float rounding) {
  canvas.fill(rect, fill, rounding);
  TextStyle style{theme::text_on(fill), Face::kMonoBold, std::clamp(rect.height * 0.62f, 8.0f, 13.0f), Align::kCentre};
  const float width = canvas.text_width(label, style);
  if (width > rect.width - 1) style.size *= (rect.width - 1) / width;
  if (style.size >= 6 && !label.empty())
    canvas.text({rect.centre().x, rect.centre().y - theme::middle_of_text(style.face, style.size)}, label, style);
}

}  // namespace

void chip(Canvas& canvas, Rect rect, std::string_view label, Colour fill, Emphasis emphasis) {
  const float rounding = std::min(3.0f, rect.height / 4);
  labelled(canvas, rect, label, fill, rounding);
  mark(canvas, rect, emphasis, rounding);
}

void flat_chip(Canvas& canvas, Rect rect, std::string_view label, Colour fill) {
  labelled(canvas, rect, label, fill, 0);
}

void nway_chip(Canvas& canvas, Rect rect, int nway) {
  flat_chip(canvas, rect, std::to_string(nway) + "\u00d7", theme::conflict_colour(canvas.colours, nway));
}

void mark(Canvas& canvas, Rect rect, Emphasis emphasis, float rounding) {
  if (emphasis == Emphasis::kSelected) canvas.outline(rect.inset(-1), canvas.colours.selected, 2, rounding);
  if (emphasis == Emphasis::kHovered) canvas.dashed(rect, canvas.colours.selected);
}

void bar(Canvas& canvas, Rect rect, double part, double whole, Colour colour) {
  if (whole <= 0 || part <= 0) return;
  rect.width *= static_cast<float>(std::min(1.0, part / whole));
  rect.width = std::max(rect.width, 2.0f);
  canvas.fill(rect, colour, 1);
}

Rect cell_rect(Rect grid, int rows, int columns, int row, int column) {
  const float w = grid.width / static_cast<float>(columns), h = grid.height / static_cast<float>(rows);
  return {grid.x + w * static_cast<float>(column), grid.y + h * static_cast<float>(row), w, h};
}

std::optional<CellIndex> cell_at(Rect grid, int rows, int columns, Point point) {
  if (!grid.contains(point)) return std::nullopt;
  return CellIndex{static_cast<int>((point.y - grid.y) / grid.height * static_cast<float>(rows)),
                   static_cast<int>((point.x - grid.x) / grid.width * static_cast<float>(columns))};
}

MatrixImage matrix_image(const Canvas& canvas, int rows, int columns, Colour background) {
  MatrixImage image;
  image.rows = rows, image.columns = columns;
  image.cells.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), {0, kPlain});
  image.palette.push_back(channels(background));
  image.line = channels(canvas.colours.panel);
  image.strong_line = channels(canvas.colours.line);
  image.ink = channels(canvas.colours.secondary);
  image.gap_px = std::max(1.0f, std::round(canvas.scale()));
  return image;
}

std::uint8_t palette_index(MatrixImage& image, Colour colour) {
  const auto wanted = channels(colour);
  const auto found = std::find(image.palette.begin(), image.palette.end(), wanted);
  if (found == image.palette.end() && image.palette.size() < 64) {
    image.palette.push_back(wanted);
    return static_cast<std::uint8_t>(image.palette.size() - 1);
  }
  return static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(63, found - image.palette.begin()));
}

void set_cell(MatrixImage& image, int row, int column, Colour colour, Mark mark) {
  const auto index =
      static_cast<std::size_t>(row) * static_cast<std::size_t>(image.columns) + static_cast<std::size_t>(column);
  image.cells[index] = {palette_index(image, colour), mark};
}

}  // namespace gemmscope::draw
