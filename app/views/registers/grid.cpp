// SPDX-License-Identifier: MIT
/// The 64 accumulators with their registers and banks, and the way that the order takes through them.
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/session/stepping.h"
#include "app/views/registers/draw.h"

namespace gemmscope::views {
namespace {

using analysis::Accumulator;
using analysis::bank_of_register;
using analysis::FfmaOrder;
using draw::Canvas;
using draw::Colour;
using draw::Point;
using draw::Rect;

constexpr int kSide = analysis::kThreadSide;
constexpr float kMatrixGap = 4;                     // between A or B and the accumulators
constexpr float kMostWidth = 62, kMostHeight = 36;  // of a cell
constexpr float kNarrow = 36;
constexpr float kRegisterText = 11, kBankText = 8.5f;  // sizes of the text

/// Darker to lighter with the bank, which stands in the cell as a number too.
Colour shade(const Canvas& canvas, Colour operand, int bank) {
  return theme::mixed(canvas.colours.panel, operand, 0.10f + 0.10f * static_cast<float>(bank));
}

/// "R33" with a small digit, the bank, behind it; without the R where the path would run through it.
void draw_register(Canvas& canvas, Rect cell, int reg, Colour ink) {
  const draw::TextStyle number{ink, draw::Face::kMono, kRegisterText}, small{ink, draw::Face::kMono, kBankText};
  const std::string name = (cell.width < kNarrow ? "" : "R") + std::to_string(reg);
  const float width = canvas.text_width(name, number), y = cell.y + std::min(3.0f, (cell.height - 15) / 2);
  canvas.text({cell.x + 3, y}, name, number);
  canvas.text({cell.x + 4 + width, y + 3.5f}, std::to_string(bank_of_register(reg)), small);
}

struct Places {
  Rect a, b, c;

  explicit Places(Rect space) {
    const float width = std::min(kMostWidth, (space.width - kMatrixGap) / (kSide + 1)),
                height = std::min(kMostHeight, (space.height - kMatrixGap) / (kSide + 1));
    c = {space.x + width + kMatrixGap, space.y + height + kMatrixGap, width * kSide, height * kSide};
    a = {space.x, c.y, width, c.height};
    b = {c.x, space.y, c.width, height};
  }
  Rect of(Accumulator cell) const { return draw::cell_rect(c, kSide, kSide, cell.x, cell.y); }
};

/// Registers of A or B: what the slot keeps is bright, what the instruction takes outlined.
void draw_fragment(Canvas& canvas, Rect strip, bool down, std::size_t slot, const Ffmas& ffmas) {
  const Colour colour = slot == 0 ? canvas.colours.a : canvas.colours.b;
  const std::vector<int> kept = ffmas.kept(slot);
  for (int i = 0; i < kSide; ++i) {
    const int reg = slot == 0 ? analysis::register_of_A(i, 0) : analysis::register_of_B(i, 0);
    const Rect cell =
        draw::cell_rect(strip, down ? kSide : 1, down ? 1 : kSide, down ? i : 0, down ? 0 : i).inset(0.5f);
    const bool bright = std::ranges::find(kept, reg) != kept.end();
    canvas.fill(cell, bright ? colour : shade(canvas, colour, bank_of_register(reg)), 2);
    draw_register(canvas, cell, reg, bright ? canvas.colours.on_operand : canvas.colours.text);
    if (ffmas.now().registers[slot] == reg) draw::mark(canvas, cell.inset(1), draw::Emphasis::kSelected);
  }
}

void draw_ground(Canvas& canvas, Rect cell, const analysis::Ffma& ffma) {
  const Colour conflict = canvas.colours.conflict[1];
  const bool left = ffma.conflicts > 0;
  canvas.fill(cell, left ? conflict : shade(canvas, canvas.colours.c, bank_of_register(ffma.registers[2])), 2);
  if (!left && ffma.conflicts_without_reuse() > 0) canvas.outline(cell, conflict, 1.5f, 2);
}

void draw_label(Canvas& canvas, Rect cell, const analysis::Ffma& ffma) {
  const Colour conflict = canvas.colours.conflict[1];
  draw_register(canvas, cell, ffma.registers[2], ffma.conflicts > 0 ? theme::text_on(conflict) : canvas.colours.text);
}

/// Where the path passes a cell: at the lower right of its text. If the columns of squares interleave, the path of the
/// squares that start at odd x is beside that of the others, so that the two can be told apart.
Point on_path(const Places& places, Accumulator cell, FfmaOrder order) {
  const bool interleaved = order == FfmaOrder::kSwirl || order == FfmaOrder::kSwirlZigzag;
  const Rect rect = places.of(cell);
  return {rect.right() - (interleaved && cell.x % 2 != 0 ? 3.5f : 7.5f), rect.bottom() - 3.5f};
}

/// The whole way faint, the latest moves bright, and an arrow to the next multiply-add.
void draw_path(Canvas& canvas, const Places& places, const Ffmas& ffmas) {
  const auto point = [&](int position) { return on_path(places, ffmas.at(position).cell, ffmas.state.order); };
  const Colour ink = canvas.colours.text;
  for (int i = 1; i < analysis::kFfmasOfStep; ++i) {
    const int ago = ffmas.state.position - i;
    const float opacity = ago < 0 ? 0.25f : std::max(0.4f, 0.9f - 0.07f * static_cast<float>(ago));
    canvas.line(point(i - 1), point(i), theme::faded(ink, opacity), ago < 0 ? 1.0f : 1.5f);
  }
  const int next = ffmas.state.position + 1;
  if (next < analysis::kFfmasOfStep) canvas.arrow(point(next - 1), point(next), ink, 0, 1.5f);
}

void react(Canvas& canvas, const Places& places, const Ffmas& ffmas, session::Actions& actions) {
  const draw::Hit hit = canvas.hit("accumulators", places.c);
  const auto at = draw::cell_at(places.c, kSide, kSide, hit.at);
  if (!at || (!hit.hovered && !hit.clicked)) return;
  const Accumulator cell{at->row, at->column};
  const int position = ffmas.position_of(cell);
  const analysis::Ffma& ffma = ffmas.at(position);
  canvas.hand();
  canvas.tooltip("Multiply-add " + std::to_string(position + 1) + " of 64: " + instruction_in_words(ffma) + ". " +
                 conflict_in_words(ffma));
  draw::mark(canvas, places.of(cell), draw::Emphasis::kHovered);
  if (hit.clicked) actions.add(session::go_to_multiply_add, position);
}

}  // namespace

void draw_register_grid(Canvas& canvas, Rect rect, const Ffmas& ffmas, session::Actions& actions) {
  const Places places(rect);
  draw::TextStyle corner = canvas.small();
  corner.size = kRegisterText, corner.align = draw::Align::kCentre;
  canvas.text_in({places.a.x, places.b.y, places.a.width, places.b.height}, "A \\ B", corner);
  draw_fragment(canvas, places.a, true, 0, ffmas);
  draw_fragment(canvas, places.b, false, 1, ffmas);
  const auto each_cell = [&](auto draw) {
    for (int position = 0; position < analysis::kFfmasOfStep; ++position)
      draw(canvas, places.of(ffmas.at(position).cell).inset(0.5f), ffmas.at(position));
  };
  each_cell(draw_ground);
  draw_path(canvas, places, ffmas);
  each_cell(draw_label);  // on top of the path, so that no line runs through a number
  draw::mark(canvas, places.of(ffmas.now().cell).inset(1), draw::Emphasis::kSelected);
  react(canvas, places, ffmas, actions);
}

}  // namespace gemmscope::views
