// SPDX-License-Identifier: MIT
/// The tile as it is in memory: a row of the grid is 128 bytes, so a pad is seen as a shift and a transpose as a turn.
#include <algorithm>
#include <map>

#include "app/draw/number.h"
#include "app/session/selecting.h"
#include "app/views/lane_set.h"
#include "app/views/shared_grids.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

constexpr float kBefore = 32, kRows = 48,
                kBytes = 36;  // points left of the grid; right of it for rows of the tile and bytes
constexpr int kColumns = analysis::kBanks;

using Lanes = std::map<std::uint32_t, std::uint32_t>;  // byte -> lanes that touch it

Lanes lanes_by_byte(const SharedScene& scene) {
  Lanes lanes;
  for (const Spot& spot : scene.picture.touched) lanes[spot.touch.cell->byte] |= 1u << spot.lane;
  return lanes;
}

std::uint32_t byte_at(std::uint32_t line, std::uint32_t column) {
  return line * kLineBytes + column * analysis::kBankBytes;
}

struct Look {
  Colour fill;
  draw::Mark mark = draw::kPlain;
};

Look look_of(const Canvas& canvas, const SharedScene& scene, CellState state) {
  const Colour panel = canvas.colours.panel;
  switch (state) {
    case CellState::kOutside: return {panel};
    case CellState::kPadding: return {canvas.colours.ground, draw::kPadding};
    case CellState::kNever: return {theme::mixed(panel, canvas.colours.line, 0.5f), draw::kNeverWritten};
    case CellState::kEarlier: return {theme::mixed(panel, scene.colour, 0.16f)};
    case CellState::kThisTile: return {theme::mixed(panel, scene.colour, 0.36f)};
    case CellState::kTouched: break;
  }
  return {theme::mixed(panel, scene.colour, 0.36f)};
}

/// The k-tile that wrote each cell, where there is room for its number.
void draw_writers(Canvas& canvas, const GridPlaces& places, const SharedScene& scene, const Lanes& lanes) {
  const float width = places.cells.width / kColumns, height = places.strips.row_height();
  if (width < 10 || height < 11) return;
  TextStyle style{theme::faded(canvas.colours.secondary, 0.75f), draw::Face::kMono, std::min(9.0f, width * 0.7f),
                  Align::kCentre};
  for (const Run& run : places.strips.runs())
    for (std::uint32_t line = run.first; line < run.first + run.count; ++line)
      for (std::uint32_t column = 0; column < kColumns; ++column) {
        const std::uint32_t byte = byte_at(line, column);
        const CellState state = scene.picture.state_of(scene.recording, k_tile_in_shared(scene.session), byte,
                                                       lanes.contains(byte) ? 1 : 0);
        if (state != CellState::kEarlier && state != CellState::kThisTile) continue;
        const std::string number = std::to_string(scene.picture.writers[byte / scene.picture.cell_bytes].k_tile);
        const Rect cell = *places.cell(line, column);
        style.size = std::min(style.size, width * 1.5f / static_cast<float>(number.size()));
        if (style.size >= 5) canvas.text_in(cell.inset(-2), number, style);
      }
}

void draw_cells(Canvas& canvas, const GridPlaces& places, const SharedScene& scene, const Lanes& lanes) {
  const std::uint32_t k_tile = k_tile_in_shared(scene.session);
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    auto image = draw::matrix_image(canvas, static_cast<int>(run.count), kColumns, canvas.colours.panel);
    image.ink = draw::channels(theme::mixed(canvas.colours.panel, canvas.colours.secondary, 0.5f));
    for (std::uint32_t row = 0; row < run.count; ++row)
      for (std::uint32_t column = 0; column < kColumns; ++column) {
        const std::uint32_t byte = byte_at(run.first + row, column);
        const auto [fill, mark] =
            look_of(canvas, scene, scene.picture.state_of(scene.recording, k_tile, byte, lanes.contains(byte) ? 1 : 0));
        draw::set_cell(image, static_cast<int>(row), static_cast<int>(column), fill, mark);
      }
    const Rect strip = places.strips.run(i);
    canvas.matrix("memory lines " + std::to_string(i), {places.cells.x, strip.y, places.cells.width, strip.height},
                  image);
    if (i == 0) continue;
    const float above = places.strips.run(i - 1).bottom(), middle = places.cells.centre().x;
    if (strip.y - above < 5) continue;
    // Left out: three dots.
    for (const float at : {-7.0f, 0.0f, 7.0f})
      canvas.fill({middle + at, (above + strip.y) / 2 - 1, 2, 2}, canvas.colours.secondary);
  }
}

