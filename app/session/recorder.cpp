// SPDX-License-Identifier: MIT
#include "app/session/recorder.h"

#include <utility>

#include "tracing/format/exceptions.h"

namespace gemmscope::session {
namespace {

RecordingResult load(const Recorder& recorder, const record::RecordRequest& request, const RecordQueue::GoOn& go_on) {
  try {
    Result<format::Recording> recording = recorder(request, [&](std::uint64_t, std::uint64_t) { return go_on(); });
    if (!recording) return tl::unexpected(std::move(recording.error()));
    return std::make_shared<const Loaded>(std::move(*recording));
  } catch (...) {
    return tl::unexpected(error_of_exception());
  }
}

}  // namespace

RecordQueue::RecordQueue(Recorder recorder, std::function<void()> wake)
    : Background([recorder = std::move(recorder)](const record::RecordRequest& request,
                                                  const GoOn& go_on) { return load(recorder, request, go_on); },
                 std::move(wake)) {}

}  // namespace gemmscope::session
