// SPDX-License-Identifier: MIT
/// @file transport.h
/// The buttons that move the cursor through time, for people who do not know the keys yet.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

inline constexpr float kTransportWidth = 216;  ///< points

/// First, back, play or pause, forward, last, next conflict, speed: 24 points high, from the left of `rect`.
void draw_transport(draw::Canvas& canvas, draw::Rect rect, const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
