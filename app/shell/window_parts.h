// SPDX-License-Identifier: MIT
/// @file window_parts.h
/// The parts of the window around the views. Heights and widths in pixels.
#pragma once

#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/session/session.h"
#include "app/shell/layout.h"

namespace gemmscope::shell {

void apply_style(const session::Session& session, const screen::Fonts& fonts);

void draw_status_bar(const session::Session& session, const screen::Paint& paint);
/// The current panel's area in points, or the least that the view can be drawn in.
draw::Rect area_of(const views::View& view, float scale);
/// All views' panels, docked.
void draw_panels(const session::Session& session, session::Actions& actions, const screen::Paint& paint,
                 Arrangement& arrangement);
/// Ctrl-K: finds any command.
void draw_palette(const session::Session& session, session::Actions& actions, float scale);
/// F1: how to read the panel one is in.
void draw_explanation(const session::Session& session, session::Actions& actions, float scale);
/// Nothing while text is typed or a list is open.
void handle_keys(session::Actions& actions);

}  // namespace gemmscope::shell
