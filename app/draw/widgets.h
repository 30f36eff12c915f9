// SPDX-License-Identifier: MIT
/// @file widgets.h
/// The pieces that views are made of, on plain data.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/draw/canvas.h"

namespace gemmscope::draw {

/// Title (in pictures only), the answer to the view's question in bold, one line of detail. Returns what is left. The
/// room of the answer depends on the panel's width alone, so that nothing below it moves when the words change, unless
/// it fits in two lines alone; an empty detail takes none. `reserved` points at the right of the answer are left for
/// something else.
Rect header(Canvas& canvas, std::string_view title, std::string_view answer, std::string_view detail,
            float reserved = 0);

/// More detail under a header, in two lines where the panel is narrow. `below` is what header() left; returns what is
/// left.
Rect second_detail(Canvas& canvas, Rect below, std::string_view detail);

/// The first of `texts` that `rect` has room for, else the last.
void text_that_fits(Canvas& canvas, Rect rect, std::span<const std::string> texts, const TextStyle& style);

/// A sentence in the middle of an empty view: what is missing and what to do next.
void empty_state(Canvas& canvas, std::string_view what, std::string_view next);

enum class Emphasis { kNone, kHovered, kSelected };

/// A small rounded rectangle with a label, for what can be clicked; the label's colour follows the fill, its size the
/// rectangle.
void chip(Canvas& canvas, Rect rect, std::string_view label, Colour fill, Emphasis emphasis = Emphasis::kNone);
/// The same with corners, for what only says something.
void flat_chip(Canvas& canvas, Rect rect, std::string_view label, Colour fill);
/// "4x" in the colour of its step; flat.
void nway_chip(Canvas& canvas, Rect rect, int nway);
/// An outline around anything that is selected (2 px) or hovered (1 px dashed).
void mark(Canvas& canvas, Rect rect, Emphasis emphasis, float rounding = 2);
/// A horizontal bar of `part` / `whole` of the width.
void bar(Canvas& canvas, Rect rect, double part, double whole, Colour colour);

/// One entry of a legend: a swatch and what it means.
struct Key {
  enum class Swatch { kFill, kOutline, kHatch, kCross, kDots, kLine, kDigit } swatch = Swatch::kFill;
  Colour colour;
  std::string label;
  std::vector<Colour> beside = {};  ///< of kFill: more colours that mean the same, as stripes
};
/// Entries side by side, in several rows if they do not fit, from the top of `rect`. Returns the height used.
float legend(Canvas& canvas, Rect rect, std::span<const Key> keys);
float legend_height(const Canvas& canvas, std::span<const Key> keys, float width);
/// The discrete conflict steps with their numbers: 1x 2x 4x 8x 16x 32x.
float conflict_legend(Canvas& canvas, Rect rect, std::string_view what = "n-way");
/// Viridis from 0 to `most` with both numbers.
void count_legend(Canvas& canvas, Rect rect, std::uint64_t most, std::string_view unit);
/// theme::change_colour from `most` less to `most` more, with both numbers.
void change_legend(Canvas& canvas, Rect rect, std::uint64_t most, std::string_view unit);

/// Cells of a matrix: `Mark` bits over a palette colour. Build with palette_index(), draw with Canvas::matrix().
enum Mark : std::uint8_t { kPlain = 0, kInactive = 1, kNeverWritten = 2, kPadding = 4 };

/// An image of `rows` x `columns` cells, all of palette colour 0 = `background`, with the theme's lines.
MatrixImage matrix_image(const Canvas& canvas, int rows, int columns, Colour background);
/// The palette index of `colour`, added if it is new. At most 64; beyond that the last one.
std::uint8_t palette_index(MatrixImage& image, Colour colour);
/// Sets one cell.
void set_cell(MatrixImage& image, int row, int column, Colour colour, Mark mark = kPlain);

/// Where cell (row, column) of a matrix drawn in `grid` is.
Rect cell_rect(Rect grid, int rows, int columns, int row, int column);
/// The cell under `point`.
struct CellIndex {
  int row = 0, column = 0;
};
std::optional<CellIndex> cell_at(Rect grid, int rows, int columns, Point point);

}  // namespace gemmscope::draw
