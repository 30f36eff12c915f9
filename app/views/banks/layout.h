// SPDX-License-Identifier: MIT
/// @file layout.h
/// Where bands, banks and capsules are in the panel. Heights follow the cost: one level is one wavefront everywhere.
#pragma once

#include "app/draw/geometry.h"
#include "app/views/banks/picture.h"

namespace gemmscope::views {

class BanksLayout {
 public:
  /// Bands stand on the axis at the bottom of `area` (without the axis), first one on top. `wanted_level` is the height
  /// a level would like to have; it gets less where the panel is low.
  BanksLayout(draw::Rect area, const std::vector<Band>& bands, float wanted_level);

  /// All banks of a band, from its lowest level to its highest.
  draw::Rect levels(std::size_t band) const { return bands_[band]; }
  draw::Rect level(std::size_t band, int level) const;
  /// The same height, left and right of the banks.
  draw::Rect left_of(std::size_t band) const { return {area_.x, bands_[band].y, left_, bands_[band].height}; }
  draw::Rect right_of(std::size_t band) const;
  /// The column of a bank through all bands.
  draw::Rect column(int bank) const;
  draw::Rect capsule(std::size_t band, const Capsule& capsule) const;

  float bank_width() const { return bank_width_; }
  float level_height() const { return level_height_; }

  static float bank_width(draw::Rect area, std::size_t bands);

 private:
  draw::Rect area_;
  float left_, bank_width_, level_height_ = 0;
  std::vector<draw::Rect> bands_;
};

}  // namespace gemmscope::views
