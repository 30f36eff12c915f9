// SPDX-License-Identifier: MIT
/// @file array_slots.h
/// Pictures of several arrays in one panel: where each stands, its name and shape over it, and what does not fit.
#pragma once

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
  draw::Rect cells;  ///< of the whole picture
};

/// Where the grid's cells stand in `space`, none of them wider or higher than `most` points. Rows are as high as
/// columns are wide, unless cells of many elements have another shape.
draw::Rect cells_in(draw::Rect space, const analysis::ArrayGrid& grid, float most);
/// How high they are where the width alone is limited.
float height_of_cells(const analysis::ArrayGrid& grid, float width, float most);

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

/// Of a slot of that width: with more its picture grows no more.
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
