// SPDX-License-Identifier: MIT
/// @file window_texts.h
/// What the whole window writes, for a session of a deliberately broken kernel or any other.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/shell/gui.h"

namespace gemmscope::ui {

/// `kernel` at the size that shows its mistake, where the link `where` says.
session::Session wrong_session(const std::string& kernel, const std::string& where = "");

/// What the whole window writes in its last frame.
std::vector<draw::Written> written_in_window(session::Session s, int width = 1600, int height = 1000);

/// In one line, or over several of a paragraph.
bool says(const std::vector<draw::Written>& written, const std::string& part);

/// Whether a text is just this: the tag of a line of the source.
bool tagged(const std::vector<draw::Written>& written, const char* tag);

}  // namespace gemmscope::ui
