// SPDX-License-Identifier: MIT
/// What is written around the memory: its name and banks, rows of the tile or arrays, bytes, the words asked of each
/// bank, and the buttons that make cells larger.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/views/parts/cost_words.h"
#include "app/views/shared/grids.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Rect;
using draw::TextStyle;

/// Text that an arrow may cross: it stays readable.
void text_over(Canvas& canvas, Rect rect, const std::string& text, const TextStyle& style) {
  const float width = canvas.text_width(text, style);
  const float x = style.align == Align::kCentre ? rect.centre().x - width / 2 : rect.x;
  canvas.fill({x - 1, rect.y, std::min(width, rect.width) + 2, rect.height}, canvas.colours.panel);
  canvas.text_in(rect, text, style);
}

/// What a line of the grid is, and how many elements a bank of it holds if these are smaller.
std::string line_in_words(const format::Tensor& tile) {
  const std::uint32_t values = analysis::kBankBytes / std::max(1u, tile.element_bytes);
  return "one line: 128 bytes, 32 banks" + (values > 1 ? " of " + std::to_string(values) + " values" : "");
}

/// Names the memory and, if there is room, what a line of it is, clear of arrows that cross it.
void draw_name(Canvas& canvas, Rect line, const GridPlaces& places, const SharedScene& scene) {
  TextStyle title = canvas.small();
  title.colour = scene.colour, title.face = draw::Face::kBold;
  line.cut_left(kBankLabel);
  const std::string name = scene.tile().name + " in shared memory", about = line_in_words(scene.tile());
  const float name_width = canvas.text_width(name, title) + 2, gap = 8;
  const float past = std::max(0.0f, places.name_from - line.x);
  if (past + name_width + gap + canvas.text_width(about, canvas.small()) <= line.width) line.cut_left(past);
  text_over(canvas, line.cut_left(name_width, gap), name, title);
  text_over(canvas, line, about, canvas.small());
}

/// Right of the memory: which row of the tile each line belongs to, and its first byte.
void draw_row_labels(Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene) {
  const float height = places.strips.row_height();
  TextStyle left = canvas.small_mono();
  left.size = std::clamp(height, 8.5f, left.size);  // low lines have low labels: each is to be found
  TextStyle right = left;
  right.align = Align::kRight;
  std::pair<std::uint32_t, std::uint32_t> last_row{0, 0xffffffff};  // with its buffer
  float last_label = -100;                                          // where runs are thinner still, some go without
  for (const Run& run : places.strips.runs()) {
    const std::uint32_t every = draw::label_every(height, left.size - 1);
    constexpr float kClear = 1.25f;  // of a label's size: lower lines leave their bytes to those in which rows begin
    const bool crowded = height * static_cast<float>(every) < kClear * left.size;
    for (std::uint32_t line = run.first; line < run.first + run.count; line += every) {
      const Rect strip = *places.strips.row(line);
      if (strip.centre().y - last_label < left.size - 1) continue;
      const LineLabel label = label_of_line(scene.recording, scene.picture->tile, line);
      const bool begins = label.row && std::pair(label.row->buffer, label.row->row) != last_row;
      if (crowded && !begins && line != run.first) continue;
      last_label = strip.centre().y;
      canvas.text_in({places.cells.right() + kRowLabel, strip.centre().y - 7, kByteLabel, 14},
                     words::thousands(label.byte), right);
      if (!begins) continue;
      last_row = {label.row->buffer, label.row->row};
      canvas.text_in({places.cells.right() + 6, strip.centre().y - 7, kRowLabel, 14}, label.text(scene.tile()), left);
    }
  }
}

