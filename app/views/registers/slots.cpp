// SPDX-License-Identifier: MIT
/// One multiply-add: what its operand slots keep, and which of its registers are read from their banks.
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/views/registers/draw.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;

constexpr float kMostSlotRow = 24;
constexpr float kPlace = 29;            // of a register that is kept
constexpr std::size_t kAddend = 2;      // its slot keeps nothing: it is the destination
constexpr float kSmallestCode = 10.5f;  // size of the instruction where there is little room

/// A slot's name, the registers that it keeps, and what becomes of the operand.
void draw_slot(Canvas& canvas, Rect row, std::size_t slot, const Ffmas& ffmas) {
  const draw::Colour colours[] = {canvas.colours.a, canvas.colours.b, canvas.colours.c};
  draw::TextStyle name = canvas.bold();
  name.colour = colours[slot], name.size = theme::kSmallSize;
  canvas.text_in(row.cut_left(14), std::string(1, "ABC"[slot]), name);
  const std::vector<int> kept = ffmas.kept(slot);
  Rect places = row.cut_left(kPlace * static_cast<float>(ffmas.state.depth), 5);
  for (int i = 0; i < ffmas.state.depth && slot != kAddend; ++i) {
    const Rect place = places.cut_left(kPlace).inset(1);
    canvas.outline(place, canvas.colours.line, 1, 3);
    if (i >= std::ssize(kept)) continue;
    const int reg = kept[static_cast<std::size_t>(i)];
    const bool hit = reg == ffmas.now().registers[slot];
    draw::chip(canvas, place, "R" + std::to_string(reg), colours[slot],
               hit ? draw::Emphasis::kSelected : draw::Emphasis::kNone);
  }
  canvas.text_in(row, operand_in_words(ffmas.now(), slot), canvas.small());
}

}  // namespace

void draw_slots(Canvas& canvas, Rect rect, const Ffmas& ffmas) {
  const float height = std::min(kMostSlotRow, rect.height / 5);
  const std::string instruction = instruction_in_words(ffmas.now());
  draw::TextStyle code = canvas.mono();
  // The longest is 35 characters.
  while (code.size > kSmallestCode && canvas.text_width("FFMA R33, R70.reuse, R72.reuse, R33", code) > rect.width)
    code.size -= 0.5f;
  canvas.text_in(rect.cut_top(height), instruction, code);
  for (std::size_t slot = 0; slot < analysis::kOperandSlots; ++slot)
    draw_slot(canvas, rect.cut_top(height), slot, ffmas);
  draw::TextStyle style = canvas.small();
  if (ffmas.now().conflicts_without_reuse() > 0) style.colour = canvas.colours.error;
  canvas.text_in(rect.cut_top(height), conflict_in_words(ffmas.now()), style);
}

}  // namespace gemmscope::views
