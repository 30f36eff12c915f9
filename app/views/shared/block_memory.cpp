// SPDX-License-Identifier: MIT
#include "app/views/shared/block_memory.h"

#include <algorithm>

#include "app/draw/choice.h"
#include "app/session/findings.h"
#include "app/session/selecting.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/shared/grids.h"
#include "app/views/shared/held_names.h"
#include "app/views/shared/memory_lines.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Colour;
using draw::Key;
using draw::Rect;
using session::Look;

constexpr std::uint32_t kColumns = analysis::kBanks;
constexpr float kNames = 78, kBytes = 48, kBankRow = 16, kAskedRow = 44;  // points beside and around the cells
constexpr float kNameGap = 8;
constexpr float kLargeCell = 28;  // points across: each bank has its number
constexpr float kLeastLine = 5, kMostLine = 22, kLargeLine = 32;

struct MemoryPlaces {
  Rect cells;
  float line = 0;

  float width(const MemoryLines& lines) const { return cells.width / static_cast<float>(lines.banks); }
  /// The place of a word that is shown.
  Rect of(const MemoryLines& lines, std::uint32_t word) const {
    return {cells.x + static_cast<float>(word % kColumns - lines.bank) * width(lines),
            cells.y + static_cast<float>(word / kColumns - lines.first) * line, width(lines), line};
  }
  float top_of(const MemoryLines& lines, std::uint32_t of) const {
    return cells.y + static_cast<float>(of - lines.first) * line;
  }
  /// Where the lanes of a word that the request touches are: above the name of what it holds if there is room.
  Rect lanes_of(const MemoryLines& lines, std::uint32_t word) const {
    Rect cell = of(lines, word);
    if (has_room_for_both(lines)) cell.height /= 2;
    return cell;
  }
  bool has_room_for_both(const MemoryLines& lines) const { return line >= kLargeLine && lines.banks < kColumns; }
};

Colour written_colour(const Canvas& canvas, std::uint32_t warp) {
  return canvas.colours.warps[warp % canvas.colours.warps.size()];
}
Colour never_colour(const Canvas& canvas) { return theme::mixed(canvas.colours.panel, canvas.colours.line, 0.5f); }

/// The colour of a word that the request touches.
Colour touched_colour(const Canvas& canvas, const Look& look, int words) {
  if (words > 1) return theme::conflict_colour(canvas.colours, words);
  return look.current->site.op == format::Op::kLoad ? canvas.colours.a : canvas.colours.c;
}

/// Returns whether numbers of lanes stand in cells.
bool draw_cells(Canvas& canvas, const MemoryPlaces& places, const MemoryLines& lines, const Look& look,
                const std::string& of) {
  const format::Recording& recording = *look.recording();
  auto image =
      draw::matrix_image(canvas, static_cast<int>(lines.count), static_cast<int>(lines.banks), canvas.colours.panel);
  image.ink = draw::channels(theme::mixed(canvas.colours.panel, canvas.colours.secondary, 0.4f));
  if (places.line < 8) image.gap_px = 0;
  for (std::uint32_t i = 0; i < lines.cells(); ++i) {
    const std::uint32_t word = lines.word(i);
    if (!array_at(recording, word * analysis::kBankBytes)) continue;
    const analysis::Write* const write = lines.writer(word);
    image.cells[i] = {
        draw::palette_index(image, write != nullptr ? written_colour(canvas, write->warp) : never_colour(canvas)),
        write != nullptr ? draw::kPlain : draw::kNeverWritten};
  }
  canvas.matrix("shared memory" + of, places.cells, std::move(image));
  bool numbered = false;
  const bool store = look.current->site.op != format::Op::kLoad;
  for (std::uint32_t i = 0; i < lines.cells(); ++i) {
    const std::uint32_t word = lines.word(i);
    if (word >= lines.lanes.size() || lines.lanes[word] == 0) continue;
    const Rect cell = places.lanes_of(lines, word);
    numbered |= draw_lane_run(canvas, cell, cell.width, lines.lanes[word],
                              touched_colour(canvas, look, lines.words[word % kColumns]), false, kLeastDigit);
    if (store && cell.height >= 6) canvas.outline(cell.inset(1), canvas.colours.text, 1, 2);
  }
  return numbered;
}

