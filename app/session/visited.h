// SPDX-License-Identifier: MIT
/// @file visited.h
/// Where somebody has been: what was recorded, where they looked, what was selected. Plain values.
#pragma once

#include <vector>

#include "app/session/choice.h"
#include "app/session/loaded.h"
#include "app/session/selected.h"

namespace gemmscope::session {

struct Visited {
  LoadedPtr loaded;  ///< null: it was let go, and is recorded again
  Choice chosen;
  record::RecordRequest recorded;
  std::uint32_t block_y = 0, block_x = 0;
  Cursor cursor;  ///< of `loaded`
  Selected selected;
};

struct History {
  std::vector<Visited> back, forward;  ///< the nearest last
  Visited here;                        ///< as of the last frame
  bool travelling = false;             ///< the next place is one of these
};

}  // namespace gemmscope::session
