// SPDX-License-Identifier: MIT
/// @file state.h
/// What the limits view remembers.
#pragma once

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct LimitsState {
  int tab = 0;   ///< this kernel, roofline
  int roof = 0;  ///< whose bytes the roofline counts: analysis::Roof

  void share(const LimitsState& other) { *this = other; }
  static session::StateEntries<LimitsState> entries() {
    return {session::word_entry("limits", &LimitsState::tab, {"kernel", "roofline"}),
            session::word_entry("roof", &LimitsState::roof, {"wavefronts", "sectors", "once"})};
  }
  friend bool operator==(const LimitsState&, const LimitsState&) = default;
};

}  // namespace gemmscope::views
