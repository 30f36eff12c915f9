// SPDX-License-Identifier: MIT
#include "app/views/banks/layout.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::views {
namespace {

constexpr float kBandGap = 5, kLeastBand = 14, kRight = 34;  // points

/// Several bands are labelled with their lanes; one needs only the numbers of its wavefronts, and "bank" under them.
float left_margin(std::size_t bands) { return bands > 1 ? 50 : 34; }

}  // namespace

float BanksLayout::bank_width(draw::Rect area, std::size_t bands) {
  return (area.width - left_margin(bands) - kRight) / analysis::kBanks;
}

BanksLayout::BanksLayout(draw::Rect area, const std::vector<Band>& bands, float wanted_level)
    : area_(area), left_(left_margin(bands.size())), bank_width_(bank_width(area, bands.size())) {
  int levels = 0;
  float fixed = 0;
  for (const Band& band : bands) {
    levels += band.levels;
    fixed += kBandGap + (band.levels == 0 ? kLeastBand : 0);
  }
  if (levels != 0) level_height_ = std::min(wanted_level, (area.height - fixed) / static_cast<float>(levels));
  if (level_height_ > 8) level_height_ = std::floor(level_height_);

  const auto height_of = [&](const Band& band) {
    return band.levels == 0 ? kLeastBand : level_height_ * static_cast<float>(band.levels);
  };
  float height = 0;
  for (const Band& band : bands) height += height_of(band) + kBandGap;
  float y = area.bottom() - height;
  for (const Band& band : bands) {
    bands_.push_back({area.x + left_, y, bank_width_ * analysis::kBanks, height_of(band)});
    y += height_of(band) + kBandGap;
  }
}

draw::Rect BanksLayout::level(std::size_t band, int level) const {
  const draw::Rect all = bands_[band];
  return {all.x, all.bottom() - level_height_ * static_cast<float>(level + 1), all.width, level_height_};
}

draw::Rect BanksLayout::right_of(std::size_t band) const {
  const draw::Rect all = bands_[band];
  return {all.right() + 6, all.y, kRight - 6, all.height};
}

draw::Rect BanksLayout::column(int bank) const {
  const draw::Rect first = bands_.front();
  return {first.x + bank_width_ * static_cast<float>(bank), first.y, bank_width_, bands_.back().bottom() - first.y};
}

draw::Rect BanksLayout::capsule(std::size_t band, const Capsule& capsule) const {
  const draw::Rect row = level(band, capsule.level);
  const float gap = level_height_ >= 14 ? 1.5f : 0.5f;
  return {row.x + bank_width_ * static_cast<float>(capsule.column) + 0.5f, row.y + gap,
          bank_width_ * static_cast<float>(capsule.columns) - 1, row.height - 2 * gap};
}

}  // namespace gemmscope::views
