// SPDX-License-Identifier: MIT
#include "tracing/cuda/live_bench.h"

#include <algorithm>
#include <utility>

#include "tracing/cuda/peak.h"
#include "tracing/format/exceptions.h"

namespace gemmscope::cuda {

LiveBench::LiveBench(std::unique_ptr<LiveSource> source, std::function<void()> wake, LivePace pace)
    : source_(std::move(source)), wake_(std::move(wake)), pace_(pace), thread_([this](std::stop_token s) { run(s); }) {}

void LiveBench::measure(const std::optional<LiveProduct>& what) {
  const std::lock_guard lock(mutex_);
  if (wanted_ == what) return;
  wanted_ = what;
  now_.request_stop();
  retry_ = retry_ || !what;  // the GPU may be free when Performance is opened again
  changed_.notify_all();
}

LiveTrace LiveBench::trace() const {
  const std::lock_guard lock(mutex_);
  return trace_;
}

std::uint64_t LiveBench::revision() const {
  const std::lock_guard lock(mutex_);
  return trace_.revision;
}

template <class Change>
void LiveBench::publish(const Change& change) {
  {
    const std::lock_guard lock(mutex_);
    change(trace_);
    ++trace_.revision;
  }
  if (wake_) wake_();
}

Result<void> LiveBench::find() {
  if (found_) return {};
  publish([](LiveTrace& t) { t.state = LiveTrace::State::kStarting; });
  const Result<DeviceInfo> device = source_->find();
  if (!device) return tl::unexpected(device.error());
  found_ = true;
  publish([&](LiveTrace& t) { t.device = device->name, t.peak_gflops = fp32_peak_gflops(*device); });
  return {};
}

Result<double> LiveBench::sample(const std::stop_token& stop) {
  const Result<double> ms = source_->launch(stop);
  if (!ms) return ms;
  publish([&](LiveTrace& t) {
    t.state = LiveTrace::State::kMeasuring;
    if (t.gflops.size() == LiveTrace::kMost) t.gflops.erase(t.gflops.begin());
    t.gflops.push_back(2.0 * t.M * t.N * t.K * batches_ / (*ms * 1e6));
  });
  return ms;
}

Result<void> LiveBench::start(const LiveProduct& product, const std::stop_token& stop) {
  if (auto found = find(); !found) return found;
  publish([](LiveTrace& t) {
    t.state = LiveTrace::State::kStarting, t.why.clear(), t.gflops.clear(), t.cublas_gflops.reset();
    t.M = t.N = t.K = 0, t.element = "float";
  });
  batches_ = product.batches;
  const auto library = source_->prepare(product, stop);
  if (!library) return tl::unexpected(library.error());
  publish([&](LiveTrace& t) {
    t.M = product.M, t.N = product.N, t.K = product.K;
    t.element = product.element, t.cublas_gflops = *library;
  });
  return {};
}

Result<double> LiveBench::start_and_sample(const std::optional<LiveProduct>& product, const std::stop_token& stop) {
  try {
    if (product)
      if (auto started = start(*product, stop); !started) return tl::unexpected(started.error());
    return sample(stop);
  } catch (...) {  // it would end the program
    return tl::unexpected(error_of_exception());
  }
}

void LiveBench::run(std::stop_token stop) {
  std::optional<LiveProduct> tried;  // the last one that was started, whether that succeeded or not
  bool ready = false;
  std::unique_lock lock(mutex_);
  const auto another = [&] { return wanted_ && (!tried || (retry_ && !ready) || *tried != *wanted_); };
  const auto due = [&] { return another() || (wanted_ && ready); };
  const auto next = [&] {
    if (due()) return true;
    lock.unlock();
    source_->rest();
    lock.lock();
    return changed_.wait(lock, stop, due);
  };
  while (next() && !stop.stop_requested()) {
    const bool start_anew = another();
    tried = wanted_, retry_ = false;
    now_ = std::stop_source();
    const std::stop_token now = now_.get_token();
    const std::stop_callback with_all(stop, [now = now_]() mutable { now.request_stop(); });
    lock.unlock();
    const Result<double> ms = start_and_sample(start_anew ? tried : std::nullopt, now);
    if (now.stop_requested() && !ms) {  // another product is wanted, or none
      lock.lock();
      tried.reset(), ready = false;
      continue;
    }
    ready = ms.has_value();
    if (!ready) publish([&](LiveTrace& t) { t.state = LiveTrace::State::kFailed, t.why = ms.error().message; });
    lock.lock();
    if (!ready) continue;
    changed_.wait_for(lock, stop, pace_.rest_after(*ms), another);
  }
}

}  // namespace gemmscope::cuda
