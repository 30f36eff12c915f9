// SPDX-License-Identifier: MIT
/// @file file.h
/// The names of the files of the source panel, and where in them the current request is made; without a request, where
/// the launch ended.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/shown_file.h"

namespace gemmscope::views {

using session::shown_file;

/// The current request's line in the file that is shown; 0: it is not made there.
std::uint32_t current_line(const session::Look& look);
/// Where the current request is made: in the file that is shown if it is there, else in its own.
format::Place place_of_request(const session::Look& look);
/// "Line 9", in another file than is shown "Line 9 of tile_copy.cuh".
std::string request_line_in_words(const session::Look& look);

/// Goes to the next request of a line of the file that is shown, which stays, wherever else the request stands.
void select_in_file(const session::Look& look, format::Place line, session::Actions& actions);

/// At the top of the panel: the files to choose from, and which lines call what the request does. Nothing where there
/// is one file. Returns what is left below.
draw::Rect draw_files(draw::Canvas& canvas, draw::Rect panel, const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
