// SPDX-License-Identifier: MIT
#include "app/views/heatmap/scale.h"

#include <cmath>
#include <cstdlib>

#include "app/words/number.h"

namespace gemmscope::views {

using draw::Canvas;

draw::Colour HeatScale::colour(const Canvas& canvas, std::int64_t value, float steps) const {
  if (value == 0) return canvas.colours.ground;
  float share = static_cast<float>(value) / static_cast<float>(most);
  if (steps != 0) share = std::round(share * steps) / steps;
  return change ? theme::change_colour(canvas.colours, share) : theme::viridis(share);
}

std::string HeatScale::text(std::int64_t value) const {
  return change ? words::with_sign(value) : words::thousands(static_cast<std::uint64_t>(value));
}

std::string HeatScale::compact(std::int64_t value) const {
  const auto amount = static_cast<std::uint64_t>(std::abs(value));
  return (value < 0 ? "\u2212" : change && value > 0 ? "+" : "") + words::compact(amount, 2);
}

draw::Colour quiet_colour(const Canvas& canvas, const format::Tensor& tensor) {
  return theme::mixed(canvas.colours.panel, theme::operand_colour(canvas.colours, tensor), 0.25f);
}

}  // namespace gemmscope::views
