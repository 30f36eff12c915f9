// SPDX-License-Identifier: MIT
/// @file state.h
/// What the source view remembers.
#pragma once

#include <cstdint>

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct SourceState {
  bool whole = false;         ///< all lines instead of those that touch memory and the loops around them
  bool machine = false;       ///< beneath the current line, its PTX and machine code
  float scroll = 0;           ///< rows above the first one shown
  std::uint32_t left_at = 0;  ///< the line that was current when the wheel was turned: it may go out of sight; 0: none

  void share(const SourceState& other) { whole = other.whole, machine = other.machine; }
  static session::StateEntries<SourceState> entries() {
    return {session::flag_entry("whole_source", &SourceState::whole),
            session::flag_entry("machine_code", &SourceState::machine)};
  }
  friend bool operator==(const SourceState&, const SourceState&) = default;
};

}  // namespace gemmscope::views