/// Left of the memory: where arrays begin, and which row of another array a line holds, if the names in its cells say
/// only columns. Right of it: bytes.
void draw_array_labels(Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene) {
  const float height = places.strips.row_height(), left = places.cells.x - kArrayLabels;
  const std::vector<std::uint32_t>& lines = places.lines.lines;
  const auto top_of = [&](std::uint32_t line) { return places.strips.row(line)->y; };
  TextStyle right = canvas.small_mono();
  right.align = Align::kRight;
  const std::uint32_t every = draw::label_every(height, right.size);
  for (std::uint32_t i = 0; i < lines.size(); i += every) {
    const float y = std::max(places.cells.y - 1, top_of(lines[i]) + height / 2 - 7);
    canvas.text_in({places.cells.right() + 4, y, kByteLabel, 14},
                   words::thousands(std::uint64_t{lines[i]} * kLineBytes), right);
  }
  TextStyle row = canvas.small();
  row.align = Align::kRight, row.size = std::min(row.size, height * 0.85f);
  for (const auto& [line, name] : places.names.lines)
    canvas.text_in({left, top_of(line) + height / 2 - 7, kArrayLabels - kArrayGap, 14}, name, row);
  float last = -100;
  for (std::uint16_t t = 0; t < scene.recording.tensors.size() && !lines.empty(); ++t) {
    const format::Tensor& tensor = scene.recording.tensors[t];
    if (tensor.space != format::Space::kShared || tensor.layout.extent() == 0) continue;
    const std::uint32_t line = std::max(lines.front(), tensor.offset / kLineBytes);
    const std::uint64_t end = tensor.offset + tensor.layout.extent() * tensor.element_bytes;
    if (line > lines.back() || end <= std::uint64_t{line} * kLineBytes) continue;
    const float y = std::max(last + 15, top_of(line));
    if (y + 14 > places.strips.bottom() + 8) break;
    last = y;
    TextStyle name = canvas.small();
    name.colour = canvas.colours.text;
    const auto source = places.names.sources.find(t);
    canvas.text_in({left, y, kArrayLabels - kArrayGap, 15},
                   tensor.name + (source == places.names.sources.end() ? "" : " holds " + source->second), name);
    if (line != lines.front() && tensor.offset % kLineBytes == 0)
      canvas.line({left, top_of(line)}, {places.cells.right(), top_of(line)}, canvas.colours.secondary);
  }
}

/// What the wheel does, for a mouse that has none; cut off the right end of `row`.
void draw_zooms(Canvas& canvas, Rect& row, const MemoryLines& lines, const SharedScene& scene,
                session::Actions& actions) {
  if (lines.lines.empty()) return;
  const MemoryZoom& now = scene.look.views.shared.memory;
  const auto offer = [&](const std::string& id, const std::string& text, const char* hint, const MemoryZoom& next) {
    if (next == now) return;
    const Rect at = row.cut_right(canvas.text_width(text, canvas.small()) + 2, 10);
    if (draw::link(canvas, at, (id + scene.of).c_str(), text, draw::Align::kRight, hint))
      actions.add([next](session::Look& look) { look.views.shared.memory = next; });
  };
  const auto touched = std::ranges::find_if(lines.lanes, [](std::uint32_t lanes) { return lanes != 0; });
  const auto from =
      touched == lines.lanes.end() ? lines.word(0) : static_cast<std::uint32_t>(touched - lines.lanes.begin());
  offer("larger cells", "larger cells",
        "Fewer cells, with room for what they hold; the wheel does it around the pointer",
        zoomed(scene.look, lines, 1, from));
  if (!lines.zoomed) return;
  offer("all cells", "all cells",
        scene.picture != nullptr ? "All 32 banks of the tile's lines" : "All 32 banks, and all lines that have room",
        {});
  offer("next cells", "next", "The next cells of memory; Shift and the wheel do it, too", moved(scene.look, lines, -1));
  offer("cells before", "previous", "The cells before these", moved(scene.look, lines, 1));
}

/// What is drawn, from the longest text to the shortest.
std::vector<std::string> notes(const MemoryLines& lines, const SharedScene& scene, bool asked) {
  const auto range = [](const char* of, std::uint32_t first, std::uint32_t count) {
    return std::string(of) + " " + std::to_string(first) +
           (count == 1 ? "" : " to " + std::to_string(first + count - 1));
  };
  std::vector<std::string> parts;
  if (lines.banks < analysis::kBanks) parts.push_back(range("banks", lines.bank, lines.banks));
  if (lines.count() < lines.all && (lines.zoomed || scene.picture == nullptr))
    parts.push_back(range(lines.count() == 1 ? "line" : "lines", lines.lines.front(), lines.count()) + " of " +
                    std::to_string(lines.all));
  std::string shown;
  for (const std::string& part : parts) shown += (shown.empty() ? "" : ", ") + part;
  const std::string served = asked ? served_in_words(*scene.look.current) : "";
  if (shown.empty()) return {served, asked ? "words that each bank serves" : ""};
  return {served + (asked ? "; " : "") + shown, shown};
}

}  // namespace