/// Where the chosen finding's word is drawn. Nothing: it has none, or the word is not shown.
std::optional<Rect> place_of_finding(const MemoryPlaces& places, const MemoryLines& lines, const Look& look) {
  const analysis::Finding* const finding = session::chosen_finding(look);
  if (finding == nullptr || finding->divergence ||
      look.recording()->tensors[finding->tensor].space != format::Space::kShared)
    return std::nullopt;
  const std::uint32_t word = finding->byte / analysis::kBankBytes, line = word / kColumns, bank = word % kColumns;
  if (line - lines.first >= lines.count || bank - lines.bank >= lines.banks) return std::nullopt;
  return places.of(lines, word);
}

/// In cells that have the numbers of lanes below them, if there is room.
void draw_held(Canvas& canvas, const MemoryPlaces& places, const MemoryLines& lines, const HeldNames& names) {
  draw::TextStyle style = canvas.small_mono();
  style.align = draw::Align::kCentre, style.size = names.size;
  for (const HeldName& name : names.cells) {
    Rect cell = places.of(lines, name.word);
    if (lines.lanes[name.word] != 0) {
      if (!places.has_room_for_both(lines) || !name.upper.empty()) continue;
      cell.cut_top(cell.height / 2);
    }
    cell = cell.inset(-1);
    style.colour = theme::text_on(written_colour(canvas, lines.writer(name.word)->warp));
    if (name.upper.empty()) {
      canvas.text_in(cell, name.lower, style);
      continue;
    }
    const float step = places.line * 0.44f;
    const Rect line{cell.x, cell.centre().y - step, cell.width, step};
    canvas.text_in(line, name.upper, style);
    canvas.text_in(line.moved(0, step), name.lower, style);
  }
}

/// Names where arrays begin, and bytes.
void draw_labels(Canvas& canvas, const MemoryPlaces& places, const MemoryLines& lines, const HeldNames& names,
                 const Look& look) {
  const format::Recording& recording = *look.recording();
  draw::TextStyle right = canvas.small_mono();
  right.align = draw::Align::kRight;
  const std::uint32_t every = draw::label_every(places.line, right.size);
  for (std::uint32_t i = 0; i < lines.count; i += every) {
    const float y = std::max(places.cells.y - 1, places.cells.y + (static_cast<float>(i) + 0.5f) * places.line - 7);
    canvas.text_in({places.cells.right() + 4, y, kBytes - 4, 14},
                   words::thousands(std::uint64_t{lines.first + i} * kLineBytes), right);
  }
  draw::TextStyle row = canvas.small();
  row.align = draw::Align::kRight, row.size = std::min(row.size, places.line * 0.85f);
  for (const auto& [line, name] : names.lines)
    canvas.text_in({places.cells.x - kNames, places.top_of(lines, line) + places.line / 2 - 7, kNames - kNameGap, 14},
                   name, row);
  float last = -100;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    if (tensor.space != format::Space::kShared || tensor.layout.extent() == 0) continue;
    const std::uint32_t line = std::max(lines.first, tensor.offset / kLineBytes);
    const std::uint64_t end = tensor.offset + tensor.layout.extent() * tensor.element_bytes;
    if (line >= lines.first + lines.count || end <= std::uint64_t{line} * kLineBytes) continue;
    const float y = std::max(last + 15, places.cells.y + static_cast<float>(line - lines.first) * places.line);
    if (y + 14 > places.cells.bottom() + 8) break;
    last = y;
    draw::TextStyle name = canvas.small();
    name.colour = canvas.colours.text;
    const auto source = names.sources.find(t);
    canvas.text_in({places.cells.x - kNames, y, kNames - kNameGap, 15},
                   tensor.name + (source == names.sources.end() ? "" : " holds " + source->second), name);
    if (line != lines.first && tensor.offset % kLineBytes == 0)
      canvas.line({places.cells.x - kNames, places.top_of(lines, line)},
                  {places.cells.right(), places.top_of(lines, line)}, canvas.colours.secondary);
  }
  right.align = draw::Align::kCentre;
  const float width = places.width(lines);
  for (std::uint32_t i = 0; i < lines.banks; i += width < kLargeCell ? 4 : 1)
    canvas.text_in({places.cells.x + static_cast<float>(i) * width - 8, places.cells.y - kBankRow, width + 16, 14},
                   std::to_string(lines.bank + i), right);
  right.align = draw::Align::kRight;
  canvas.text_in({places.cells.x - kNames, places.cells.y - kBankRow, kNames - 10, 14}, "bank", right);
  canvas.text_in({places.cells.right() + 4, places.cells.y - kBankRow, kBytes - 4, 14}, "byte", right);
}

