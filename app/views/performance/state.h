// SPDX-License-Identifier: MIT
/// @file state.h
/// What the performance view remembers.
#pragma once

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct PerformanceState {
  int report = 0;  ///< which device's, in the order of Look::reports

  void share(const PerformanceState& other) { *this = other; }
  static session::StateEntries<PerformanceState> entries() {
    return {
        session::number_entry("rates_of", "which device's rates, counted from 0", &PerformanceState::report, 0, 99)};
  }
  friend bool operator==(const PerformanceState&, const PerformanceState&) = default;
};

}  // namespace gemmscope::views
