// SPDX-License-Identifier: MIT
#include "app/views/parts/array_slots.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/array_words.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;

constexpr float kGapAcross = 24, kGapDown = 12;        // points
constexpr float kLeastWidth = 120, kLeastHeight = 48;  // of a picture
constexpr float kLeastCell = 2, kMostCell = 18;
constexpr std::uint32_t kMostAlong = 1u << 9;   // cells
constexpr std::uint64_t kMostCells = 1u << 17;  // of one element each: tiles of kernels are smaller

analysis::ArrayGrid grid_for(const session::Look& look, std::uint16_t tensor, draw::Point room) {
  return analysis::array_grid(look.loaded->shapes[tensor], look.recording()->tensors[tensor].element_bytes,
                              draw::count_in(room.x, kLeastCell), draw::count_in(room.y, kLeastCell));
}

/// Room for a picture where `count` of them stand in rows of `across`.
draw::Point room_for(Rect space, std::size_t count, std::size_t across) {
  const auto columns = static_cast<float>(across), rows = static_cast<float>((count + across - 1) / across);
  return {(space.width - (columns - 1) * kGapAcross) / columns,
          (space.height - (rows - 1) * kGapDown) / rows - kCaptionHeight};
}

/// How many stand side by side, so that the smallest picture is as large as possible; 0 if there is no room.
std::size_t best_across(Rect space, const session::Look& look, const std::vector<std::uint16_t>& arrays) {
  std::size_t best = 0;
  float most = 0;
  for (std::size_t across = 1; across <= arrays.size(); ++across) {
    const draw::Point room = room_for(space, arrays.size(), across);
    if (room.x < kLeastWidth || room.y < kLeastHeight) continue;
    float area = 0;
    for (const std::uint16_t tensor : arrays) {
      const Rect cells = cells_in({0, 0, room.x, room.y}, grid_for(look, tensor, room), kMostCell);
      area += cells.width * cells.height;
    }
    if (area > most) most = area, best = across;
  }
  return best;
}

}  // namespace

Rect cells_in(Rect space, const analysis::ArrayGrid& grid, float most, bool by_columns) {
  constexpr float kFlattest = 4;  // a cell of 1 x 1024 elements is no line
  const auto f = [](std::uint32_t count) { return static_cast<float>(count); };
  const float along = std::clamp(f(grid.across) / f(grid.down), 1 / kFlattest, kFlattest),
              wider = by_columns ? 1 / along : along, columns = f(by_columns ? grid.rows() : grid.columns()),
              rows = f(by_columns ? grid.columns() : grid.rows());
  const float height = std::min({space.width / (columns * wider), space.height / rows, most / std::max(1.0f, wider)});
  return {space.x, space.y, columns * height * wider, rows * height};
}

ArraySlot slot_of(const session::Look& look, std::uint16_t tensor, const analysis::Rect& part, Rect cells,
                  float least) {
  const format::Tensor& array = look.recording()->tensors[tensor];
  const bool by_columns = array.layout.column_major;
  ArraySlot slot{.tensor = tensor,
                 .caption = {},
                 .grid = {look.loaded->shapes[tensor],
                          by_columns ? analysis::Rect{part.column, part.row, part.columns, part.rows} : part, 1, 1,
                          array.element_bytes},
                 .cells = cells,
                 .by_columns = by_columns};
  const bool is_huge = std::uint64_t{part.rows} * part.columns > kMostCells;
  if (least > 0 || is_huge) {
    const float side = std::max(least, is_huge ? kLeastCell : 0.0f);
    const auto count = [&](float room) { return std::min(draw::count_in(room, side), kMostAlong); };
    const std::uint32_t across = count(cells.width), down = count(cells.height);
    slot.grid.fit(by_columns ? down : across, by_columns ? across : down);
  }
  // The last cells may have fewer elements than the others, which would squeeze those.
  const std::uint32_t wide = by_columns ? slot.grid.down : slot.grid.across,
                      high = by_columns ? slot.grid.across : slot.grid.down;
  slot.cells.width *= static_cast<float>(static_cast<std::uint32_t>(slot.columns()) * wide) /
                      static_cast<float>(std::max(1u, part.columns));
  slot.cells.height *=
      static_cast<float>(static_cast<std::uint32_t>(slot.rows()) * high) / static_cast<float>(std::max(1u, part.rows));
  return slot;
}

Rect cell_place(const ArraySlot& slot, std::uint32_t cell) {
  const int at = static_cast<int>(slot.drawn(cell)), columns = slot.columns();
  return draw::cell_rect(slot.cells, slot.rows(), columns, at / columns, at % columns);
}

Rect part_place(const ArraySlot& slot, const analysis::Rect& part) {
  const analysis::ArrayGrid& grid = slot.grid;
  const auto wide = static_cast<float>(slot.by_columns ? grid.down : grid.across),
             high = static_cast<float>(slot.by_columns ? grid.across : grid.down);
  const float x = slot.cells.width / (static_cast<float>(slot.columns()) * wide),
              y = slot.cells.height / (static_cast<float>(slot.rows()) * high);
  const auto distance = [](std::uint32_t at, std::uint32_t from) {
    return static_cast<float>(std::int64_t{at} - std::int64_t{from});
  };
  return {slot.cells.x + x * distance(part.column, slot.by_columns ? grid.part.row : grid.part.column),
          slot.cells.y + y * distance(part.row, slot.by_columns ? grid.part.column : grid.part.row),
          x * static_cast<float>(part.columns), y * static_cast<float>(part.rows)};
}

