// SPDX-License-Identifier: MIT
/// The registers of sgemm64 as maxas assigns them: which ones conflict in a bank, and how the order of the
/// multiply-adds of a step lets operand slots keep what they need again.
#include <algorithm>

#include "app/draw/choice.h"
#include "app/draw/widgets.h"
#include "app/views/registers/draw.h"
#include "app/views/registers/words.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Key;
using draw::Rect;

constexpr float kWideView = 700;
constexpr const char* kWhatItIs = "Maxwell's rule; published with maxas, not recorded";

/// Another kernel: why there is nothing to see.
void draw_offer(Canvas& canvas) {
  draw::empty_state(canvas, "Only sgemm64 has a published register assignment",
                    "Open step 12 of the ladder, sgemm64, to see the registers of its multiply-adds.");
}

/// What the marks of the grid mean, and at the right what all of it is.
void draw_legend(Canvas& canvas, Rect row) {
  const float width = canvas.text_width(kWhatItIs, canvas.small()) + 4;
  draw::TextStyle style = canvas.small();
  style.align = draw::Align::kRight;
  canvas.text_in(row.cut_right(width, 8), kWhatItIs, style);
  const draw::Colour conflict = canvas.colours.conflict[1];
  std::vector<Key> keys{{Key::Swatch::kOutline, conflict, "conflict hidden"},
                        {Key::Swatch::kFill, conflict, "one extra cycle"}};
  for (const auto& [colour, label] : {std::pair(canvas.colours.a, "A kept, hit"), {canvas.colours.b, "B kept, hit"}})
    if (row.width > kWideView / 2) keys.push_back({Key::Swatch::kFill, colour, label});
  draw::legend(canvas, row, keys);
}

void draw_registers(const session::Look& look, session::Actions& actions, Canvas& canvas) {
  if (!has_published_registers(*look.recording())) return draw_offer(canvas);
  const Ffmas ffmas(look.views.registers);
  const auto [order, depth, position] = ffmas.state;
  Rect rest = draw::header(canvas, "Registers", answer_in_words(order, depth), "");
  rest = draw::second_detail(canvas, rest, totals_in_words(order, depth));
  draw_legend(canvas, rest.cut_bottom(20, 2));
  Rect left = rest.cut_left(std::min(rest.width / 2, 640.0f), 14);
  draw_ffma_strip(canvas, left.cut_bottom(22, 6), ffmas, actions);
  draw_register_grid(canvas, left, ffmas, actions);
  rest.cut_top(draw_orders(canvas, rest, ffmas, actions), 6);
  draw_slots(canvas, rest, ffmas);
}

/// Published constants: the same beside any baseline.
void draw_compared(const session::Look& look, const session::Look&, session::Actions& actions, Canvas& canvas) {
  draw_registers(look, actions, canvas);
}

}  // namespace

/// The step of the ladder says where it is from; another program's kernel may have its name.
bool has_published_registers(const format::Recording& recording) {
  return recording.kernel == analysis::kRegisterKernel && recording.source.text.find("maxas") != std::string::npos;
}

View registers_view() {
  return {
      .id = "registers",
      .title = "Registers",
      .question = "Why this order of the 64 multiply-adds: which registers conflict, and how does reuse hide it?",
      .explanation =
          "The registers of sgemm64 as maxas assigns them; the small digit is the bank. Outlined cells take A and B from "
          "one bank: one extra cycle, unless an operand slot has kept one of them, which is bright at the edge. The line "
          "is the order: step along it with . and , or drag below. Choose another order, or keep fewer registers, and see "
          "which conflicts are left. This is Maxwell's rule applied to the published kernel, not a recording.",
      .place = Place::kBottomLeft,
      .width = 860,
      .height = 400,
      .least_width = 550,
      .least_height = 246,
      .draw = draw_registers,
      .draw_compared = draw_compared,
      .of_any_program = true,
      .texts = {{"registers", [](const session::Look&) -> Result<std::string> { return registers_text(); }}}};
}

}  // namespace gemmscope::views
