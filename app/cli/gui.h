// SPDX-License-Identifier: MIT
/// @file gui.h
/// The window and its pictures, as far as this build has them: gui_shell.cpp with GEMMSCOPE_GUI, gui_none.cpp without.
#pragma once

#include <string>

#include "app/session/program_queue.h"
#include "app/session/session.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// `program`: runs the session's own program; empty: it has none. Errors: kNoDevice without a display, or in a build
/// without a window.
Result<void> show_window(session::Session session, session::ProgramRunner program = {});

/// The views that can be drawn, as a list in words.
std::string picture_names();

struct Pixels {
  int width = 0, height = 0;  ///< 0: the view's own
};

/// SVG if `path` ends in .svg, otherwise PNG. Errors: kUsage for an unknown view, kNoDevice without OpenGL, kNoSpace if
/// `path` cannot be written.
Result<void> draw_picture(session::Session session, const std::string& view, Pixels pixels, const std::string& path);

}  // namespace gemmscope::cli