std::optional<std::uint32_t> cell_of(const session::Look& look, const ArraySlot& slot,
                                     const session::Element& element) {
  if (element.tensor != slot.tensor) return std::nullopt;
  const std::uint32_t index = analysis::byte_of(*look.recording(), element) / slot.grid.element_bytes;
  return slot.grid.has(index) ? std::optional(slot.grid.cell(index)) : std::nullopt;
}

float height_of_cells(const analysis::ArrayGrid& grid, float width, float most, bool by_columns) {
  return std::ceil(cells_in({0, 0, width, kTall}, grid, most, by_columns).height);
}

std::vector<std::uint16_t> arrays_of(const format::Recording& recording, bool stored_only) {
  std::vector<std::uint16_t> arrays;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].space == format::Space::kGlobal && recording.tensors[t].layout.extent() != 0 &&
        (!stored_only || std::ranges::any_of(recording.sites, [&](const format::Site& site) {
          return site.tensor == t && site.op != format::Op::kLoad;
        })))
      arrays.push_back(t);
  return arrays;
}

ArraySlots place_arrays(Rect space, const session::Look& look, std::vector<std::uint16_t> arrays,
                        std::uint16_t wanted) {
  ArraySlots placed;
  std::size_t across = best_across(space, look, arrays);
  while (across == 0 && !arrays.empty()) {
    const bool last_is_wanted = arrays.back() == wanted && arrays.size() > 1;
    const auto out = last_is_wanted ? arrays.end() - 2 : arrays.end() - 1;
    placed.left_out.insert(placed.left_out.begin(), *out);
    arrays.erase(out);
    across = best_across(space, look, arrays);
  }
  const draw::Point room = arrays.empty() ? draw::Point{} : room_for(space, arrays.size(), across);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto column = static_cast<float>(i % across), row = static_cast<float>(i / across);
    const Rect slot{space.x + column * (room.x + kGapAcross), space.y + row * (room.y + kCaptionHeight + kGapDown),
                    room.x, room.y + kCaptionHeight};
    const analysis::ArrayGrid grid = grid_for(look, arrays[i], room);
    placed.slots.push_back({arrays[i],
                            {slot.x, slot.y, slot.width, kCaptionHeight},
                            grid,
                            cells_in({slot.x, slot.y + kCaptionHeight, room.x, room.y}, grid, kMostCell)});
  }
  return placed;
}

float slot_height(const session::Look& look, std::uint16_t tensor, float width) {
  return kCaptionHeight +
         std::max(kLeastHeight, height_of_cells(grid_for(look, tensor, {width, kTall}), width, kMostCell));
}

void draw_array_caption(Canvas& canvas, const session::Look& look, const ArraySlot& slot, draw::Colour colour) {
  draw::TextStyle title = canvas.small();
  title.colour = colour, title.face = draw::Face::kBold;
  Rect caption = slot.caption;
  const Rect line = caption.cut_top(17);
  const format::Tensor& array = look.recording()->tensors[slot.tensor];
  canvas.text_in(line, array.name + ": " + size_text(array, slot.grid.shape), title);
  draw::text_that_fits(canvas, caption.cut_top(16), picture_notes(slot.grid), canvas.small());
}

void draw_left_out(Canvas& canvas, Rect row, const session::Look& look, const ArraySlots& slots) {
  std::string text = "No room for ";
  for (const std::uint16_t tensor : slots.left_out)
    text += (tensor == slots.left_out.front() ? "" : ", ") + look.recording()->tensors[tensor].name + " (" +
            size_text(look.recording()->tensors[tensor], look.loaded->shapes[tensor]) + ")";
  canvas.text_in(row, text, canvas.small());
}

draw::MatrixImage array_image(const Canvas& canvas, const ArraySlot& slot, draw::Colour background) {
  auto image = draw::matrix_image(canvas, slot.rows(), slot.columns(), background);
  if (slot.cells.width / static_cast<float>(image.columns) < 12) image.gap_px = 0;
  return image;
}

std::optional<std::uint32_t> cell_under(Canvas& canvas, const ArraySlot& slot, std::string_view id, draw::Hit& hit) {
  hit = canvas.hit(id, slot.cells);
  const int rows = slot.rows(), columns = slot.columns();
  const auto under = draw::cell_at(slot.cells, rows, columns, hit.at);
  if (!hit.hovered || !under || under->row >= rows || under->column >= columns) return std::nullopt;
  const std::uint32_t cell = slot.cell_at(static_cast<std::uint32_t>(under->row * columns + under->column));
  return slot.grid.first(cell) < slot.grid.shape.elements ? std::optional(cell) : std::nullopt;
}

}  // namespace gemmscope::views
