// SPDX-License-Identifier: MIT
/// @file request_line.h
/// The line under the answer of views that name elements of the current request by row and column: which request it is,
/// and that rows and columns are guessed if the array's shape was not given.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/session/look.h"

namespace gemmscope::views {

/// Which request the cursor is at: as much of request_in_words() as has room in `width` points, in small words.
std::string request_that_fits(const draw::Canvas& canvas, const session::Look& look, float width);

struct RequestLine {
  std::string text;
  std::string below;  ///< of a line of its own where the guess has no room in `text`; else empty

  /// In `width` points, in small words.
  RequestLine(const draw::Canvas& canvas, const session::Look& look, float width);
  /// Draws `below` at the top of `rest`, which is what the header left.
  void draw_below(draw::Canvas& canvas, draw::Rect& rest) const;
};

}  // namespace gemmscope::views
