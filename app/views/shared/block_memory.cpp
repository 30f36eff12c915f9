// SPDX-License-Identifier: MIT
#include "app/views/shared/block_memory.h"

#include <algorithm>

#include "app/session/selecting.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/site_words.h"
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
constexpr float kLeastLine = 5, kMostLine = 22;

struct Places {
  Rect cells;
  float line = 0;

  Rect of(const MemoryLines& lines, std::uint32_t word) const {
    const float width = cells.width / kColumns;
    return {cells.x + static_cast<float>(word % kColumns) * width,
            cells.y + static_cast<float>(word / kColumns - lines.first) * line, width, line};
  }
};

Colour written_colour(const Canvas& canvas, std::uint32_t warp) {
  return canvas.colours.warps[warp % canvas.colours.warps.size()];
}
Colour never_colour(const Canvas& canvas) { return theme::mixed(canvas.colours.panel, canvas.colours.line, 0.5f); }

/// Of a word that the request touches.
Colour touched_colour(const Canvas& canvas, const Look& look, int words) {
  if (words > 1) return theme::conflict_colour(canvas.colours, words);
  return look.current->site.op == format::Op::kLoad ? canvas.colours.a : canvas.colours.c;
}

void draw_cells(Canvas& canvas, const Places& places, const MemoryLines& lines, const Look& look) {
  const format::Recording& recording = *look.recording();
  auto image = draw::matrix_image(canvas, static_cast<int>(lines.count), kColumns, canvas.colours.panel);
  image.ink = draw::channels(theme::mixed(canvas.colours.panel, canvas.colours.secondary, 0.4f));
  if (places.line < 8) image.gap_px = 0;
  for (std::uint32_t i = 0; i < lines.count * kColumns; ++i) {
    const std::uint32_t word = lines.first * kColumns + i;
    if (!array_at(recording, word * analysis::kBankBytes)) continue;
    const analysis::Write* const write = lines.writer(word);
    image.cells[i] = {
        draw::palette_index(image, write != nullptr ? written_colour(canvas, write->warp) : never_colour(canvas)),
        write != nullptr ? draw::kPlain : draw::kNeverWritten};
  }
  canvas.matrix("shared memory", places.cells, std::move(image));
  const bool store = look.current->site.op != format::Op::kLoad;
  for (std::uint32_t i = 0; i < lines.count * kColumns; ++i) {
    const std::uint32_t word = lines.first * kColumns + i;
    if (word >= lines.lanes.size() || lines.lanes[word] == 0) continue;
    const Rect cell = places.of(lines, word);
    draw_lane_run(canvas, cell, cell.width, lines.lanes[word],
                  touched_colour(canvas, look, lines.words[word % kColumns]), false);
    if (store && cell.height >= 6) canvas.outline(cell.inset(1), canvas.colours.text, 1, 2);
  }
}

