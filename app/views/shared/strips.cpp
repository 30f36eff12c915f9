// SPDX-License-Identifier: MIT
/// Where rows and cells of the two grids are. No drawing.
#include <algorithm>

#include "app/views/shared/grids.h"

namespace gemmscope::views {

using draw::Rect;

// Points between runs, and the least that three dots have room in: less than that is better spent on rows.
constexpr float kStripGap = 12, kLeastGap = 5, kLowGap = 1.5f;

float rows_in(const std::vector<Run>& runs) {
  std::uint32_t rows = 0;
  for (const Run& run : runs) rows += run.count;
  return static_cast<float>(rows);
}

Strips::Strips(std::vector<Run> runs, Rect space, float most_height) : runs_(std::move(runs)), space_(space) {
  const float gaps = runs_.empty() ? 0 : static_cast<float>(runs_.size() - 1);
  gap_ = gaps == 0 ? 0 : std::clamp(space.height * 0.15f / gaps, 0.0f, kStripGap);
  if (gap_ < kLeastGap) gap_ = std::min(gap_, kLowGap);
  step_ = std::clamp((space.height - gap_ * gaps) / std::max(1.0f, rows_in(runs_)), 0.25f, most_height);
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

}  // namespace gemmscope::views
