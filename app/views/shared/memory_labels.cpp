// SPDX-License-Identifier: MIT
// What is written around the memory: its name and banks, rows of the tile and bytes, and the words asked of each bank.
#include <algorithm>

#include "app/views/parts/cost_words.h"
#include "app/views/shared/grids.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Rect;
using draw::TextStyle;

constexpr float kRows = 48;  // points right of the grid for rows of the tile; bytes behind them

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

}  // namespace

void draw_memory_labels(Canvas& canvas, const GridPlaces& places, const SharedScene& scene) {
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
      const LineLabel label = label_of_line(scene.recording, scene.picture.tile, line);
      const bool begins = label.row && std::pair(label.row->buffer, label.row->row) != last_row;
      if (crowded && !begins && line != run.first) continue;
      last_label = strip.centre().y;
      canvas.text_in({places.cells.right() + kRows, strip.centre().y - 7, kPlaceLabels - kRows, 14},
                     words::thousands(label.byte), right);
      if (!begins) continue;
      last_row = {label.row->buffer, label.row->row};
      canvas.text_in({places.cells.right() + 6, strip.centre().y - 7, kRows, 14}, label.text(scene.tile()), left);
    }
  }
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

void draw_words_asked(Canvas& canvas, Rect row, const GridPlaces& places, const SharedScene& scene) {
  const session::Current& now = *scene.look.current;
  if (!now.shared() || now.site.tensor != scene.picture.tile) return;
  draw_bank_chips(canvas, {places.cells.x, row.y, places.cells.width, 20}, words_asked(now.cost), scene.look);
  if (!scene.explained)
    return canvas.text_in({places.cells.right() + 6, row.y, kPlaceLabels - 6, 20}, "words asked", canvas.small());
  canvas.text_in({places.cells.x, row.y + 21, places.cells.width + kPlaceLabels, 17}, served_in_words(now),
                 canvas.small());
}

void draw_memory_caption(Canvas& canvas, const GridPlaces& places, const SharedScene& scene) {
  Rect banks = places.caption;
  if (scene.named) draw_name(canvas, banks.cut_top(kSideName), places, scene);
  TextStyle number = canvas.small_mono(), right = canvas.small_mono();
  number.align = Align::kCentre, right.align = Align::kRight;
  const float width = places.cells.width / analysis::kBanks;
  for (int bank = 0; bank < analysis::kBanks; bank += 4)
    text_over(canvas, {places.cells.x + static_cast<float>(bank) * width - 8, banks.y, width + 16, banks.height},
              std::to_string(bank), number);
  canvas.text_in({places.cells.x - kBankLabel, banks.y, kBankLabel - 7, banks.height}, "bank", right);
  canvas.text_in({places.cells.right() + kRows, banks.y, kPlaceLabels - kRows, banks.height}, "byte", right);
}

}  // namespace gemmscope::views
