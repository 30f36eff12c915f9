// SPDX-License-Identifier: MIT
/// What cells of the two grids look like.
#include <algorithm>
#include <bit>
#include <vector>

#include "app/views/parts/lane_capsule.h"
#include "app/views/parts/lane_set.h"
#include "app/views/shared/grids.h"

namespace gemmscope::views {

using draw::Rect;

draw::Colour cell_colour(const draw::Canvas& canvas, const SharedScene& scene, CellState state) {
  const draw::Colour panel = canvas.colours.panel;
  switch (state) {
    case CellState::kOutside: return panel;
    case CellState::kBeyond: return canvas.colours.ground;  // hatched, as beyond the matrix's edge
    case CellState::kPadding: return canvas.colours.ground;
    case CellState::kNever: return never_colour(canvas);
    case CellState::kOther:  // each in its own colour
    case CellState::kOtherKTile: return theme::mixed(panel, canvas.colours.secondary, 0.18f);
    case CellState::kThisTile:
    case CellState::kTouched: break;
  }
  return theme::mixed(panel, scene.colour, 0.36f);
}

draw::Colour other_colour(const draw::Canvas& canvas, const SharedScene& scene, std::uint16_t other) {
  return theme::mixed(canvas.colours.panel, theme::operand_colour(canvas.colours, scene.recording.tensors[other]),
                      0.3f);
}

draw::Colour to_come_colour(const draw::Canvas& canvas, const SharedScene& scene) {
  return theme::mixed(canvas.colours.panel, scene.colour, 0.5f);
}

draw::Colour writer_colour(const draw::Canvas& canvas) { return theme::faded(canvas.colours.secondary, 0.75f); }

draw::Colour not_copied_colour(const draw::Canvas& canvas, const SharedScene& scene) {
  return theme::mixed(canvas.colours.panel, scene.colour, 0.12f);
}

draw::Colour touched_colour(const draw::Canvas& canvas, const session::Look& look, int words) {
  if (words > 1) return theme::conflict_colour(canvas.colours, words);
  return look.current->site.op == format::Op::kLoad ? canvas.colours.a : canvas.colours.c;
}

draw::Colour written_colour(const draw::Canvas& canvas, std::uint32_t warp) {
  return canvas.colours.warps[warp % canvas.colours.warps.size()];
}

draw::Colour never_colour(const draw::Canvas& canvas) {
  return theme::mixed(canvas.colours.panel, canvas.colours.line, 0.5f);
}

SharedScene scene_of(const draw::Canvas& canvas, const session::Look& look, const SharedPicture* picture) {
  const format::Recording& recording = *look.recording();
  if (picture == nullptr) return {look, recording};
  return {look, recording, picture, theme::operand_colour(canvas.colours, recording.tensors[picture->tile])};
}

namespace {

/// The list of lanes in two lines, broken at its middle comma, clear of the frame that a mark draws inside the cell.
/// False if there is no room.
bool draw_in_two_lines(draw::Canvas& canvas, Rect cell, const std::string& label, draw::TextStyle style, float least) {
  constexpr float kLeastHeight = 12.5f, kMostSize = 9;
  if (cell.height < kLeastHeight) return false;
  std::vector<std::size_t> commas;
  for (std::size_t at = label.find(", "); at != label.npos; at = label.find(", ", at + 1)) commas.push_back(at);
  if (commas.empty()) return false;
  const std::size_t middle = commas[(commas.size() - 1) / 2];
  const std::string upper = label.substr(0, middle), lower = label.substr(middle + 2);
  style.size = std::clamp(cell.height * 0.42f, least, kMostSize);
  const float width = std::max(canvas.text_width(upper, style), canvas.text_width(lower, style)),
              room = cell.width - 1;  // the frame covers the cell's last column of pixels
  style.size *= std::min(1.0f, room / width);
  if (style.size < least) return false;
  const float step = cell.height * 0.44f;  // between the lines
  const Rect line{cell.x - 2, cell.centre().y - step, room + 4, step};
  canvas.text_in(line, upper, style);
  canvas.text_in(line.moved(0, step), lower, style);
  return true;
}

}  // namespace

bool draw_lane_run(draw::Canvas& canvas, Rect whole, float cell_width, std::uint32_t lanes, draw::Colour fill,
                   bool beside, float least) {
  const Rect inner = whole.height >= 4 ? Rect{whole.x + 1, whole.y + 1, whole.width - 1, whole.height - 1} : whole;
  canvas.fill(inner, fill, whole.height >= 8 ? 2.0f : 0.0f);
  if (whole.height < 1.23f * least || whole.width < 1.15f * least) return false;
  // A list stands beside a run that is one cell wide.
  const std::string label = lane_ranges(lanes);
  const bool one_cell = whole.width < 1.5f * cell_width;
  if (one_cell && std::has_single_bit(lanes))
    return draw_lane_number(canvas, inner, std::countr_zero(lanes), theme::text_on(fill), least);
  draw::TextStyle style{theme::text_on(fill), draw::Face::kMonoBold,
                        std::clamp(std::min(whole.height * 0.62f, cell_width * 0.78f), least, 11.0f),
                        draw::Align::kCentre};
  const auto inside = [&](float margin) {
    canvas.text_in(inner.inset(-margin), label, style);
    return true;
  };
  if (!one_cell) style.size = std::min(whole.height * 0.62f, 11.0f);
  const float width = canvas.text_width(label, style);
  if (width <= inner.width - 2) return inside(1);
  if (draw_in_two_lines(canvas, inner, label, style, least)) return true;
  if (!one_cell && inner.width >= std::max(0.6f, least / style.size) * width) {
    style.size *= inner.width / width;
    return inside(1);
  }
  if (!beside || !one_cell) return false;
  style.align = draw::Align::kLeft, style.colour = canvas.colours.text, style.size = 10;
  const bool fits = canvas.text_width(label, style) <= kBesideCell;
  const std::string count = std::to_string(std::popcount(lanes)) + " lanes";
  canvas.text_in({inner.right() + 3, inner.y, kBesideCell, inner.height}, fits ? label : count, style);
  return fits;
}

}  // namespace gemmscope::views
