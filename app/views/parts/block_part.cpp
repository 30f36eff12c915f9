// SPDX-License-Identifier: MIT
#include "app/views/parts/block_part.h"

#include <algorithm>
#include <utility>

#include "app/draw/widgets.h"
#include "app/views/parts/stage_words.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

constexpr float kLeastStoredCell = 1.25f, kMostStoredCell = 30;  // points

bool is_by_columns(const session::Look& look, std::uint16_t tensor) {
  return look.recording()->tensors[tensor].layout.column_major;
}

/// What of the tile is in the matrix, which it may reach out of.
analysis::Rect inside_of(const session::Look& look, analysis::Rect tile) {
  const analysis::Rect C = analysis::product_part(*look.recording(), tile, format::Matrix::kC);
  const std::uint32_t bottom = C.row + C.rows, right = C.column + C.columns;
  tile.rows = std::min(tile.row + tile.rows, bottom) - std::min(tile.row, bottom);
  tile.columns = std::min(tile.column + tile.columns, right) - std::min(tile.column, right);
  return tile;
}

/// Rows and columns as the array has them in memory.
analysis::Rect part_of(const session::Look& look, std::uint16_t tensor) {
  const auto tile = block_tile(look, tensor);
  if (!tile)
    return analysis::stored_part(*look.recording(), look.loaded->footprints, tensor, look.loaded->shapes[tensor],
                                 look.cursor.block);
  const analysis::Rect inside = inside_of(look, *tile);
  return is_by_columns(look, tensor) ? analysis::Rect{inside.column, inside.row, inside.columns, inside.rows} : inside;
}

/// Cells of so many elements that the part has room.
analysis::ArrayGrid stored_grid(const session::Look& look, std::uint16_t tensor, draw::Point room) {
  analysis::ArrayGrid grid{look.loaded->shapes[tensor], part_of(look, tensor), 1, 1,
                           look.recording()->tensors[tensor].element_bytes};
  if (is_by_columns(look, tensor)) std::swap(room.x, room.y);
  grid.fit(draw::count_in(room.x, kLeastStoredCell), draw::count_in(room.y, kLeastStoredCell));
  return grid;
}

/// "out[0 \u2026 15][0 \u2026 31]", "32 elements of out, every 2nd from 0 to 62": what the block stores, which may be
/// less than the part that is drawn. "nothing of out"; "elements of out" if they are too many to look at in each frame.
std::string written_text(const session::Look& look, std::uint16_t tensor, const analysis::Rect& part) {
  constexpr std::size_t kMostElements = std::size_t{1} << 18;
  const std::string& name = look.recording()->tensors[tensor].name;
  const analysis::ArrayShape& shape = look.loaded->shapes[tensor];
  if (part.rows == 0 || part.columns == 0) return "nothing of " + name;
  if (const auto tile = block_tile(look, tensor)) {
    const analysis::Rect inside = inside_of(look, *tile);
    return places_text(*look.recording(), {{tensor, inside.row, inside.column},
                                           {tensor, inside.row + inside.rows - 1, inside.column + inside.columns - 1}});
  }
  const auto elements = analysis::stored_elements(*look.recording(), look.loaded->footprints, tensor, shape,
                                                  look.cursor.block, kMostElements);
  return elements.empty() ? "elements of " + name : elements_text(*look.recording(), tensor, shape, elements);
}

}  // namespace

BlockPart block_part(draw::Rect space, const session::Look& look, std::uint16_t tensor,
                     const analysis::Moment& moment) {
  const draw::Rect caption = space.cut_top(kCaptionHeight);
  const analysis::ArrayGrid grid = stored_grid(look, tensor, {space.width, space.height});
  const bool by_columns = is_by_columns(look, tensor);
  if (grid.part.rows == 0) return {{tensor, caption, grid, {space.x, space.y, 0, 0}, by_columns}};
  return {{tensor, caption, grid, cells_in(space, grid, kMostStoredCell, by_columns), by_columns},
          analysis::array_writers(*look.recording(), look.loaded->footprints, tensor, grid, moment)};
}