float left_of_memory(const SharedScene& scene) { return scene.picture != nullptr ? kBankLabel : kArrayLabels; }
float right_of_memory(const SharedScene& scene) {
  return scene.picture != nullptr ? kRowLabel + kByteLabel : kByteLabel + 4;
}

void draw_memory_labels(Canvas& canvas, const MemoryPlaces& places, const SharedScene& scene) {
  scene.picture != nullptr ? draw_row_labels(canvas, places, scene) : draw_array_labels(canvas, places, scene);
}

void draw_bank_chips(Canvas& canvas, Rect row, std::span<const std::uint8_t> words, const session::Look& look,
                     std::uint32_t first) {
  const float width = row.width / static_cast<float>(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Rect cell{row.x + static_cast<float>(i) * width + 1, row.y, width - 1, row.height};
    if (words[i] == 0)
      canvas.fill(cell, theme::mixed(canvas.colours.panel, canvas.colours.line, 0.5f), 2);
    else
      draw::chip(canvas, cell, std::to_string(words[i]), theme::conflict_colour(canvas.colours, words[i]),
                 look.selected.bank == first + i ? draw::Emphasis::kSelected
                 : look.hover.bank == first + i  ? draw::Emphasis::kHovered
                                                 : draw::Emphasis::kNone);
  }
}

std::string served_in_words(const session::Current& now) {
  return now.cost.phase_count > 1 ? "words that each bank serves, in its busiest phase"
                                  : "words that each bank serves in this request";
}

void draw_words_asked(Canvas& canvas, Rect row, const MemoryPlaces& places, const SharedScene& scene,
                      session::Actions& actions) {
  const session::Current& now = *scene.look.current;
  const MemoryLines& lines = places.lines;
  const bool asked = now.shared() && (scene.picture == nullptr || now.site.tensor == scene.picture->tile);
  if (asked)
    draw_bank_chips(canvas, {places.cells.x, row.y, places.cells.width, 20},
                    std::span(lines.words).subspan(lines.bank, lines.banks), scene.look, lines.bank);
  if (!scene.explained) {
    if (asked)
      canvas.text_in({places.cells.right() + 6, row.y, right_of_memory(scene) - 6, 20}, "words asked", canvas.small());
    return;
  }
  Rect note{places.cells.x, row.y + 21, places.cells.width + right_of_memory(scene), 17};
  draw_zooms(canvas, note, lines, scene, actions);
  draw::text_that_fits(canvas, note, notes(lines, scene, asked), canvas.small());
}

void draw_memory_caption(Canvas& canvas, const GridPlaces& places, const SharedScene& scene) {
  constexpr float kLargeCell = 28;  // points across: each bank has its number
  Rect banks = places.caption;
  if (scene.has_name()) draw_name(canvas, banks.cut_top(kSideName), places, scene);
  TextStyle number = canvas.small_mono(), right = canvas.small_mono();
  number.align = Align::kCentre, right.align = Align::kRight;
  const float width = places.cells.width / static_cast<float>(places.columns.count);
  for (std::uint32_t i = 0; i < places.columns.count; i += width < kLargeCell ? 4u : 1u)
    text_over(canvas, {places.cells.x + static_cast<float>(i) * width - 8, banks.y, width + 16, banks.height},
              std::to_string(places.columns.first + i), number);
  canvas.text_in({places.cells.x - kBankLabel, banks.y, kBankLabel - 7, banks.height}, "bank", right);
  canvas.text_in({places.cells.right(), banks.y, right_of_memory(scene), banks.height}, "byte", right);
}

}  // namespace gemmscope::views
