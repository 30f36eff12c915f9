// SPDX-License-Identifier: MIT
/// @file recorded.h
/// A recording and what it was recorded from. Plain values.
#pragma once

#include "app/session/choice.h"
#include "app/session/loaded.h"

namespace gemmscope::session {

struct Recorded {
  LoadedPtr loaded;               ///< null: it is yet to be recorded, or was let go and is recorded again
  Choice chosen;                  ///< what somebody asked for
  record::RecordRequest request;  ///< what was recorded of it
};

}  // namespace gemmscope::session