float block_part_height(const session::Look& look, std::uint16_t tensor, float width) {
  const analysis::ArrayGrid grid = stored_grid(look, tensor, {width, kTall});
  return kCaptionHeight +
         (grid.part.rows == 0 ? 0 : height_of_cells(grid, width, kMostStoredCell, is_by_columns(look, tensor)));
}

void draw_part_caption(draw::Canvas& canvas, const BlockPart& part, const session::Look& look) {
  draw::TextStyle title = canvas.small();
  title.colour = canvas.colours.text, title.face = draw::Face::kBold;
  draw::Rect caption = part.slot.caption;
  canvas.text_in(caption.cut_top(17), written_text(look, part.slot.tensor, part.slot.grid.part), title);
  if (const auto tile = block_tile(look, part.slot.tensor)) {
    const format::Recording& recording = *look.recording();
    const analysis::Rect inside = inside_of(look, *tile);
    const auto size = [](const analysis::Rect& of) {
      return std::to_string(of.rows) + " \u00d7 " + std::to_string(of.columns);
    };
    const std::string of = "the tile of block " + block_name(recording, look.block()) + ": ",
                      all = size(*tile) + (inside == *tile ? "" : ", " + size(inside) + " of it in the matrix");
    return draw::text_that_fits(canvas, caption.cut_top(16), std::vector{of + all, all}, canvas.small());
  }
  const std::uint32_t each = part.slot.grid.across * part.slot.grid.down;
  canvas.text_in(caption.cut_top(16),
                 each > 1 ? "the block's part; a cell is " + words::thousands(each) + " elements" : "the block's part",
                 canvas.small());
}

std::optional<analysis::Rect> block_tile(const session::Look& look, std::uint16_t tensor) {
  const format::Recording& recording = *look.recording();
  if (!recording.tiles_known() || recording.tensor_of(format::Matrix::kC) != tensor) return std::nullopt;
  const auto tiles = analysis::block_tiles(recording, look.block(), look.k_tile_in_shared());
  return tiles ? std::optional(tiles->C) : std::nullopt;
}

void add_request(BlockPart& part, const session::Look& look) {
  const session::Current& now = *look.current;
  if (now.shared() || now.site.op == format::Op::kLoad || now.site.tensor != part.slot.tensor) return;
  const format::Recording& recording = *look.recording();
  const auto [segment, row] = format::locate(recording, look.cursor.block, look.cursor.warp, look.cursor.request);
  const format::Pattern& pattern = session::pattern_of(recording, look.cursor.block);
  const format::Row& coded = recording.templates[pattern.segments[segment].template_id].rows[row];
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const std::uint32_t element : elements_asked_for(look, lane)) {
      if (!part.slot.grid.has(element)) continue;
      analysis::CellWrite& each = part.writes[part.slot.grid.cell(element)];
      each.several |= each.write.written && each.write.warp != now.request.warp;
      each.write = {.written = true,
                    .lane = coded.lane_of(static_cast<std::size_t>(lane)),
                    .warp = now.request.warp,
                    .site = now.request.site,
                    .request = look.cursor.request,
                    .interval = now.request.interval,
                    .k_tile = now.request.k_tile};
    }
}

std::string writer_in_words(const format::Recording& recording, const analysis::Write& write) {
  return "warp " + std::to_string(write.warp) + ", lane " + std::to_string(write.lane) + ", line " +
         std::to_string(recording.sites[write.site].line);
}

std::string write_story(const session::Look& look, const BlockPart& part, std::uint32_t cell) {
  const analysis::CellWrite& each = part.writes[cell];
  const std::string place =
      element_text(*look.recording(), part.slot.tensor, part.slot.grid.shape, part.slot.grid.first(cell));
  if (!each.write.written) return place + "\nnot written";
  return place + "\nwritten by " + writer_in_words(*look.recording(), each.write) +
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
