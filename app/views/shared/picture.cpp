// SPDX-License-Identifier: MIT
#include "app/views/shared/picture.h"

#include <algorithm>

namespace gemmscope::views {

std::vector<std::uint16_t> shared_tiles(const format::Recording& recording) {
  std::vector<std::uint16_t> tiles;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].space == format::Space::kShared && recording.tensors[t].matrix != format::Matrix::kOther)
      tiles.push_back(t);
  return tiles;
}

namespace {

using session::Look;
using session::Touched;

constexpr std::uint32_t kColumnGroup = 32;  // columns of a tile shown together

std::optional<std::uint16_t> shared_tile(const format::Recording& recording, int number) {
  const std::vector<std::uint16_t> tiles = shared_tiles(recording);
  if (number < 1 || static_cast<std::size_t>(number) > tiles.size()) return std::nullopt;
  return tiles[static_cast<std::size_t>(number) - 1];
}

std::optional<std::uint16_t> tile_of_request(const Look& look) {
  const session::Current& now = *look.current;
  if (now.shared()) return now.site.tensor;
  if (const auto tile = analysis::tile_tensor_of(*look.recording(), now.site.tensor)) return tile;
  return shared_tile(*look.recording(), 1);
}

std::vector<Run> everything(std::uint32_t first, std::uint32_t end) { return {{first, end - first}}; }

/// The lines of all buffers; buffers that are apart are runs of their own.
std::vector<Run> all_lines(const format::Tensor& tile) {
  std::vector<std::uint32_t> lines;
  const Layout& layout = tile.layout;
  for (std::uint32_t buffer = 0; buffer < std::max(1u, layout.buffers); ++buffer) {
    const std::uint32_t begin = tile.offset + buffer * layout.buffer_stride * tile.element_bytes,
                        end = begin + static_cast<std::uint32_t>(layout.extent()) * tile.element_bytes;
    for (std::uint32_t line = begin / kLineBytes; line * kLineBytes < end; ++line) lines.push_back(line);
  }
  return runs_of(std::move(lines));
}

/// The lines of memory that the request touches, and those that the lane fills besides, unless these are so many that
/// they would hide what the request does. `line_of`: of a cell.
template <class LineOf>
std::vector<Run> touched_lines(const SharedPicture& picture, LineOf line_of) {
  constexpr std::size_t kMostBesides = 4;
  std::vector<std::uint32_t> lines, besides;
  for (const Spot& spot : picture.touched)
    if (spot.touch.cell) lines.push_back(line_of(*spot.touch.cell));
  for (const Touched& touch : picture.moved)
    if (touch.cell && std::ranges::find(lines, line_of(*touch.cell)) == lines.end())
      besides.push_back(line_of(*touch.cell));
  if (besides.size() <= kMostBesides) lines.insert(lines.end(), besides.begin(), besides.end());
  return runs_of(std::move(lines));
}

void choose_rows(const format::Recording& recording, SharedPicture& picture) {
  const format::Tensor& tile = recording.tensors[picture.tile];
  picture.columns = {0, std::max(1u, picture.part.columns)};
  if (picture.whole || picture.touched.empty()) {
    picture.rows = everything(0, picture.part.rows);
    picture.lines = all_lines(tile);
    return;
  }
  std::vector<std::uint32_t> rows, columns;
  const auto add = [&](const Touched& touch) {
    if (touch.element && picture.part.contains(touch.element->row, touch.element->column)) {
      rows.push_back(touch.element->row - picture.part.row);
      columns.push_back(touch.element->column - picture.part.column);
    }
  };
  for (const Spot& spot : picture.touched) add(spot.touch);
  for (const Touched& touch : picture.moved) add(touch);
  picture.lines = touched_lines(picture, [](const analysis::Cell& cell) { return cell.byte / kLineBytes; });
  if (picture.rows = runs_of(std::move(rows)); picture.rows.empty()) picture.rows = everything(0, 1);
  if (columns.empty()) return;
  const auto [least, most] = std::minmax_element(columns.begin(), columns.end());
  const std::uint32_t first = *least / kColumnGroup * kColumnGroup;
  picture.columns = {first, std::min(picture.part.columns, (*most / kColumnGroup + 1) * kColumnGroup) - first};
}

/// What goes past the end of the tile is shown where it lands.
void add_spilled_lines(SharedPicture& picture) {
  std::vector<std::uint32_t> lines;
  for (const Run& run : picture.lines)
    for (std::uint32_t i = 0; i < run.count; ++i) lines.push_back(run.first + i);
  for (const Spot& spot : picture.spilled) lines.push_back(spot.touch.byte / kLineBytes);
  if (!picture.spilled.empty()) picture.lines = runs_of(std::move(lines));
}

/// The cell or element that is selected, if it is in `tile` and no lane touches it.
std::optional<Touched> picked_in(const Look& look, std::uint16_t tile) {
  const session::Selected& selected = look.selected;
  if (selected.anchor != session::Anchor::kCell && selected.anchor != session::Anchor::kElement) return std::nullopt;
  if (selected.lane || !selected.cell || selected.cell->tensor != tile) return std::nullopt;
  const format::Recording& recording = *look.recording();
  const std::uint32_t buffer = analysis::buffer_of(recording.tensors[tile], look.k_tile_in_shared());
  const analysis::Cell cell = analysis::cell_of(recording, tile, selected.cell->row, selected.cell->column, buffer);
  return Touched{.byte = cell.byte, .cell = cell, .element = selected.element};
}

}  // namespace

