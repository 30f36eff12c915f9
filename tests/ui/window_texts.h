// SPDX-License-Identifier: MIT
/// @file window_texts.h
/// Texts as they stand in a picture, and what the whole window writes.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/shell/gui.h"

namespace gemmscope::ui {

/// A text as it stands in the picture, in pixels.
struct Written {
  std::string text;
  draw::Rect ink;
  std::string whole;  ///< draw::Text::whole
  bool cut = false;   ///< reaches out of its canvas
  std::string on;     ///< the name of the window it is in
};
std::vector<Written> texts_of(const draw::Drawings& drawings, float scale = 1);

/// What the whole window draws in its last frame.
draw::Drawings drawn_in_window(session::Session s, int width = 1600, int height = 1000);

/// What it writes.
std::vector<Written> written_in_window(session::Session s, int width = 1600, int height = 1000);

/// In one line, or over several of a paragraph.
bool says(const std::vector<Written>& written, const std::string& part);

/// Whether a text is just this: the tag of a line of the source.
bool tagged(const std::vector<Written>& written, const char* tag);

}  // namespace gemmscope::ui
