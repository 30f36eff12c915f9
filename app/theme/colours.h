// SPDX-License-Identifier: MIT
/// @file colours.h
/// The two colour schemes. A colour always has a number or a label beside it; these only help the eye.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "app/theme/theme.h"
#include "tracing/format/recording.h"

namespace gemmscope::theme {

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// 0x5aa9f2 as a colour.
constexpr Colour hex(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb),
          255};
}
/// `colour` at `opacity` (0..1) of what it had.
Colour faded(Colour colour, float opacity);
/// t = 0: `from`, 1: `to`.
Colour mixed(Colour from, Colour to, float t);
/// WCAG contrast ratio, 1 to 21.
float contrast(Colour one, Colour other);

inline constexpr std::array<int, 6> kConflictSteps{1, 2, 4, 8, 16, 32};

struct Colours {
  Colour ground, panel, line;  ///< behind everything; a panel; borders and grids
  Colour text, secondary;
  Colour a, b, c;            ///< all that comes from A (As, regM), from B (Bs, regN), and goes to C
  Colour on_operand;         ///< text on a, b or c
  Colour selected;           ///< outline of what is selected
  Colour row;                ///< behind the current line of a list
  Colour button, on_button;  ///< the one button that starts something
  Colour error;
  std::array<Colour, 6> conflict;  ///< per step of kConflictSteps
  std::array<Colour, 8> warps;     ///< fills, only where several warps are drawn together
};

const Colours& colours(Theme theme);

/// The step for `nway`: the colour of the largest step that is not above it.
Colour conflict_colour(const Colours& colours, int nway);
/// Behind the words of a switch that is on; `text` can be read on it.
Colour switched_on(const Colours& colours);
/// Text that can be read on `background`: dark or light, whichever contrasts more.
Colour text_on(Colour background);
/// A colour for counts; t in 0..1, perceptually even.
Colour viridis(float t);
/// A colour for what is more (t up to 1) or less (down to -1) than in a baseline; 0: as behind everything.
Colour change_colour(const Colours& colours, float t);
/// The colour of the matrix that a tensor is, or whose tile it holds: by what was found, else by its name, as "A".
/// Secondary for others.
Colour operand_colour(const Colours& colours, const format::Tensor& tensor);

}  // namespace gemmscope::theme
