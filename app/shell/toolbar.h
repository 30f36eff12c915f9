// SPDX-License-Identifier: MIT
/// @file toolbar.h
/// The row at the top: what is run, and how it is counted and shown.
#pragma once

#include "app/screen/fonts.h"
#include "app/session/actions.h"
#include "app/session/session.h"

namespace gemmscope::shell {

/// Always one row: what has no room stands in a menu at its end.
void draw_toolbar(const session::Session& session, session::Actions& actions, const screen::Fonts& fonts);

}  // namespace gemmscope::shell
