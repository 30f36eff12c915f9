// SPDX-License-Identifier: MIT
/// @file following.h
/// How views say what is followed: a row that names it and the use at the cursor, and one with its way.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/parts/path.h"

namespace gemmscope::views {

/// Instead of what is not worked out yet: "Working it out: 40 %".
std::string studying_text(const session::Look& look, session::StudyKind kind);

/// The number of a use among those of the block, one for each request. Both 0: there are none.
struct UseNumber {
  std::size_t number = 0;  ///< from 1; 0: the cursor is at none
  std::size_t all = 0;
};
UseNumber use_number(const session::Look& look);

/// "use 3 of 14: lanes 0–3 load from As", or how many there are, or why there is none. Only while something is
/// followed.
std::string use_text(const session::Look& look);

/// Cuts two rows off `rest` while something is followed: what it is, the use at the cursor, the way to others; and its
/// stations from global memory to C, each of which can be clicked. Right under the header in every view, so that
/// nothing jumps on the way from one to the next.
void draw_following(draw::Canvas& canvas, draw::Rect& rest, const session::Look& look, session::Actions& actions);
/// A quiet offer, cut off the right end of `row`, to follow what is selected; nothing if that cannot be followed, or
/// is.
void draw_offer_to_follow(draw::Canvas& canvas, draw::Rect& row, const session::Look& look, session::Actions& actions);

}  // namespace gemmscope::views