/// The wheel makes cells larger around the pointer; Shift and the wheel move on.
void point_at(Canvas& canvas, const MemoryPlaces& places, const MemoryLines& lines, const Look& look,
              const std::string& of, session::Actions& actions) {
  const draw::Hit hit = canvas.hit("shared memory" + of, places.cells);
  const auto under = draw::cell_at(places.cells, static_cast<int>(lines.count), static_cast<int>(lines.banks), hit.at);
  if (!hit.hovered || !under) return;
  const std::uint32_t word =
      lines.word(static_cast<std::uint32_t>(under->row) * lines.banks + static_cast<std::uint32_t>(under->column));
  if (const float notches = canvas.wheel(); notches != 0) {
    const MemoryZoom next = canvas.shift() ? moved(look, lines, notches) : zoomed(look, lines, notches, word);
    actions.add([next](Look& s) { s.views.shared.memory = next; });
  }
  if (word >= lines.lanes.size()) return;
  canvas.tooltip(word_story(look, lines, word));
  actions.add(session::hover_bank, word % kColumns);
  if (hit.clicked) actions.add(session::select_bank, word % kColumns);
}

/// What the wheel does, for a mouse that has none; cut off the right end of `row`.
void draw_zooms(Canvas& canvas, Rect& row, const MemoryLines& lines, const Look& look, const std::string& of,
                session::Actions& actions) {
  const auto offer = [&](const std::string& id, const std::string& text, const char* hint, const MemoryZoom& next) {
    if (next == look.views.shared.memory) return;
    const Rect at = row.cut_right(canvas.text_width(text, canvas.small()) + 2, 10);
    if (draw::link(canvas, at, (id + of).c_str(), text, draw::Align::kRight, hint))
      actions.add([next](Look& s) { s.views.shared.memory = next; });
  };
  const auto touched = std::ranges::find_if(lines.lanes, [](std::uint32_t lanes) { return lanes != 0; });
  const auto from =
      touched == lines.lanes.end() ? lines.word(0) : static_cast<std::uint32_t>(touched - lines.lanes.begin());
  offer("larger cells", "larger cells",
        "Fewer cells, with room for what they hold; the wheel does it around the pointer",
        zoomed(look, lines, 1, from));
  if (look.views.shared.memory.banks == 0) return;
  offer("all cells", "all cells", "All 32 banks, and all lines that have room", {});
  offer("next cells", "next", "The next cells of memory; Shift and the wheel do it, too", moved(look, lines, -1));
  offer("cells before", "previous", "The cells before these", moved(look, lines, 1));
}

std::span<const std::uint8_t> words_shown(const MemoryLines& lines) {
  return std::span(lines.words).subspan(lines.bank, lines.banks);
}