/// Not in cells that have the numbers of lanes.
void draw_held(Canvas& canvas, const Places& places, const MemoryLines& lines, const HeldNames& names) {
  draw::TextStyle style = canvas.small_mono();
  style.align = draw::Align::kCentre, style.size = names.size;
  for (const HeldName& name : names.cells) {
    if (lines.lanes[name.word] != 0) continue;
    const Rect cell = places.of(lines, name.word).inset(-1);
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
void draw_labels(Canvas& canvas, const Places& places, const MemoryLines& lines, const HeldNames& names,
                 const Look& look) {
  const format::Recording& recording = *look.recording();
  draw::TextStyle right = canvas.small_mono();
  right.align = draw::Align::kRight;
  std::uint32_t every = 1;
  while (static_cast<float>(every) * places.line < right.size) every *= 2;
  for (std::uint32_t i = 0; i < lines.count; i += every) {
    const float y = std::max(places.cells.y - 1, places.cells.y + (static_cast<float>(i) + 0.5f) * places.line - 7);
    canvas.text_in({places.cells.right() + 4, y, kBytes - 4, 14},
                   words::thousands(std::uint64_t{lines.first + i} * kLineBytes), right);
  }
  draw::TextStyle row = canvas.small();
  row.align = draw::Align::kRight, row.size = std::min(row.size, places.line * 0.85f);
  for (const auto& [line, name] : names.lines)
    canvas.text_in({places.cells.x - kNames, places.of(lines, line * kColumns).centre().y - 7, kNames - kNameGap, 14},
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
      canvas.line({places.cells.x - kNames, places.of(lines, line * kColumns).y},
                  {places.cells.right(), places.of(lines, line * kColumns).y}, canvas.colours.secondary);
  }
  right.align = draw::Align::kCentre;
  const float width = places.cells.width / kColumns;
  for (std::uint32_t bank = 0; bank < kColumns; bank += 4)
    canvas.text_in({places.cells.x + static_cast<float>(bank) * width - 8, places.cells.y - kBankRow, width + 16, 14},
                   std::to_string(bank), right);
  right.align = draw::Align::kRight;
  canvas.text_in({places.cells.x - kNames, places.cells.y - kBankRow, kNames - 10, 14}, "bank", right);
  canvas.text_in({places.cells.right() + 4, places.cells.y - kBankRow, kBytes - 4, 14}, "byte", right);
}

void point_at(Canvas& canvas, const Places& places, const MemoryLines& lines, const Look& look,
              session::Actions& actions) {
  const draw::Hit hit = canvas.hit("shared memory", places.cells);
  const auto under = draw::cell_at(places.cells, static_cast<int>(lines.count), kColumns, hit.at);
  if (!hit.hovered || !under) return;
  const std::uint32_t word =
      (lines.first + static_cast<std::uint32_t>(under->row)) * kColumns + static_cast<std::uint32_t>(under->column);
  if (word >= lines.lanes.size() || under->column >= static_cast<int>(kColumns)) return;
  canvas.tooltip(word_story(look, lines, word));
  actions.add(session::hover_bank, word % kColumns);
  if (hit.clicked) actions.add(session::select_bank, word % kColumns);
}

std::vector<Key> keys(const Canvas& canvas, const MemoryLines& lines, const HeldNames& names, const Look& look) {
  std::vector<Key> keys;
  const Colour ink = canvas.colours.text;
  if (!names.lines.empty()) keys.push_back({Key::Swatch::kDigit, ink, "column of the element in the cell"});
  if (names.rows) keys.push_back({Key::Swatch::kDigit, ink, "row above column of the element in the cell"});
  if (names.numbers) keys.push_back({Key::Swatch::kDigit, ink, "index of the element in the cell"});
  const std::size_t first = keys.size();
  bool never = false;
  std::uint64_t warps = 0;
  for (std::uint32_t word = lines.first * kColumns; word < (lines.first + lines.count) * kColumns; ++word)
    if (array_at(*look.recording(), word * analysis::kBankBytes)) {
      const analysis::Write* const write = lines.writer(word);
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
  const bool store = look.current->site.op != format::Op::kLoad;
  const int most = *std::ranges::max_element(lines.words);
  if (std::ranges::count(lines.words, 1) != 0)
    keys.push_back({Key::Swatch::kFill, touched_colour(canvas, look, 1), store ? "stored now" : "loaded now"});
  if (most > 1)
    keys.push_back({Key::Swatch::kFill, touched_colour(canvas, look, most), "bank with several words: conflict"});
  return keys;
}

}  // namespace

void draw_block_memory(const Look& look, session::Actions& actions, Canvas& canvas) {
  const format::Recording& recording = *look.recording();
  if (recording.shared_bytes == 0)
    return draw::empty_state(canvas, "This kernel uses no shared memory", "See Arrays and Writers.");
  const session::Current& now = *look.current;
  const std::string answer = !now.shared() ? now.tensor.name + " is in global memory: nothing is touched here now"
                             : now.cost.misaligned != 0
                                 ? fault_in_words(now.access, now.cost.misaligned) + ": the request faults"
                                 : asked_in_words(now.cost) + ": " + wavefronts_in_words(now.cost);
  Rect rest = draw::header(canvas, "Shared", answer, request_in_words(look));
  if (!finding_note(look).empty()) draw_finding_note(canvas, rest.cut_top(kFindingNote, 4), look, actions);
  const Rect legend = rest.cut_bottom(44, 6);
  rest.cut_top(kBankRow + 4), rest.cut_left(kNames), rest.cut_right(kBytes);
  const float height = rest.height - kAskedRow;
  const MemoryLines lines = memory_lines(look, static_cast<std::uint32_t>(std::max(1.0f, height / kLeastLine)));
  const Places places{{rest.x, rest.y, rest.width, 0}, std::min(kMostLine, height / static_cast<float>(lines.count))};
  Places placed = places;
  placed.cells.height = placed.line * static_cast<float>(lines.count);
  const HeldNames names =
      held_names(canvas, look, lines, {0, 0, rest.width / kColumns, placed.line}, kNames - kNameGap);
  draw_cells(canvas, placed, lines, look);
  draw_held(canvas, placed, lines, names);
  draw_labels(canvas, placed, lines, names, look);
  point_at(canvas, placed, lines, look, actions);
  const Rect below{placed.cells.x, placed.cells.bottom() + 6, placed.cells.width, 20};
  if (now.shared()) draw_bank_chips(canvas, below, lines.words, look);
  std::vector<std::string> notes{now.shared() ? "words that each bank serves in this request" : ""};
  if (lines.count < lines.all) {
    const std::string part = "lines " + std::to_string(lines.first) + " to " +
                             std::to_string(lines.first + lines.count - 1) + " of " + std::to_string(lines.all) +
                             " are shown";
    notes = {notes[0] + (now.shared() ? "; " : "") + part, part};
  }
  draw::text_that_fits(canvas, {below.x, below.bottom() + 1, below.width, 17}, notes, canvas.small());
  draw::legend(canvas, legend, keys(canvas, lines, names, look));
}

}  // namespace gemmscope::views
