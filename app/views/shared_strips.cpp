// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/views/lane_set.h"
#include "app/views/shared_grids.h"

namespace gemmscope::views {

using draw::Rect;

constexpr float kGap = 12;  // points between runs

Strips::Strips(std::vector<Run> runs, Rect space, float most_height) : runs_(std::move(runs)), space_(space) {
  std::uint32_t rows = 0;
  for (const Run& run : runs_) rows += run.count;
  const float gaps = runs_.empty() ? 0 : static_cast<float>(runs_.size() - 1);
  gap_ = gaps == 0 ? 0 : std::clamp(space.height * 0.15f / gaps, 0.0f, kGap);
  step_ = std::clamp((space.height - gap_ * gaps) / static_cast<float>(std::max(1u, rows)), 1.0f, most_height);
}

Rect Strips::run(std::size_t index) const {
  float y = space_.y;
  for (std::size_t i = 0; i < index; ++i) y += static_cast<float>(runs_[i].count) * step_ + gap_;
  return {space_.x, y, space_.width, static_cast<float>(runs_[index].count) * step_};
}

std::optional<Rect> Strips::row(std::uint32_t number) const {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (number - runs_[i].first < runs_[i].count) {
      const Rect all = run(i);
      return Rect{all.x, all.y + static_cast<float>(number - runs_[i].first) * step_, all.width, step_};
    }
  return std::nullopt;
}

float Strips::bottom() const { return runs_.empty() ? space_.y : run(runs_.size() - 1).bottom(); }

std::optional<Rect> GridPlaces::cell(std::uint32_t row, std::uint32_t column) const {
  const auto strip = strips.row(row);
  if (!strip || column - columns.first >= columns.count) return std::nullopt;
  const float width = cells.width / static_cast<float>(columns.count);
  return Rect{cells.x + static_cast<float>(column - columns.first) * width, strip->y, width, strip->height};
}

std::optional<Rect> GridPlaces::place(const analysis::Cell& at) const {
  auto now = cell(at.byte / kLineBytes, at.bank());
  if (!now || !old) return now;
  const std::uint32_t byte = byte_in(old->tile, at);
  const auto row = old->strips.row(byte / kLineBytes);
  if (!row) return now;
  const float from_x = cells.x + static_cast<float>(byte / analysis::kBankBytes % analysis::kBanks) * now->width;
  const float left = 1 - old->settled;
  return now->moved((from_x - now->x) * left, (row->y - now->y) * left);
}

draw::Colour cell_colour(const draw::Canvas& canvas, const SharedScene& scene, CellState state) {
  const draw::Colour panel = canvas.colours.panel;
  switch (state) {
    case CellState::kOutside: return panel;
    case CellState::kPadding: return canvas.colours.ground;
    case CellState::kNever: return theme::mixed(panel, canvas.colours.line, 0.5f);
    case CellState::kEarlier: return theme::mixed(panel, canvas.colours.secondary, 0.18f);
    case CellState::kThisTile:
    case CellState::kTouched: break;
  }
  return theme::mixed(panel, scene.colour, 0.36f);
}

draw::Colour not_copied_colour(const draw::Canvas& canvas, const SharedScene& scene) {
  return theme::mixed(canvas.colours.panel, scene.colour, 0.12f);
}

void draw_lane_run(draw::Canvas& canvas, Rect whole, float cell_width, std::uint32_t lanes, draw::Colour fill,
                   bool beside) {
  const Rect inner = whole.height >= 4 ? Rect{whole.x + 1, whole.y + 1, whole.width - 1, whole.height - 1} : whole;
  canvas.fill(inner, fill, whole.height >= 8 ? 2.0f : 0.0f);
  if (whole.height < 9 || cell_width < 7.5f) return;
  // Two digits fill a cell; a longer list stands beside a run that is one cell wide.
  const std::string label = lane_ranges(lanes);
  const bool one_cell = whole.width < 1.5f * cell_width;
  draw::TextStyle style{theme::text_on(fill), draw::Face::kMonoBold,
                        std::clamp(std::min(whole.height * 0.62f, cell_width * 0.78f), 6.5f, 11.0f),
                        draw::Align::kCentre};
  if (one_cell && label.size() <= 2) return canvas.text_in(inner.inset(-2), label, style);
  if (!one_cell) style.size = std::min(whole.height * 0.62f, 11.0f);
  const float width = canvas.text_width(label, style);
  if (width > inner.width && !one_cell) style.size *= std::max(0.6f, inner.width / width);
  if (canvas.text_width(label, style) <= inner.width + 1) return canvas.text_in(inner.inset(-1), label, style);
  if (!beside || !one_cell) return;
  style.align = draw::Align::kLeft, style.colour = canvas.colours.text, style.size = 10;
  canvas.text_in({inner.right() + 3, inner.y, 60, inner.height}, label, style);
}

}  // namespace gemmscope::views