std::vector<Key> keys(const Canvas& canvas, const MemoryLines& lines, const HeldNames& names, bool numbered,
                      const Look& look) {
  std::vector<Key> keys;
  const Colour ink = canvas.colours.text;
  if (!names.lines.empty()) keys.push_back({Key::Swatch::kDigit, ink, "column of the element in the cell"});
  if (names.rows) keys.push_back({Key::Swatch::kDigit, ink, "row above column of the element in the cell"});
  if (names.numbers) keys.push_back({Key::Swatch::kDigit, ink, "index of the element in the cell"});
  const std::size_t first = keys.size();
  bool never = false;
  std::uint64_t warps = 0;
  for (std::uint32_t i = 0; i < lines.cells(); ++i)
    if (array_at(*look.recording(), lines.word(i) * analysis::kBankBytes)) {
      const analysis::Write* const write = lines.writer(lines.word(i));
      never |= write == nullptr;
      if (write != nullptr) warps |= std::uint64_t{1} << write->warp % 64;
    }
  if (never) keys.push_back({Key::Swatch::kCross, never_colour(canvas), "not written yet"});
  for (std::uint32_t warp = 0; warp < 64; ++warp)
    if ((warps >> warp & 1u) != 0) {
      const bool more = keys.size() >= first + 8;
      keys.push_back(
          {Key::Swatch::kFill, written_colour(canvas, warp),
           more ? "\u2026 in turn"
                : (keys.size() <= first + (never ? 1u : 0u) ? "written by warp " : "") + std::to_string(warp)});
      if (more) break;
    }
  if (!look.current->shared()) return keys;
  const auto words = words_shown(lines);
  const int most = *std::ranges::max_element(words);
  const std::string touched = numbered ? "touched; number = lane" : "touched";
  if (std::ranges::count(words, 1) != 0) keys.push_back({Key::Swatch::kFill, touched_colour(canvas, look, 1), touched});
  if (most > 1)
    keys.push_back(
        {Key::Swatch::kFill, touched_colour(canvas, look, most), touched + "; its bank serves several words"});
  return keys;
}

/// What is drawn, from the longest text to the shortest.
std::vector<std::string> notes(const session::Current& now, const MemoryLines& lines) {
  const auto range = [](const char* of, std::uint32_t first, std::uint32_t count) {
    return std::string(of) + " " + std::to_string(first) +
           (count == 1 ? "" : " to " + std::to_string(first + count - 1));
  };
  std::vector<std::string> parts;
  if (lines.banks < kColumns) parts.push_back(range("banks", lines.bank, lines.banks));
  if (lines.count < lines.all)
    parts.push_back(range(lines.count == 1 ? "line" : "lines", lines.first, lines.count) + " of " +
                    std::to_string(lines.all));
  std::string shown;
  for (const std::string& part : parts) shown += (shown.empty() ? "" : ", ") + part;
  const std::string served = now.shared() ? served_in_words(now) : "";
  if (shown.empty()) return {served};
  return {served + (now.shared() ? "; " : "") + shown, shown};
}

}  // namespace

MemoryDrawn draw_memory(Canvas& canvas, Rect rest, const Look& look, session::Actions& actions, const std::string& of) {
  const session::Current& now = *look.current;
  rest.cut_top(kBankRow + 4), rest.cut_left(kNames), rest.cut_right(kBytes);
  const float height = rest.height - kAskedRow;
  const auto fitting = [&](float line) { return static_cast<std::uint32_t>(std::max(1.0f, height / line)); };
  const MemoryLines lines = memory_lines(look, fitting(kLeastLine), fitting(kLargeLine));
  const float most = look.views.shared.memory.banks == 0 ? kMostLine : kLargeLine;
  MemoryPlaces places{{rest.x, rest.y, rest.width, 0}, std::min(most, height / static_cast<float>(lines.count))};
  places.cells.height = places.line * static_cast<float>(lines.count);
  const HeldNames names = held_names(canvas, look, lines, {0, 0, places.width(lines), places.line}, kNames - kNameGap);
  const bool numbered = draw_cells(canvas, places, lines, look, of);
  draw_held(canvas, places, lines, names);
  draw_labels(canvas, places, lines, names, look);
  const bool marked = mark_in_picture(canvas, place_of_finding(places, lines, look), look);
  point_at(canvas, places, lines, look, of, actions);
  const Rect below{places.cells.x, places.cells.bottom() + 6, places.cells.width, 20};
  if (now.shared()) draw_bank_chips(canvas, below, words_shown(lines), look, lines.bank);
  Rect note{below.x, below.bottom() + 1, below.width, 17};
  draw_zooms(canvas, note, lines, look, of, actions);
  draw::text_that_fits(canvas, note, notes(now, lines), canvas.small());
  return {keys(canvas, lines, names, numbered, look), marked};
}

}  // namespace gemmscope::views
