// SPDX-License-Identifier: MIT
/// @file state.h
/// What the timeline remembers.
#pragma once

#include <cstdint>

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct TimelineState {
  double first = 0;            ///< request at the left edge
  double shown = 0;            ///< requests across the width; 0 = the cursor's k-tile
  std::uint32_t followed = 0;  ///< the cursor's request it was last moved to; looking elsewhere must not be undone

  void share(const TimelineState&) {}
  static session::StateEntries<TimelineState> entries() {
    return {{"zoom", "FIRST:COUNT requests of the timeline", read_zoom, [](const TimelineState& state) {
               return state.shown > 0 ? session::shortest(state.first) + ":" + session::shortest(state.shown) : "";
             }}};
  }
  friend bool operator==(const TimelineState&, const TimelineState&) = default;

 private:
  static bool read_zoom(std::string_view text, TimelineState& state) {
    constexpr double kMost = 1e15;
    const std::size_t colon = text.find(':');
    TimelineState zoom;
    if (colon == std::string_view::npos || !session::read_number(text.substr(0, colon), 0.0, kMost, zoom.first) ||
        !session::read_number(text.substr(colon + 1), 0.0, kMost, zoom.shown))
      return false;
    return state = zoom, true;
  }
};

}  // namespace gemmscope::views
