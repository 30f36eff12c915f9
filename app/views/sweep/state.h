// SPDX-License-Identifier: MIT
/// @file state.h
/// What the sweep view remembers.
#pragma once

#include <string>

#include "app/session/state_entries.h"

namespace gemmscope::views {

/// What its rows are sorted by: the first by the order in which they were swept, the others the best first.
enum class SweepOrder : std::uint8_t { kSwept, kStores, kLoads, kSectors, kCycles, kSharedBytes, kWarps, kRate };

struct SweepState {
  bool on = false;   ///< a sweep of what is shown is asked for
  std::string over;  ///< of what, as --over takes it; empty: every layout and preset, one after the other
  SweepOrder order = SweepOrder::kCycles;
  float first = 0;  ///< row at the top

  void share(const SweepState& other) { on = other.on, over = other.over, order = other.order; }
  static session::StateEntries<SweepState> entries() {
    return {session::flag_entry("sweep", &SweepState::on),
            session::text_entry("sweep_over", "NAME=FIRST:END:STEP,NAME=VALUE", &SweepState::over),
            session::word_entry("sweep_by", &SweepState::order,
                                {"order", "stores", "loads", "sectors", "cycles", "shared_bytes", "warps", "gflops"})};
  }
  friend bool operator==(const SweepState&, const SweepState&) = default;
};

}  // namespace gemmscope::views
