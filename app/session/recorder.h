// SPDX-License-Identifier: MIT
/// @file recorder.h
/// Recording on a thread of its own.
#pragma once

#include "app/session/background.h"
#include "app/session/loaded.h"
#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace gemmscope::session {

/// Records what is asked for, on whichever backend it names. Called on the queue's thread.
using Recorder = std::function<Result<format::Recording>(const record::RecordRequest&, const record::Progress&)>;

using RecordingResult = Result<LoadedPtr>;

/// Records one request at a time, the last one asked for.
class RecordQueue : public Background<record::RecordRequest, RecordingResult> {
 public:
  RecordQueue(Recorder recorder, std::function<void()> wake);
};

}  // namespace gemmscope::session
