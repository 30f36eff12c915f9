// SPDX-License-Identifier: MIT
/// @file choice.h
/// Words to click: one of several that is on, and a plain one that does something.
#pragma once

#include <string>

#include "app/draw/canvas.h"

namespace gemmscope::draw {

/// A word in a frame, filled if it is `on`. Cuts its room off the left of `row`; without room it draws nothing. Returns
/// whether it was clicked; tests click it by its text.
bool choice(Canvas& canvas, Rect& row, const std::string& text, bool on);

/// A quiet word at the left or right end of `rect`. Returns whether it was clicked; tests click it by `id`.
bool link(Canvas& canvas, Rect rect, const char* id, const std::string& text, Align align);

}  // namespace gemmscope::draw
