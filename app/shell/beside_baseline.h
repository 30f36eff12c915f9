// SPDX-License-Identifier: MIT
/// @file beside_baseline.h
/// A view twice in one panel: of the baseline, and of what is shown.
#pragma once

#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/views/view.h"

namespace gemmscope::shell {

/// Draws both into the panel, side by side or one over the other, or where there is room for neither what is shown
/// alone, and says how it differs. Both Looks must be at a request.
///
/// Returns  the area that was drawn into; `wheel` becomes whether a view asked for the wheel.
draw::Rect draw_beside_baseline(const views::View& view, const session::Session& session, session::Actions& actions,
                                const screen::Paint& paint, bool& wheel);

}  // namespace gemmscope::shell
