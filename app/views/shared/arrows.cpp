// SPDX-License-Identifier: MIT
/// What the lane drawn in detail moves, joined on both sides.
#include <algorithm>
#include <vector>

#include "app/views/shared/grids.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Point;
using draw::Rect;
using session::Touched;

Rect around(Rect one, Rect other) { return {one.x, one.y, other.right() - one.x, other.bottom() - one.y}; }

struct Ends {
  Point start, tip;
  float x_at(float y) const { return start.x + (tip.x - start.x) * (y - start.y) / (tip.y - start.y); }
  float y_at(float x) const { return start.y + (tip.y - start.y) * (x - start.x) / (tip.x - start.x); }
};

/// Beside each other: a fan from the right edge of the whole piece. Over each other: straight down, to the left part of
/// a bank, past its number.
Ends ends_of(Rect from, Rect to, Rect piece, float share, bool downward, bool one_bank) {
  if (!downward) return {{piece.right() + 1, piece.y + piece.height * share}, {to.x - 1, to.centre().y}};
  return {{from.centre().x, from.bottom()}, {to.x + to.width * (one_bank ? 0.08f : 0.5f), to.y - 1}};
}

/// An arrow crosses the matrix's cells before `first`, and memory's cells after `last`. Both are x or y coordinates.
struct Between {
  float first = 0, last = 0;
};

/// Faint over what it crosses: its numbers are to be read. The head is not.
void draw_arrow(Canvas& canvas, Ends ends, bool downward, Between between, draw::Colour ink, bool copies,
                float thickness) {
  constexpr float kHead = 10;
  const auto straight = [&](Point begin, Point end) {
    copies ? canvas.line(begin, end, ink, thickness) : canvas.dashed_line(begin, end, ink);
  };
  const auto point = [&](float at) { return downward ? Point{ends.x_at(at), at} : Point{at, ends.y_at(at)}; };
  const float from = downward ? ends.start.y : ends.start.x, to = downward ? ends.tip.y : ends.tip.x;
  const Point start = ends.start;
  if (from < between.first && between.first < to) {
    canvas.line(start, point(between.first), theme::faded(ink, 0.3f), thickness);
    ends.start = point(between.first);
  }
  if (between.last + 2 * kHead < to) {
    canvas.line(point(between.last), point(to - kHead), theme::faded(ink, 0.3f), thickness);
    if (between.last > from) straight(ends.start, point(between.last));
    ends.start = point(to - kHead);
  }
  if (copies)
    canvas.arrow(ends.start, ends.tip, ink, 0, thickness);
  else
    canvas.dashed_line(ends.start, ends.tip, ink);
}

/// The name of the memory gives way to what crosses it.
void leave_room(GridPlaces& memory, const Ends& ends) {
  constexpr float kGap = 8;
  const float crossed = std::max(ends.x_at(memory.caption.y), ends.x_at(memory.caption.y + kSideName));
  memory.name_from = std::max(memory.name_from, crossed + kGap);
}

/// A group of moved elements on both sides. Without `from`: its place in the matrix is not drawn.
struct Arrow {
  std::optional<Rect> from;
  Rect to;
  float share = 0;  // of the piece: where the group's middle is
  bool one_bank = false, now = false;
};

/// Cells too low for a frame of their own have one together, if they stand over each other.
std::vector<Arrow> joined(const std::vector<Arrow>& arrows) {
  constexpr float kLow = 6;
  std::vector<Arrow> all;
  for (const Arrow& arrow : arrows) {
    Arrow* last = all.empty() ? nullptr : &all.back();
    const bool together = last != nullptr && arrow.to.height < kLow && arrow.to.x == last->to.x &&
                          arrow.to.y - last->to.bottom() < kLow && arrow.now == last->now;
    if (!together) {
      all.push_back(arrow);
      continue;
    }
    last->to = around(last->to, arrow.to);
    if (last->from && arrow.from) last->from = around(*last->from, *arrow.from);
    last->share = (last->share + arrow.share) / 2;
  }
  return all;
}

}  // namespace

void draw_arrows(Canvas& canvas, const GridPlaces& matrix, GridPlaces& memory, bool downward,
                 const SharedScene& scene) {
  const SharedPicture& picture = *scene.picture;
  const std::vector<Touched>& moved = picture.moved;
  const auto element = [&](const Touched& touch) -> std::optional<Rect> {
    if (!touch.element) return std::nullopt;
    return matrix.cell(touch.element->row - picture.part.row, touch.element->column - picture.part.column);
  };
  if (moved.empty()) return;
  std::vector<Arrow> arrows;
  for (const MovedGroup& group : moved_groups(scene.look, picture)) {
    const Touched& first = moved[group.first];
    auto to = first.cell ? memory.place(*first.cell) : std::nullopt;
    if (!to) continue;
    to->width *= static_cast<float>(group.banks);
    auto from = element(first);
    if (from && !scene.tile().transposed) from->width *= static_cast<float>(group.count);
    const float middle = static_cast<float>(group.first) + 0.5f;
    arrows.push_back({from, *to, middle / static_cast<float>(moved.size()), group.banks == 1, group.now});
  }
  const auto front = element(moved.front()), back = element(moved.back());
  const std::size_t runs = matrix.strips.runs().size();
  const float end = runs == 0 ? 0 : downward ? matrix.strips.run(runs - 1).bottom() + 1 : matrix.cells.right() + 1;
  const float begin = memory.strips.runs().empty() ? end : downward ? memory.strips.run(0).y - 1 : memory.cells.x - 1;
  const Rect piece = front && back ? around(*front, *back) : Rect{};
  const session::Current& now = *scene.look.current;
  const bool copies = !picture.picked && (!now.shared() || now.site.op == format::Op::kStore);
  for (const Arrow& arrow : joined(arrows)) {
    const draw::Colour ink = arrow.now ? canvas.colours.selected : theme::faded(canvas.colours.selected, 0.5f);
    canvas.outline(arrow.to.inset(-1), ink, arrow.now ? 2 : 1, 2);
    if (!arrow.from || piece.empty()) continue;
    const Ends ends = ends_of(*arrow.from, arrow.to, piece, arrow.share, downward, arrow.one_bank);
    draw_arrow(canvas, ends, downward, {end, begin}, ink, copies, arrow.now ? 1.8f : 1.2f);
    if (downward) leave_room(memory, ends);
  }
  if (!piece.empty()) canvas.outline(piece.inset(-1), canvas.colours.selected, 2, 2);  // what the lane moves, as one
}

}  // namespace gemmscope::views
