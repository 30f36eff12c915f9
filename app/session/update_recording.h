// SPDX-License-Identifier: MIT
/// @file update_recording.h
/// From what is to be recorded to what is shown: once in each frame.
#pragma once

#include "app/session/recorder.h"
#include "app/session/session.h"

namespace gemmscope::session {

/// Opens what the recorder returned. Where it failed, keep the old picture with the request it was made from, so that
/// the toolbar goes on saying what is seen, and say what went wrong.
void finish_recording(Session& session, const RecordingResult& result);

/// Starts a recording in `queue` if one is due, takes up one that is done. Returns whether anything changed.
bool update_recording(Session& session, RecordQueue& queue);

}  // namespace gemmscope::session
