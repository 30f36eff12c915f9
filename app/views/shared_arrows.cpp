// SPDX-License-Identifier: MIT
/// What the lane drawn in detail moves, joined on both sides.
#include <algorithm>

#include "app/views/shared_grids.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Point;
using draw::Rect;
using session::Touched;

/// Elements side by side in memory, which share an arrow.
struct Group {
  std::size_t first = 0, count = 0;  ///< of SharedPicture::moved
  bool now = false;                  ///< moved by the current request, not by another one of the same copy
};

std::vector<Group> groups_of(const SharedScene& scene) {
  const std::vector<Touched>& moved = scene.picture.moved;
  const auto touched = scene.picture.lane < 0 ? moved : session::touched(scene.session, scene.picture.lane);
  const auto by_this_request = [&](const Touched& touch) {
    return std::any_of(touched.begin(), touched.end(),
                       [&](const Touched& t) { return t.cell && touch.cell && t.cell->byte == touch.cell->byte; });
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const Touched* last = i == 0 ? nullptr : &moved[i - 1];
    const bool joined = last != nullptr && last->cell && moved[i].cell &&
                        moved[i].cell->byte == last->cell->byte + scene.picture.cell_bytes &&
                        moved[i].cell->byte % kLineBytes != 0;
    if (joined)
      ++groups.back().count;
    else
      groups.push_back({i, 1, by_this_request(moved[i])});
  }
  return groups;
}

Rect around(Rect one, Rect other) { return {one.x, one.y, other.right() - one.x, other.bottom() - one.y}; }

/// Beside each other: a fan from the right edge of the whole piece. Over each other: straight down.
void draw_arrow(Canvas& canvas, Rect from, Rect to, Rect piece, float share, bool downward, draw::Colour ink,
                bool copies, float thickness) {
  const Point start =
      downward ? Point{from.centre().x, from.bottom()} : Point{piece.right() + 1, piece.y + piece.height * share};
  const Point tip = downward ? Point{to.centre().x, to.y - 1} : Point{to.x - 1, to.centre().y};
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
  const Rect piece = front && back ? around(*front, *back) : Rect{};
  const session::Current& now = *scene.session.current;
  const bool copies = !picture.picked && (!now.shared() || now.site.op == format::Op::kStore);
  for (const Group& group : groups_of(scene)) {
    const Touched& first = moved[group.first];
    auto to = first.cell ? memory.place(*first.cell) : std::nullopt;
    if (!to) continue;
    const auto count = static_cast<float>(group.count);
    const draw::Colour ink = group.now ? canvas.colours.selected : theme::faded(canvas.colours.selected, 0.5f);
    to->width *= count;
    canvas.outline(to->inset(-1), ink, group.now ? 2 : 1, 2);
    auto from = element(first);
    if (!from || piece.empty()) continue;
    if (!scene.tile().transposed) from->width *= count;
    const float share = (static_cast<float>(group.first) + 0.5f) / static_cast<float>(moved.size());
    draw_arrow(canvas, *from, *to, piece, share, downward, ink, copies, group.now ? 1.8f : 1.2f);
  }
  if (!piece.empty()) canvas.outline(piece.inset(-1), canvas.colours.selected, 2, 2);  // what the lane moves, as one
}

}  // namespace gemmscope::views