const analysis::Write* SharedPicture::writer_of(const format::Recording& recording, std::uint32_t byte) const {
  const std::size_t index = byte / cell_bytes;
  if (index >= writers.size() || !writers[index].written || other_at(recording, byte)) return nullptr;
  return &writers[index];
}

std::optional<std::uint16_t> SharedPicture::other_at(const format::Recording& recording, std::uint32_t byte) const {
  const std::size_t index = byte / cell_bytes;
  if (index >= writers.size() || !writers[index].written) return std::nullopt;
  const std::uint16_t writer = recording.sites[writers[index].site].tensor;
  return writer == tile ? std::nullopt : std::optional(writer);
}

bool SharedPicture::is_beyond(const format::Recording& recording, const analysis::Cell& cell) const {
  const format::Tensor& held = recording.tensors[tile];
  if (!matrix || of_idle_block()) return false;
  const auto [row, column] = held.transposed ? std::pair(cell.column, cell.row) : std::pair(cell.row, cell.column);
  return !product.contains(part.row + row, part.column + column);
}

CellState SharedPicture::state_of(const format::Recording& recording, std::uint32_t k_tile, std::uint32_t byte,
                                  std::uint32_t touched_lanes) const {
  const auto cell = analysis::cell_in(recording, tile, byte);
  if (!cell) return CellState::kOutside;
  if (touched_lanes != 0) return is_beyond(recording, *cell) ? CellState::kBeyond : CellState::kTouched;
  if (cell->padding) return CellState::kPadding;
  if (other_at(recording, byte)) return CellState::kOther;
  const analysis::Write* writer = writer_of(recording, byte);
  if (writer == nullptr) return CellState::kNever;
  if (writer->k_tile != k_tile && writer->k_tile != format::kEpilogue) return CellState::kOtherKTile;
  return is_beyond(recording, *cell) ? CellState::kBeyond : CellState::kThisTile;
}

std::vector<Touched> moved_by(const Look& look, int lane) {
  std::vector<Touched> own = touched(look, lane);
  const session::Current& now = *look.current;
  if (own.empty() || !own[0].element || !now.loads) return own;
  const format::Recording& recording = *look.recording();
  const auto at = static_cast<std::size_t>(lane);
  const format::Request* load = analysis::load_of(recording, *now.loads, at, *own[0].element);
  if (load == nullptr) return own;
  std::vector<Touched> piece;
  for (const session::Element& element : analysis::elements_of(recording, *load, at))
    piece.push_back({.byte = analysis::byte_of(recording, element),
                     .cell = analysis::cell_holding(recording, element, look.block(), look.k_tile_in_shared()),
                     .element = element});
  return piece;
}

