// SPDX-License-Identifier: MIT
/// @file following.h
/// Following one element through the cursor's block: Look::followed says what, life_of() in study.h what becomes of it.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Follows `what`; the same again lets go of it. The cursor stays.
void follow_or_let_go(Look& look, const analysis::Followed& what);
void follow_nothing(Look& look);
/// selected_to_follow(), if there is something, else lets go of what is followed.
void follow_selected(Look& look);

/// What is picked out, as something to follow: of a selected lane the register that the cursor's request loads, or the
/// element that it stores; a cell in the cursor's k-tile; an element. nullopt if nothing of that is selected.
std::optional<analysis::Followed> selected_to_follow(const Look& look);

/// The use at the cursor: the first of its request, as an index into Life::uses; nullopt if it is at none.
std::optional<std::size_t> use_here(const Look& look);
/// The use after the cursor (direction +1) or before it (-1), in the order of time; nullopt if there is none.
std::optional<std::size_t> next_use(const Look& look, int direction);

/// To a use, an index into Life::uses. Its mark moves there from the use at the cursor (Look::motion).
void go_to_use(Look& look, std::size_t use);
/// Moves the cursor to the next use or the one before; it stays where it is if there is none.
void step_use(Look& look, int direction);
/// To the first use, in the first recorded block that has one if the cursor's has none. Goes there once the uses are
/// known, unless the user moves the cursor before.
void go_to_first_use(Look& look);

}  // namespace gemmscope::session
