// SPDX-License-Identifier: MIT
/// @file state.h
/// What the reuse view remembers.
#pragma once

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct ReuseState {
  bool block = false;  ///< what one block loads, instead of the whole launch

  void share(const ReuseState& other) { *this = other; }
  static session::StateEntries<ReuseState> entries() {
    return {session::word_entry("reuse", &ReuseState::block, {"launch", "block"})};
  }
  friend bool operator==(const ReuseState&, const ReuseState&) = default;
};

}  // namespace gemmscope::views