std::optional<SharedPicture> shared_picture(const Look& look, int tile, bool whole) {
  const format::Recording& recording = *look.recording();
  const auto chosen = tile == 0 ? tile_of_request(look) : shared_tile(recording, tile);
  if (!chosen) return std::nullopt;
  const format::Matrix matrix = recording.tensors[*chosen].matrix;
  if (matrix == format::Matrix::kOther) return std::nullopt;
  SharedPicture picture;
  picture.tile = *chosen;
  picture.whole = whole;
  picture.matrix = recording.tensor_of(matrix);
  if (const auto tiles = analysis::block_tiles(recording, look.block(), look.k_tile_in_shared()))
    picture.part = matrix == format::Matrix::kA ? tiles->A : tiles->B,
    picture.product = analysis::product_part(recording, tiles->C, matrix);
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const Touched& touch : touched(look, lane))
      if (touch.cell && touch.cell->tensor == *chosen)
        picture.touched.push_back({lane, touch});
      else if (!touch.cell && look.current->shared() && look.current->site.tensor == *chosen)
        picture.spilled.push_back({lane, touch});
  if ((picture.picked = picked_in(look, *chosen))) {
    picture.moved = {*picture.picked};
  } else if (!picture.touched.empty() && look.lane() >= 0) {
    picture.lane = look.lane();
    picture.moved = moved_by(look, picture.lane);
  }
  picture.cell_bytes = analysis::cell_bytes(recording);
  picture.writers = analysis::shared_writers(recording, moment_of(look));
  choose_rows(recording, picture);
  add_spilled_lines(picture);
  picture.rows_left_out = std::ranges::any_of(picture.moved, [&](const Touched& touch) {
    return touch.cell && std::ranges::none_of(picture.lines, [line = touch.cell->byte / kLineBytes](const Run& run) {
             return line - run.first < run.count;
           });
  });
  return picture;
}

std::vector<MovedGroup> moved_groups(const Look& look, const SharedPicture& picture) {
  const std::uint32_t bytes = look.recording()->tensors[picture.tile].element_bytes;
  const std::vector<Touched>& moved = picture.moved;
  const std::vector<Touched> now = picture.lane < 0 ? moved : touched(look, picture.lane);
  const auto by_this_request = [&](const Touched& touch) {
    return std::ranges::any_of(
        now, [&](const Touched& t) { return t.cell && touch.cell && t.cell->byte == touch.cell->byte; });
  };
  std::vector<MovedGroup> groups;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const auto& cell = moved[i].cell;
    const auto& last = i == 0 ? std::nullopt : moved[i - 1].cell;
    if (last && cell && cell->byte == last->byte + bytes && cell->byte % kLineBytes != 0) {
      ++groups.back().count;
      groups.back().banks += cell->bank() != last->bank();
    } else {
      groups.push_back({.first = i, .count = 1, .now = by_this_request(moved[i])});
    }
  }
  return groups;
}

LineLabel label_of_line(const format::Recording& recording, std::uint16_t tile, std::uint32_t line) {
  LineLabel label{.row = {}, .byte = line * kLineBytes};
  for (std::uint32_t byte = label.byte; byte < (line + 1) * kLineBytes; byte += analysis::kBankBytes) {
    const auto cell = analysis::cell_in(recording, tile, byte);
    if (!cell) continue;
    if (cell->stored_column == 0) return {cell, byte, true};
    if (!label.row) label.row = cell;
  }
  return label;
}

std::string LineLabel::text(const format::Tensor& tile) const {
  if (!row) return {};
  constexpr std::size_t kLongest = 7;  // letters that have room
  const std::string name = tile.name + (tile.layout.buffers > 1 ? std::to_string(row->buffer) : ""),
                    index = "[" + std::to_string(row->row) + "]";
  return (begins ? "" : "\u2026") + (name.size() + index.size() > kLongest ? "" : name) + index;
}

std::vector<Run> lines_in(const SharedPicture& picture, const format::Tensor& old) {
  if (picture.whole || picture.touched.empty()) return all_lines(old);
  return touched_lines(picture, [&](const analysis::Cell& cell) { return byte_in(old, cell) / kLineBytes; });
}

}  // namespace gemmscope::views
