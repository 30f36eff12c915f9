// SPDX-License-Identifier: MIT
/// What the lane drawn in detail moves, joined on both sides.
#include "app/views/shared_grids.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Point;
using draw::Rect;
using session::Touched;

Rect around(Rect one, Rect other) { return {one.x, one.y, other.right() - one.x, other.bottom() - one.y}; }

/// Beside each other: a fan from the right edge of the whole piece. Over each other: straight down, and faint over the
/// rows of the matrix above `end`, whose numbers are to be read.
void draw_arrow(Canvas& canvas, Rect from, Rect to, Rect piece, float share, bool downward, float end, draw::Colour ink,
                bool copies, float thickness) {
  Point start =
      downward ? Point{from.centre().x, from.bottom()} : Point{piece.right() + 1, piece.y + piece.height * share};
  const Point tip = downward ? Point{to.centre().x, to.y - 1} : Point{to.x - 1, to.centre().y};
  if (downward && start.y < end && end < tip.y) {
    const Point below{start.x + (tip.x - start.x) * (end - start.y) / (tip.y - start.y), end};
    canvas.line(start, below, theme::faded(ink, 0.3f), thickness);
    start = below;
  }
  if (copies)
    canvas.arrow(start, tip, ink, 0, thickness);
  else
    canvas.dashed_line(start, tip, ink);
}

}  // namespace

void draw_arrows(Canvas& canvas, const GridPlaces& matrix, const GridPlaces& memory, bool downward,
                 const SharedScene& scene) {
  const SharedPicture& picture = scene.picture;
  const std::vector<Touched>& moved = picture.moved;
  const auto element = [&](const Touched& touch) -> std::optional<Rect> {
    if (!touch.element) return std::nullopt;
    return matrix.cell(touch.element->row - picture.part.row, touch.element->column - picture.part.column);
  };
  if (moved.empty()) return;
  const auto front = element(moved.front()), back = element(moved.back());
  const std::size_t runs = matrix.strips.runs().size();
  const float end = runs > 0 ? matrix.strips.run(runs - 1).bottom() + 1 : 0;
  const Rect piece = front && back ? around(*front, *back) : Rect{};
  const session::Current& now = *scene.session.current;
  const bool copies = !picture.picked && (!now.shared() || now.site.op == format::Op::kStore);
  for (const MovedGroup& group : moved_groups(scene.session, picture)) {
    const Touched& first = moved[group.first];
    auto to = first.cell ? memory.place(*first.cell) : std::nullopt;
    if (!to) continue;
    const draw::Colour ink = group.now ? canvas.colours.selected : theme::faded(canvas.colours.selected, 0.5f);
    to->width *= static_cast<float>(group.banks);
    canvas.outline(to->inset(-1), ink, group.now ? 2 : 1, 2);
    auto from = element(first);
    if (!from || piece.empty()) continue;
    if (!scene.tile().transposed) from->width *= static_cast<float>(group.count);
    const float share = (static_cast<float>(group.first) + 0.5f) / static_cast<float>(moved.size());
    draw_arrow(canvas, *from, *to, piece, share, downward, end, ink, copies, group.now ? 1.8f : 1.2f);
  }
  if (!piece.empty()) canvas.outline(piece.inset(-1), canvas.colours.selected, 2, 2);  // what the lane moves, as one
}

}  // namespace gemmscope::views
