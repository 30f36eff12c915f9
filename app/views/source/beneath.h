// SPDX-License-Identifier: MIT
/// @file beneath.h
/// Beneath the current line of the source panel: its PTX, and what ptxas makes of it.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"

namespace gemmscope::views {

/// Whether it can be shown: the recording has PTX.
bool has_ptx(const session::Look& look);
/// Whether it is shown.
bool shows_beneath(const session::Look& look);

/// At the bottom of the panel: the switch, and of the whole kernel registers, resident warps and the loop of FFMAs.
/// Returns what is left above. Nothing where the recording has no PTX.
draw::Rect draw_machine_bottom(draw::Canvas& canvas, draw::Rect panel, const session::Look& look,
                               session::Actions& actions);

/// The height of what stands beneath the current line, at most `room`.
float beneath_height(const draw::Canvas& canvas, float width, float room, const session::Look& look);
void draw_beneath(draw::Canvas& canvas, draw::Rect rect, const session::Look& look);

}  // namespace gemmscope::views