/// How far the cell of `lane` is from its place before the padding changed, in columns.
float shift_of(const SharedScene& scene, int lane) {
  const session::Session& session = scene.session;
  if (session.motion >= 1 || !session.before || session.before->site.name != session.current->site.name ||
      !session.before->active(lane))
    return 0;
  const auto bank = [&](const session::Current& at) {
    return static_cast<float>(at.address(lane) / analysis::kBankBytes % analysis::kBanks);
  };
  return (bank(*session.before) - bank(*session.current)) * (1 - session.motion);
}

/// One chip per run of cells of one line that the same lanes touch. What a store has just written is bright-edged.
void draw_lanes(Canvas& canvas, const GridPlaces& places, const SharedScene& scene, const Lanes& lanes) {
  const bool written = scene.session.current->shared() && scene.session.current->site.op == format::Op::kStore;
  const bool to_come = !scene.session.current->shared();
  for (auto it = lanes.begin(); it != lanes.end();) {
    auto end = std::next(it);
    std::uint32_t count = 1;
    while (end != lanes.end() && end->first == it->first + count * analysis::kBankBytes && end->second == it->second &&
           end->first % kLineBytes != 0)
      ++end, ++count;
    const std::uint32_t mask = it->second, line = it->first / kLineBytes;
    if (auto cell = places.cell(line, it->first % kLineBytes / analysis::kBankBytes)) {
      cell->x += shift_of(scene, std::countr_zero(mask)) * cell->width;
      const float one = cell->width;
      cell->width *= static_cast<float>(count);
      draw_lane_run(canvas, *cell, one, mask,
                    to_come ? theme::mixed(canvas.colours.panel, scene.colour, 0.5f) : scene.colour, false);
      if (written && cell->height >= 6)
        canvas.outline({cell->x + 1, cell->y + 1, cell->width - 1, cell->height - 1},
                       theme::mixed(scene.colour, canvas.colours.text, 0.7f), 1, 2);
    }
    it = end;
  }
}

void draw_labels(Canvas& canvas, Rect top, const GridPlaces& places, const SharedScene& scene) {
  TextStyle number = canvas.small_mono(), right = canvas.small_mono();
  number.align = Align::kCentre, right.align = Align::kRight;
  const float width = places.cells.width / kColumns;
  for (int bank = 0; bank < kColumns; bank += 4)
    canvas.text_in({places.cells.x + static_cast<float>(bank) * width - 8, top.y, width + 16, top.height},
                   std::to_string(bank), number);
  canvas.text_in({places.cells.x - kBefore, top.y, kBefore - 4, top.height}, "bank", right);
  canvas.text_in({places.cells.right() + kRows, top.y, kBytes, top.height}, "byte", right);
  std::uint32_t last_row = 0xffffffff;
  const float height = places.strips.row_height();
  for (const Run& run : places.strips.runs()) {
    std::uint32_t every = 1;
    while (static_cast<float>(every) * height < 13) every *= 2;
    for (std::uint32_t line = run.first; line < run.first + run.count; line += every) {
      const Rect strip = *places.strips.row(line);
      canvas.text_in({places.cells.right() + kRows, strip.centre().y - 7, kBytes, 14},
                     std::to_string(line * kLineBytes), right);
      const auto cell = analysis::cell_at(scene.recording, byte_at(line, kColumns - 1));
      if (!cell || cell->tensor != scene.picture.tile || cell->row == last_row) continue;
      last_row = cell->row;
      TextStyle row = canvas.small_mono();
      canvas.text_in({places.cells.right() + 6, strip.centre().y - 7, kRows, 14},
                     scene.tile().name + "[" + std::to_string(cell->row) + "]", row);
    }
  }
}

