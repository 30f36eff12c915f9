// SPDX-License-Identifier: MIT
/// @file chooser.h
/// Before a sweep: what it is to go through.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/look.h"

namespace gemmscope::views {

inline constexpr float kSweepButton = 24;  ///< points high

/// Rows of values to choose from, and the button that starts.
void draw_chooser(const session::Look& look, session::Actions& actions, draw::Canvas& canvas);

/// The first of `rows` to show where `fitting` have room: where the wheel moved it.
int first_sweep_row(const draw::Canvas& canvas, const session::Look& look, session::Actions& actions, int rows,
                    int fitting);

}  // namespace gemmscope::views
