// SPDX-License-Identifier: MIT
/// @file drawing_text.h
/// A drawing as lines of text that a person can compare: the back end of the committed drawings in tests/data/drawn.
#pragma once

#include <string>

#include "app/draw/drawing.h"

namespace gemmscope::views {

/// A line for each shape: what it is, x and y, width and height or the way to its other points, the colour by its name
/// in `colours`; points to a tenth. Shapes that only move on by the same step are one line, "x16 +8,0".
std::string text_of(const draw::Drawing& drawing, const theme::Colours& colours);

}  // namespace gemmscope::views
