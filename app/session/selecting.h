// SPDX-License-Identifier: MIT
/// @file selecting.h
/// Picking things out. Selecting what is selected already lets go of it. Hovering lasts one frame and changes nothing.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

void select_lane(Look& look, int lane);
void select_bank(Look& look, std::uint32_t bank);
void select_cell(Look& look, Element cell);        ///< of a shared tile
void select_element(Look& look, Element element);  ///< of A, B or C
/// Moves the cursor to the nearest request of that line in the cursor's warp, later ones and the same k-tile first.
void select_line(Look& look, std::uint32_t line);
/// The same of a line of any of the recording's files.
void select_place(Look& look, format::Place place);
void select_site(Look& look, std::uint16_t site);
void select_nothing(Session& session);  ///< and puts away what was said

void hover_lane(Look& look, int lane);
void hover_bank(Look& look, std::uint32_t bank);
void hover_cell(Look& look, Element cell);
void hover_element(Look& look, Element element);
void hover_line(Look& look, std::uint32_t line);
void hover_site(Look& look, std::uint16_t site);

}  // namespace gemmscope::session
