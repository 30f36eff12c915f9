// SPDX-License-Identifier: MIT
/// @file scale.h
/// What the pictures of the heatmap have in common.
#pragma once

#include <cstdint>
#include <string>

#include "app/draw/canvas.h"
#include "app/views/heatmap/cells.h"

namespace gemmscope::views {

inline constexpr float kHeatLegend = 22, kHeatTitle = 16;  ///< points down: at the bottom; over cells

/// How numbers are coloured and written: amounts up to `most`, or changes as far as that in either direction.
struct HeatScale {
  std::uint64_t most = 0;
  bool change = false;

  /// `steps`: of the ramp; 0: all that there are.
  draw::Colour colour(const draw::Canvas& canvas, std::int64_t value, float steps = 0) const;
  std::string text(std::int64_t value) const;
  std::string compact(std::int64_t value) const;
};

template <class Parts>
HeatScale scale_of(const Parts& parts) {
  return {most_drawn(parts), !parts.empty() && !parts.front().before.empty()};
}

/// The colour of a tensor that is equally hot everywhere.
draw::Colour quiet_colour(const draw::Canvas& canvas, const format::Tensor& tensor);

}  // namespace gemmscope::views
