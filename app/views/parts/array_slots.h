// SPDX-License-Identifier: MIT
/// @file array_slots.h
/// Pictures of several arrays in one panel: where each stands, its name and shape over it, and what does not fit.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/draw/widgets.h"
#include "app/session/look.h"
#include "tracing/analysis/array_grid.h"

namespace gemmscope::views {

inline constexpr float kCaptionHeight = 36;  ///< points: of two lines over a picture
inline constexpr float kTall = 4096;         ///< points: higher than any picture, to ask how high one would be

struct ArraySlot {
  std::uint16_t tensor = 0;
  draw::Rect caption;  ///< two lines over the picture
  analysis::ArrayGrid grid;
  draw::Rect cells;         ///< of the whole picture
  bool by_columns = false;  ///< of a matrix that is stored by columns: its rows are the grid's columns

  int rows() const { return static_cast<int>(by_columns ? grid.columns() : grid.rows()); }
  int columns() const { return static_cast<int>(by_columns ? grid.rows() : grid.columns()); }
  /// Where a cell of the grid is among those of the picture, row by row; and the other way.
  std::uint32_t drawn(std::uint32_t cell) const { return turned(cell, grid.columns(), grid.rows()); }
  std::uint32_t cell_at(std::uint32_t drawn) const { return turned(drawn, grid.rows(), grid.columns()); }

 private:
  std::uint32_t turned(std::uint32_t cell, std::uint32_t columns, std::uint32_t rows) const {
    return by_columns ? cell % columns * rows + cell / columns : cell;
  }
};

/// A picture of `part` of an array (rows and columns as the recording has them) in the rectangle `cells`. Each element
/// has a cell; if cells would be smaller than `least` points, or too many, a cell has several elements.
ArraySlot slot_of(const session::Look& look, std::uint16_t tensor, const analysis::Rect& part, draw::Rect cells,
                  float least = 0);
/// Where a cell is drawn.
draw::Rect cell_place(const ArraySlot& slot, std::uint32_t cell);
/// Where `part`, rows and columns as in slot_of(), is drawn, however small its cells are.
draw::Rect part_place(const ArraySlot& slot, const analysis::Rect& part);
/// The cell with the element; nullopt if it is none of the slot's.
std::optional<std::uint32_t> cell_of(const session::Look& look, const ArraySlot& slot, const session::Element& element);

/// Where the grid's cells stand in `space`, none of them wider or higher than `most` points. Elements are as high as
/// they are wide, as far as that leaves cells that can be seen.
draw::Rect cells_in(draw::Rect space, const analysis::ArrayGrid& grid, float most, bool by_columns = false);
/// How high they are where the width alone is limited.
float height_of_cells(const analysis::ArrayGrid& grid, float width, float most, bool by_columns = false);

struct ArraySlots {
  std::vector<ArraySlot> slots;
  std::vector<std::uint16_t> left_out;
};

/// Global arrays, in the recording's order: all, or those that are stored to.
std::vector<std::uint16_t> arrays_of(const format::Recording& recording, bool stored_only = false);

/// Places for pictures of `arrays`, side by side and in rows, so that they are as large as possible; where there is no
/// room for all, the first ones and `wanted`.
ArraySlots place_arrays(draw::Rect space, const session::Look& look, std::vector<std::uint16_t> arrays,
                        std::uint16_t wanted);

/// The height of a slot of that width; in a higher slot the picture is no larger.
float slot_height(const session::Look& look, std::uint16_t tensor, float width);

/// The name, the size, and beneath it the note.
void draw_array_caption(draw::Canvas& canvas, const session::Look& look, const ArraySlot& slot, draw::Colour colour);
/// One line for the arrays without a picture.
void draw_left_out(draw::Canvas& canvas, draw::Rect row, const session::Look& look, const ArraySlots& slots);

/// An image of the slot's cells, without gaps where they are small.
draw::MatrixImage array_image(const draw::Canvas& canvas, const ArraySlot& slot, draw::Colour background);
/// The cell under the pointer.
std::optional<std::uint32_t> cell_under(draw::Canvas& canvas, const ArraySlot& slot, std::string_view id,
                                        draw::Hit& hit);

}  // namespace gemmscope::views