/// The words asked of each bank, under the banks.
void draw_words(Canvas& canvas, Rect row, const GridPlaces& places, const SharedScene& scene) {
  const session::Current& now = *scene.session.current;
  if (!now.shared() || now.site.tensor != scene.picture.tile) return;
  const auto words = words_asked(now.cost);
  const float width = places.cells.width / kColumns;
  for (std::size_t bank = 0; bank < words.size(); ++bank) {
    const Rect cell{places.cells.x + static_cast<float>(bank) * width + 1, row.y, width - 1, 20};
    if (words[bank] == 0)
      canvas.fill(cell, theme::mixed(canvas.colours.panel, canvas.colours.line, 0.5f), 2);
    else
      draw::chip(canvas, cell, std::to_string(words[bank]), theme::conflict_colour(canvas.colours, words[bank]),
                 scene.session.selected.bank == bank ? draw::Emphasis::kSelected
                 : scene.session.hover.bank == bank  ? draw::Emphasis::kHovered
                                                     : draw::Emphasis::kNone);
  }
  const std::string what = now.cost.phase_count > 1 ? "words asked of each bank, in the phase that asks most of it"
                                                    : "words asked of each bank by this request";
  canvas.text_in({places.cells.x, row.y + 21, places.cells.width + kRows + kBytes, 17}, what, canvas.small());
}

void point_at(const GridPlaces& places, Canvas& canvas, const SharedScene& scene, session::Actions& actions) {
  for (std::size_t i = 0; i < places.strips.runs().size(); ++i) {
    const Run& run = places.strips.runs()[i];
    const Rect strip = places.strips.run(i), grid{places.cells.x, strip.y, places.cells.width, strip.height};
    const draw::Hit hit = canvas.hit("memory lines " + std::to_string(i), grid);
    const auto under = draw::cell_at(grid, static_cast<int>(run.count), kColumns, hit.at);
    if (!hit.hovered || !under) continue;
    const std::uint32_t byte =
        byte_at(run.first + static_cast<std::uint32_t>(under->row), static_cast<std::uint32_t>(under->column));
    const auto cell = analysis::cell_at(scene.recording, byte);
    actions.add(session::hover_bank, static_cast<std::uint32_t>(under->column));
    if (!cell || cell->tensor != scene.picture.tile) continue;
    const std::string where = "byte " + draw::thousands(byte) + ", bank " + std::to_string(under->column);
    if (cell->padding) {
      canvas.tooltip(where + ": padding");
      continue;
    }
    const session::Element place{cell->tensor, cell->row, cell->column};
    std::string text = places_text(scene.recording, {place}) + "\n" + where;
    const std::size_t index = byte / scene.picture.cell_bytes;
    if (index < scene.picture.writers.size() && scene.picture.writers[index].written) {
      const analysis::Write& write = scene.picture.writers[index];
      text += "\nwritten by warp " + std::to_string(write.warp) + ", lane " + std::to_string(write.lane) +
              ", for k-tile " + std::to_string(write.k_tile);
    }
    canvas.tooltip(text);
    actions.add(session::hover_cell, place);
    if (!hit.clicked) continue;
    if (const auto lane = session::lane_touching_cell(scene.session, place))
      actions.add(session::select_lane, *lane);
    else
      actions.add(session::select_cell, place);
  }
}

}  // namespace

