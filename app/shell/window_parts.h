// SPDX-License-Identifier: MIT
/// @file window_parts.h
/// The parts of the window around the views. Heights and widths in pixels.
#pragma once

#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/session/session.h"
#include "app/shell/layout.h"
#include "app/shell/source_editor.h"

namespace gemmscope::shell {

void apply_style(const session::Session& session, const screen::Fonts& fonts);

void draw_status_bar(const session::Session& session, const screen::Paint& paint);
/// The current panel's area in points, or the least that the view can be drawn in.
draw::Rect area_of(const views::View& view, float scale);
/// All views' panels, docked; in the place of Source's lines the editor while it is on.
void draw_panels(const session::Session& session, session::Actions& actions, const screen::Paint& paint,
                 Arrangement& arrangement, SourceEditor& editor);
/// Ctrl-K: finds any command.
void draw_palette(const session::Session& session, session::Actions& actions, float scale);
/// F1: how to read the panel one is in.
void draw_explanation(const session::Session& session, session::Actions& actions, float scale);
/// Nothing while text is typed or a list is open.
void handle_keys(session::Actions& actions);

}  // namespace gemmscope::shell
