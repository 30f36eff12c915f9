// SPDX-License-Identifier: MIT
#include "tracing/cuda/live_bench.h"

#include <algorithm>
#include <utility>

#include "tracing/cuda/peak.h"
#include "tracing/format/exceptions.h"

namespace gemmscope::cuda {

namespace {

constexpr std::uint32_t kSizes[] = {1024, 2048, 4096};  ///< those of the reports that a launch can be short at

bool same_kernel(const record::RecordRequest& a, const record::RecordRequest& b) {
  return a.kernel == b.kernel && a.preset == b.preset && a.overrides == b.overrides;
}

double gflops_of(std::uint32_t size, double milliseconds) {
  const double n = size;
  return 2 * n * n * n / (milliseconds * 1e6);
}

}  // namespace

LiveBench::LiveBench(std::unique_ptr<LiveSource> source, std::function<void()> wake, LivePace pace)
    : source_(std::move(source)), wake_(std::move(wake)), pace_(pace), thread_([this](std::stop_token s) { run(s); }) {}

void LiveBench::measure(const std::optional<record::RecordRequest>& what) {
  const std::lock_guard lock(mutex_);
  const bool was = wanted_.has_value();
  if (was == what.has_value() && (!was || same_kernel(*wanted_, *what))) return;
  wanted_ = what;
  retry_ = retry_ || !what;  // whoever looks again may find the GPU free
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

Result<void> LiveBench::prepare(record::RecordRequest request, const std::stop_token& stop) {
  publish([](LiveTrace& t) { t.state = LiveTrace::State::kStarting, t.why.clear(), t.gflops.clear(), t.size = 0; });
  double last_ms = 0;
  for (const std::uint32_t size : kSizes) {
    // A size twice as large takes 8 times as long.
    if (stop.stop_requested() || (last_ms > 0 && last_ms * 8 > pace_.longest_ms)) break;
    request.M = request.N = request.K = size;
    if (auto ready = source_->prepare(request); !ready) return ready;
    for (int i = 0; i < 2; ++i) {  // the first launch loads the kernel
      const Result<double> ms = source_->launch();
      if (!ms) return tl::unexpected(ms.error());
      last_ms = *ms;
    }
    publish([&](LiveTrace& t) { t.size = size; });
  }
  return {};
}

Result<double> LiveBench::sample() {
  const Result<double> ms = source_->launch();
  if (!ms) return ms;
  publish([&](LiveTrace& t) {
    t.state = LiveTrace::State::kMeasuring;
    if (t.gflops.size() == LiveTrace::kMost) t.gflops.erase(t.gflops.begin());
    t.gflops.push_back(gflops_of(t.size, *ms));
  });
  return ms;
}

Result<void> LiveBench::start(const record::RecordRequest& request, const std::stop_token& stop) {
  if (auto found = find(); !found) return found;
  return prepare(request, stop);
}

Result<double> LiveBench::start_and_sample(const std::optional<record::RecordRequest>& request,
                                           const std::stop_token& stop) {
  try {
    if (request)
      if (auto started = start(*request, stop); !started) return tl::unexpected(started.error());
    return sample();
  } catch (...) {  // it would end the program
    return tl::unexpected(error_of_exception());
  }
}

void LiveBench::run(std::stop_token stop) {
  std::optional<record::RecordRequest> tried;  // the last one that was started, whether that succeeded or not
  bool ready = false;
  std::unique_lock lock(mutex_);
  const auto another = [&] { return wanted_ && (!tried || (retry_ && !ready) || !same_kernel(*tried, *wanted_)); };
  const auto due = [&] { return another() || (wanted_ && ready); };
  while (changed_.wait(lock, stop, due) && !stop.stop_requested()) {
    const bool start_anew = another();
    tried = wanted_, retry_ = false;
    lock.unlock();
    const Result<double> ms = start_and_sample(start_anew ? tried : std::nullopt, stop);
    ready = ms.has_value();
    if (!ready) publish([&](LiveTrace& t) { t.state = LiveTrace::State::kFailed, t.why = ms.error().message; });
    lock.lock();
    if (!ready) continue;
    const std::chrono::duration<double, std::milli> rest(*ms * (1 / pace_.duty - 1)), least(pace_.least_rest);
    changed_.wait_for(lock, stop, std::chrono::duration_cast<std::chrono::microseconds>(std::max(rest, least)),
                      another);
  }
}

}  // namespace gemmscope::cuda
