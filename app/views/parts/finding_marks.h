// SPDX-License-Identifier: MIT
/// @file finding_marks.h
/// How views mark the two accesses of the chosen finding. The one under the cursor is selected as always; the other one
/// has corners of its own, the same in every view, and words that name its thread.
#pragma once

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/parts/array_slots.h"
#include "app/views/parts/finding_place.h"

namespace gemmscope::views {

/// Two filled corners of a frame around `place`, and dashes above and below it.
void mark_elsewhere(draw::Canvas& canvas, draw::Rect place);
/// Hatched in a frame of the colour of errors: an access outside of what it names, or may write.
void mark_outside(draw::Canvas& canvas, draw::Rect place);
/// The mark that draw_finding_note() shows, around the chosen finding's element.
void mark_finding(draw::Canvas& canvas, draw::Rect place, const session::Look& look);
/// The same where it is in the picture: at `place`, or in the cell of an array. Returns whether it is.
bool mark_in_picture(draw::Canvas& canvas, std::optional<draw::Rect> place, const session::Look& look);
bool mark_in_array(draw::Canvas& canvas, const ArraySlot& slot, const session::Look& look);
/// What is wrong here, in one line with the mark it belongs to, and the way to the other access. `marked`: the picture
/// has that mark; otherwise it is said that it has not.
void draw_finding_note(draw::Canvas& canvas, draw::Rect row, const session::Look& look, session::Actions& actions,
                       bool marked = true);
inline constexpr float kFindingNote = 20;  ///< its height

/// What is written behind a line of the source that the chosen finding names: "finding", "other access", "both"; or
/// behind the one that ended the launch: "fault", and behind others that a finding about it names: "others wait".
std::string line_tag(const session::Look& look, format::Place line);
/// At the right end of `row`; see line_tag_width() for the room it takes.
void draw_line_tag(draw::Canvas& canvas, draw::Rect row, const std::string& tag);
float line_tag_width(const draw::Canvas& canvas, const std::string& tag);  ///< 0 without one

}  // namespace gemmscope::views
