// SPDX-License-Identifier: MIT
/// @file adopt.h
/// Taking up a new recording while keeping the place: what makes a padding change a comparison and not a restart.
#pragma once

#include "app/session/recorder.h"
#include "app/session/session.h"

namespace gemmscope::session {

/// Shows `loaded` at the place the cursor was at: the same block, warp, k-tile, source line and inner step, and among
/// those the same occurrence, or the last there is. A selected lane stays; cells stay where the new tile has them.
/// Remembers the old request, so that views can move its cells to their new places.
void adopt(Session& session, LoadedPtr loaded);

/// adopt() what the recorder returned. Where it failed, keep the old picture with the request it was made from, so that
/// the toolbar goes on saying what is seen, and say what went wrong.
void finish_recording(Session& session, const RecordingResult& result);

/// Starts a recording in `queue` if one is due, takes up one that is done. Returns whether anything changed.
bool update_recording(Session& session, RecordQueue& queue);

}  // namespace gemmscope::session
