// SPDX-License-Identifier: MIT
/// @file session.h
/// The state of the program as plain data: what is looked at, what is to be run, how the window is arranged.
///
/// What changes it are the functions in the headers beside this one. Those that only move or select take a Look&, so
/// that they serve any Look there is; those that run a program, say something or rearrange panels take a Session&.
#pragma once

#include "app/session/desk.h"
#include "app/session/look.h"
#include "app/session/own_program.h"
#include "app/session/visited.h"

namespace gemmscope::session {

/// Where a Look was when it was last in step with another one.
struct InStep {
  LoadedPtr loaded;
  Cursor cursor;
  Selected selected;
  std::optional<analysis::Followed> followed;
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  Scope scope = Scope::kKernel;
  ViewState choices;  ///< tile, tab, order: what does not depend on where a view is scrolled to
  friend bool operator==(const InStep&, const InStep&) = default;
};

/// What was pinned to be compared with; see baseline.h.
struct Baseline {
  Look look;
  InStep shown, pinned;  ///< of the Look that is shown and of this one
};

struct Session {
  Look look;
  std::optional<Baseline> baseline;
  OwnProgram own;
  Desk desk;
  History history;           ///< places and recordings to go back to
  bool live_wanted = false;  ///< a view of the last frame shows live rates
};

}  // namespace gemmscope::session