GridPlaces draw_memory_side(Canvas& canvas, Rect space, float most, const SharedScene& scene,
                            session::Actions& actions) {
  TextStyle title = canvas.small();
  title.colour = scene.colour, title.face = draw::Face::kBold;
  Rect caption = space.cut_top(18);
  caption.cut_left(kBefore);
  const std::string name = scene.tile().name + " in shared memory";
  canvas.text_in(caption.cut_left(canvas.text_width(name, title) + 2, 8), name, title);
  canvas.text_in(caption, "one row = 128 bytes = banks 0 \u2026 31", canvas.small());
  const Rect top = space.cut_top(16, 2);
  const Rect words = space.cut_bottom(42);
  Rect cells = space;
  cells.cut_left(kBefore), cells.cut_right(kRows + kBytes);
  GridPlaces places{Strips(scene.picture.lines, space, most), cells, {0, kColumns}};
  const Lanes lanes = lanes_by_byte(scene);
  draw_cells(canvas, places, scene, lanes);
  draw_writers(canvas, places, scene, lanes);
  draw_lanes(canvas, places, scene, lanes);
  draw_labels(canvas, top, places, scene);
  draw_words(canvas, {words.x, std::min(words.y, places.strips.bottom() + 10), words.width, words.height}, places,
             scene);
  point_at(places, canvas, scene, actions);

  const auto mark = [&](const session::Selected& selected, draw::Emphasis emphasis) {
    if (!selected.cell || selected.cell->tensor != scene.picture.tile) return;
    const analysis::Cell at =
        analysis::cell_of(scene.recording, selected.cell->tensor, selected.cell->row, selected.cell->column);
    if (const auto cell = places.cell(at.byte / kLineBytes, at.bank())) draw::mark(canvas, *cell, emphasis);
  };
  if (scene.picture.moved.empty()) mark(scene.session.selected, draw::Emphasis::kSelected);
  mark(scene.session.hover, draw::Emphasis::kHovered);
  return places;
}

void draw_arrows(Canvas& canvas, const GridPlaces& matrix, const GridPlaces& memory, bool downward,
                 const SharedScene& scene) {
  const SharedPicture& picture = scene.picture;
  const std::vector<session::Touched>& moved = picture.moved;
  const auto now = session::touched(scene.session, picture.lane);
  const auto by_this_request = [&](const session::Touched& touch) {
    return std::any_of(now.begin(), now.end(), [&](const session::Touched& t) {
      return t.cell && touch.cell && t.cell->byte == touch.cell->byte;
    });
  };
  if (moved.empty() || !moved.front().element || !moved.back().element) return;
  const auto place_of = [&](const session::Touched& touch) {
    return matrix.cell(touch.element->row - picture.part.row, touch.element->column - picture.part.column);
  };
  const auto front = place_of(moved.front()), back = place_of(moved.back());
  const Rect piece =
      front && back ? Rect{front->x, front->y, back->right() - front->x, back->bottom() - front->y} : Rect{};
  const bool copies = !scene.session.current->shared() || scene.session.current->site.op == format::Op::kStore;
  for (std::size_t i = 0; i < moved.size();) {
    std::size_t end = i + 1;  // cells side by side share an arrow
    while (end < moved.size() && moved[end].cell && moved[i].cell &&
           moved[end].cell->byte == moved[i].cell->byte + (end - i) * picture.cell_bytes &&
           moved[end].cell->byte % kLineBytes != 0)
      ++end;
    const session::Touched& first = moved[i];
    const std::size_t place = i;
    const auto count = static_cast<float>(end - i);
    i = end;
    if (!first.cell) continue;
    auto to = memory.cell(first.cell->byte / kLineBytes, first.cell->bank());
    Rect from = first.element ? place_of(first).value_or(Rect{}) : Rect{};
    const bool direct = by_this_request(first);
    const Colour ink = direct ? canvas.colours.selected : theme::faded(canvas.colours.selected, 0.5f);
    if (to) {
      to->width *= count;
      canvas.outline(to->inset(-1), ink, direct ? 2 : 1, 2);
    }
    if (!scene.tile().transposed) from.width *= count;
    if (!to || from.empty()) continue;
    // Beside each other: a fan from the right edge of the piece. Over each other: straight down.
    const float part = (static_cast<float>(place) + 0.5f) / static_cast<float>(moved.size());
    const draw::Point start = downward ? draw::Point{from.centre().x, from.bottom()}
                                       : draw::Point{piece.right() + 1, piece.y + piece.height * part};
    const draw::Point tip = downward ? draw::Point{to->centre().x, to->y - 1} : draw::Point{to->x - 1, to->centre().y};
    if (copies)
      canvas.arrow(start, tip, ink, 0, direct ? 1.8f : 1.2f);
    else
      canvas.dashed_line(start, tip, ink);
  }
  canvas.outline(piece.inset(-1), canvas.colours.selected, 2, 2);  // what the lane moves, as one
}

}  // namespace gemmscope::views
