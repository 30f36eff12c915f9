// SPDX-License-Identifier: MIT
/// @file state.h
/// What the table of lanes remembers.
#pragma once

#include "app/session/state_entries.h"

namespace gemmscope::views {

struct LanesState {
  int sort_by = 0;  ///< column
  bool descending = false;
  float first = 0;    ///< row at the top
  int followed = -1;  ///< the lane it was last scrolled to

  void share(const LanesState& other) { sort_by = other.sort_by, descending = other.descending; }
  static session::StateEntries<LanesState> entries() {
    return {{"sort", "COLUMN or COLUMN:down, the columns counted from 0", read_sort, [](const LanesState& state) {
               return state.sort_by == 0 && !state.descending
                          ? ""
                          : std::to_string(state.sort_by) + (state.descending ? ":down" : "");
             }}};
  }
  friend bool operator==(const LanesState&, const LanesState&) = default;

 private:
  static bool read_sort(std::string_view text, LanesState& state) {
    const bool down = text.ends_with(":down");
    if (down) text.remove_suffix(5);
    return session::read_number(text, 0, 9, state.sort_by) && (state.descending = down, true);
  }
};

}  // namespace gemmscope::views
