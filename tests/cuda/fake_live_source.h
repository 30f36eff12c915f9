// SPDX-License-Identifier: MIT
/// @file fake_live_source.h
/// What a GPU would do, at figures that a test gives.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <new>

#include "tracing/cuda/live_bench.h"

namespace gemmscope::cuda {

class FakeLiveSource : public LiveSource {
 public:
  /// Shared with the test, which outlives the worker.
  struct Control {
    double ms = 0.5;      ///< of a launch; twice as long with a number
    std::string missing;  ///< no GPU: why
    std::string refused;  ///< kernel that cannot be prepared
    std::string throws;   ///< kernel at which memory runs out
    double cublas_gflops = 5000;
    std::atomic<int> prepared = 0, launched = 0, rests = 0;
    std::mutex mutex;
    std::vector<LiveProduct> products;  ///< prepared, under the mutex
  };
  explicit FakeLiveSource(Control& control) : control_(control) {}

  Result<DeviceInfo> find() override {
    if (!control_.missing.empty()) return fail(ErrorKind::kNoDevice, control_.missing);
    DeviceInfo device;
    device.name = "Fake GPU";
    device.compute_capability = 90, device.multiprocessors = 100, device.clock_khz = 1'000'000;
    return device;
  }
  Result<std::optional<double>> prepare(const LiveProduct& product, const std::stop_token&) override {
    const std::lock_guard lock(control_.mutex);
    control_.products.push_back(product);
    ++control_.prepared;
    if (!control_.throws.empty() && product.kernel == control_.throws) throw std::bad_alloc();
    if (product.kernel == control_.refused) return fail(ErrorKind::kNoSpace, "the GPU is full");
    ms_ = control_.ms * (product.numbers.empty() ? 1 : 2);
    return std::optional(control_.cublas_gflops);
  }
  Result<double> launch(const std::stop_token&) override {
    ++control_.launched;
    return ms_;
  }
  void rest() override { ++control_.rests; }

 private:
  Control& control_;
  double ms_ = 0;
};

}  // namespace gemmscope::cuda
