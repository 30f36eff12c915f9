// SPDX-License-Identifier: MIT
/// @file painter.h
/// Paints a drawing in a window of Dear ImGui; matrices by OpenGL.
#pragma once

#include "app/draw/drawing.h"
#include "app/gl/matrix_painter.h"
#include "app/screen/fonts.h"
#include "app/screen/placed.h"

namespace gemmscope::screen {

/// On top of what `list` has so far. In the window, and between the same PushID, that the drawing is for.
void paint(const draw::Drawing& drawing, const Placed& placed, const Fonts& fonts, gl::MatrixPainter& matrices,
           ImDrawList& list);

}  // namespace gemmscope::screen
