// SPDX-License-Identifier: MIT
/// @file state.h
/// What the heatmap remembers.
#pragma once

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct HeatmapState {
  enum Tab { kBanks, kCells, kLines };
  int tab = 0;         ///< site x bank, shared cells, source lines
  bool excess = true;  ///< what conflicts cost, instead of all wavefronts

  void share(const HeatmapState& other) { *this = other; }
  static session::StateEntries<HeatmapState> entries() {
    return {session::word_entry("heat", &HeatmapState::tab, {"banks", "cells", "lines"}),
            session::word_entry("heat_of", &HeatmapState::excess, {"wavefronts", "excess"})};
  }
  friend bool operator==(const HeatmapState&, const HeatmapState&) = default;
};

}  // namespace gemmscope::views
