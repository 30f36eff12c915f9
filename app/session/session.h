// SPDX-License-Identifier: MIT
/// @file session.h
/// The state of the program as plain data: what is looked at, what is to be recorded, how the window is arranged.
///
/// What changes it are the functions in the headers beside this one. Those that only move or select take a Look&, so
/// that they serve any Look there is; those that record, say something or rearrange panels take a Session&.
#pragma once

#include "app/session/bench.h"
#include "app/session/desk.h"
#include "app/session/look.h"
#include "app/session/visited.h"

namespace gemmscope::session {

struct Session {
  Look look;
  Bench bench;
  Desk desk;
  History history;  ///< places and recordings to go back to
};

}  // namespace gemmscope::session
