// SPDX-License-Identifier: MIT
/// @file beside_baseline.h
/// A view twice in one panel: of the baseline, and of what is shown.
#pragma once

#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/views/view.h"

namespace gemmscope::shell {

/// Whether there is a baseline, and both are at a request.
bool is_compared(const session::Session& session);

/// The size of the view's picture, in points: with room for both halves if there are two.
draw::Point size_of_picture(const views::View& view, const session::Session& session);

/// Draws both into the panel, side by side or one over the other, or where there is room for neither what is shown
/// alone, and says how it differs. Only if is_compared().
///
/// Returns  the area that was drawn into; `wheel` becomes whether a view asked for the wheel.
draw::Rect draw_beside_baseline(const views::View& view, const session::Session& session, session::Actions& actions,
                                const screen::Paint& paint, bool& wheel);

}  // namespace gemmscope::shell
