// SPDX-License-Identifier: MIT
/// @file lane_capsule.h
/// Lanes as chips, for the pictures of banks and of sectors: one chip for one lane, a capsule around those that share.
#pragma once

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/session/look.h"

namespace gemmscope::views {

/// How a lane is to be marked.
draw::Emphasis emphasis_of(const session::Look& look, int lane);

/// The height at which all lanes of a capsule of `width` can be drawn as chips; a little more than a line for one lane.
float capsule_height(std::uint32_t lanes, float width);

/// The lane's number: all of a picture in one size, whether they have one digit or two; one digit over the other where
/// `rect` is too narrow for two. False: it would be smaller than `least` points.
bool draw_lane_number(draw::Canvas& canvas, draw::Rect rect, int lane, draw::Colour colour, float least = 5.5f);
/// A chip with it.
void draw_lane_chip(draw::Canvas& canvas, draw::Rect rect, int lane, draw::Colour fill, draw::Emphasis emphasis);

/// What the capsules of a picture share.
struct Chips {
  const session::Look& look;
  session::Actions& actions;
  draw::Colour colour;
  std::string where = {};  ///< behind "lane 5" in the names that tests click, where a lane is drawn more than once
};

/// Draws the capsule in `rect`; clicking a chip selects its lane.
void draw_capsule(draw::Canvas& canvas, draw::Rect rect, std::uint32_t lanes, const Chips& chips);
/// Whether a capsule in `rect` has room for a chip of each of its lanes.
bool has_chips(draw::Rect rect, std::uint32_t lanes);

/// A row of hatched chips for lanes that take no part, or one hatched chip and their numbers where there is no room.
void draw_inactive(draw::Canvas& canvas, draw::Rect row, std::uint32_t lanes, const Chips& chips);

}  // namespace gemmscope::views
