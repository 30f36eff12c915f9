// SPDX-License-Identifier: MIT
/// @file state.h
/// What the shared view remembers.
#pragma once

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct SharedState {
  int tile = 0;        ///< 0 = the tile of the current request, 1 = As, 2 = Bs
  bool whole = false;  ///< all lines of the tile instead of those the request touches

  void share(const SharedState& other) { *this = other; }
  static session::StateEntries<SharedState> entries() {
    return {session::word_entry("tile", &SharedState::tile, {"request", "As", "Bs", "Cs"}),
            session::flag_entry("whole_tile", &SharedState::whole)};
  }
  friend bool operator==(const SharedState&, const SharedState&) = default;
};

}  // namespace gemmscope::views
