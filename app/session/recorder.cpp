// SPDX-License-Identifier: MIT
#include "app/session/recorder.h"

#include <utility>

#include "tracing/format/exceptions.h"

namespace gemmscope::session {
namespace {

RecordingResult load(const Recorder& recorder, const record::RecordRequest& request, const record::Progress& progress) {
  try {
    Result<format::Recording> recording = recorder(request, progress);
    if (!recording) return tl::unexpected(std::move(recording.error()));
    return std::make_shared<const Loaded>(std::move(*recording));
  } catch (...) {
    return tl::unexpected(error_of_exception());
  }
}

}  // namespace

RecordQueue::RecordQueue(Recorder recorder, std::function<void()> wake)
    : recorder_(std::move(recorder)), wake_(std::move(wake)), thread_([this](std::stop_token stop) { run(stop); }) {}

void RecordQueue::start(const record::RecordRequest& request) {
  const std::lock_guard lock(mutex_);
  waiting_ = request;
  done_.reset();
  changed_.notify_all();
}

void RecordQueue::stop() {
  const std::lock_guard lock(mutex_);
  waiting_.reset();
  done_.reset();
  stopped_ = working_;
}

std::optional<RecordingResult> RecordQueue::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, std::nullopt);
}

bool RecordQueue::busy() const {
  const std::lock_guard lock(mutex_);
  return working_ || waiting_.has_value();
}

void RecordQueue::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !working_ && !waiting_; });
}

void RecordQueue::run(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
    const record::RecordRequest request = *std::exchange(waiting_, std::nullopt);
    working_ = true;
    lock.unlock();
    const auto go_on = [&](std::uint64_t, std::uint64_t) {
      const std::lock_guard inner(mutex_);
      return !stop.stop_requested() && !waiting_ && !stopped_;
    };
    RecordingResult result = load(recorder_, request, go_on);
    lock.lock();
    working_ = false;
    if (!std::exchange(stopped_, false) && !waiting_) done_ = std::move(result);
    changed_.notify_all();
    lock.unlock();
    if (wake_) wake_();
    lock.lock();
  }
}

}  // namespace gemmscope::session
