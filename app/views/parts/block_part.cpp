// SPDX-License-Identifier: MIT
#include "app/views/parts/block_part.h"

#include <algorithm>

#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

constexpr float kLeastStoredCell = 4, kMostStoredCell = 30;  // points

analysis::Rect part_of(const session::Look& look, std::uint16_t tensor) {
  return analysis::stored_part(*look.recording(), look.loaded->footprints, tensor, look.loaded->shapes[tensor],
                               look.cursor.block);
}

/// Cells of so many elements that the part has room.
analysis::ArrayGrid stored_grid(const session::Look& look, std::uint16_t tensor, draw::Point room) {
  analysis::ArrayGrid grid{look.loaded->shapes[tensor], part_of(look, tensor), 1, 1,
                           look.recording()->tensors[tensor].element_bytes};
  grid.fit(draw::count_in(room.x, kLeastStoredCell), draw::count_in(room.y, kLeastStoredCell));
  return grid;
}

/// "out[0 \u2026 15][0 \u2026 31]", "32 elements of out, every 2nd from 0 to 62": what the block stores, which may be
/// less than the part that is drawn. "nothing of out"; "elements of out" if they are too many to look at in each frame.
std::string written_text(const session::Look& look, std::uint16_t tensor, const analysis::Rect& part) {
  constexpr std::size_t kMostElements = std::size_t{1} << 18;
  const std::string& name = look.recording()->tensors[tensor].name;
  const analysis::ArrayShape& shape = look.loaded->shapes[tensor];
  if (part.rows == 0) return "nothing of " + name;
  const auto elements = analysis::stored_elements(*look.recording(), look.loaded->footprints, tensor, shape,
                                                  look.cursor.block, kMostElements);
  return elements.empty() ? "elements of " + name : elements_text(*look.recording(), tensor, shape, elements);
}

}  // namespace

BlockPart block_part(draw::Rect space, const session::Look& look, std::uint16_t tensor,
                     const analysis::Moment& moment) {
  const draw::Rect caption = space.cut_top(kCaptionHeight);
  const analysis::ArrayGrid grid = stored_grid(look, tensor, {space.width, space.height});
  if (grid.part.rows == 0) return {{tensor, caption, grid, {space.x, space.y, 0, 0}}};
  return {{tensor, caption, grid, cells_in(space, grid, kMostStoredCell)},
          analysis::array_writers(*look.recording(), look.loaded->footprints, tensor, grid, moment)};
}

float block_part_height(const session::Look& look, std::uint16_t tensor, float width) {
  const analysis::ArrayGrid grid = stored_grid(look, tensor, {width, kTall});
  return kCaptionHeight + (grid.part.rows == 0 ? 0 : height_of_cells(grid, width, kMostStoredCell));
}

void draw_part_caption(draw::Canvas& canvas, const BlockPart& part, const session::Look& look) {
  draw::TextStyle title = canvas.small();
  title.colour = canvas.colours.text, title.face = draw::Face::kBold;
  draw::Rect caption = part.slot.caption;
  canvas.text_in(caption.cut_top(17), written_text(look, part.slot.tensor, part.slot.grid.part), title);
  const std::uint32_t each = part.slot.grid.across * part.slot.grid.down;
  canvas.text_in(caption.cut_top(16),
                 each > 1 ? "the block's part; a cell is " + words::thousands(each) + " elements" : "the block's part",
                 canvas.small());
}

std::string write_story(const session::Look& look, const BlockPart& part, std::uint32_t cell) {
  const analysis::CellWrite& each = part.writes[cell];
  const std::string place =
      element_text(*look.recording(), part.slot.tensor, part.slot.grid.shape, part.slot.grid.first(cell));
  if (!each.write.written) return place + "\nnot written";
  return place + "\nwritten by warp " + std::to_string(each.write.warp) + ", lane " + std::to_string(each.write.lane) +
         ", line " + std::to_string(look.recording()->sites[each.write.site].line) +
         (each.several ? "; others write here, too" : "");
}

bool stores_to_array(const session::Look& look, std::uint16_t tensor) { return part_of(look, tensor).rows != 0; }

std::string part_sentence(const session::Look& look, const std::vector<std::uint16_t>& arrays) {
  std::string text;
  for (const std::uint16_t tensor : arrays)
    if (const analysis::Rect part = part_of(look, tensor); part.rows != 0)
      text += (text.empty() ? "" : "; ") + written_text(look, tensor, part);
  return "Block " + block_name(*look.recording(), look.block()) + " writes " + (text.empty() ? "nothing" : text);
}

}  // namespace gemmscope::views
