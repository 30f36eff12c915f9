// SPDX-License-Identifier: MIT
/// @file recorder.h
/// Recording on a thread of its own, so that the window keeps drawing.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/session/loaded.h"
#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace gemmscope::session {

/// Records what is asked for, on whichever backend it names. Called on the queue's thread.
using Recorder = std::function<Result<format::Recording>(const record::RecordRequest&, const record::Progress&)>;

using RecordingResult = Result<LoadedPtr>;

/// Records one request at a time. A request that comes while another is under way stops it and takes its place: only
/// the last one asked for is ever shown.
class RecordQueue {
 public:
  /// `wake` is called on the queue's thread when a result is ready: it must make the window look again.
  RecordQueue(Recorder recorder, std::function<void()> wake);

  void start(const record::RecordRequest& request);
  /// Stops what is under way or waits: nothing comes of it.
  void stop();
  /// The result, once.
  std::optional<RecordingResult> take();
  bool busy() const;
  /// Waits until nothing is under way. For tests and for render.
  void wait() const;

 private:
  void run(std::stop_token stop);

  Recorder recorder_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::optional<record::RecordRequest> waiting_;
  std::optional<RecordingResult> done_;
  bool working_ = false, stopped_ = false;  ///< stopped_: what it works at is no longer wanted
  std::jthread thread_;                     ///< last: it must stop before the members it uses go
};

}  // namespace gemmscope::session
