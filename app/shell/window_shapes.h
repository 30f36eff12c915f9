// SPDX-License-Identifier: MIT
/// @file window_shapes.h
/// What Dear ImGui draws around canvases, as shapes.
#pragma once

#include "app/draw/drawing.h"

namespace gemmscope::shell {

/// The frame that was just drawn: `canvases`, which were noted meanwhile, each in front of its window's ground, border
/// and tabs, as windows overlap each other. Without the insides of windows that have no canvas: the toolbar.
draw::Drawings with_windows(const draw::Drawings& canvases, const theme::Colours& colours, float scale);

}  // namespace gemmscope::shell
