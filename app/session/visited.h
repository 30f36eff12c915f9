// SPDX-License-Identifier: MIT
/// @file visited.h
/// A place that the user has visited: what was recorded, the cursor, how it was counted and shown. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/look.h"
#include "app/session/recorded.h"
#include "tracing/format/block_name.h"

namespace gemmscope::session {

struct Visited {
  Recorded shown;
  std::optional<Recorded> baseline;  ///< what it is compared with
  format::BlockName block;
  Cursor cursor;  ///< of `shown`
  Selected selected;
  std::optional<analysis::Followed> followed;
  std::string link;  ///< the same place in words, for when `shown` is run again
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  Scope scope = Scope::kKernel;
  ViewState choices;  ///< as far as a baseline shares them
};

struct History {
  std::vector<Visited> back, forward;  ///< the nearest last
  Visited here;                        ///< as of the last frame
  bool travelling = false;             ///< the next place is one of these
};

}  // namespace gemmscope::session
