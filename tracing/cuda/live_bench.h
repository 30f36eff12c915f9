// SPDX-License-Identifier: MIT
/// @file live_bench.h
/// Measures one launch of a program in the background, again and again, and leaves the GPU alone for most of the time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tracing/cuda/device.h"
#include "tracing/cuda/live_trace.h"
#include "tracing/cuda/timing.h"
#include "tracing/format/recording.h"

namespace gemmscope::cuda {

/// A launch of a program that was found to be a matrix product.
struct LiveProduct {
  std::vector<std::string> command;        ///< a .cu file and the program's arguments
  std::vector<format::Parameter> numbers;  ///< instead of the file's
  std::string kernel;                      ///< as its recording names it; its first launch
  std::uint32_t M = 0, N = 0, K = 0, batches = 1;
  std::string element;               ///< of A and B: "float", "half"; empty: not known
  std::shared_ptr<const void> seen;  ///< the recording, whatever it is: another run of the program is another product
  friend bool operator==(const LiveProduct&, const LiveProduct&) = default;
};

/// What is measured with: a GPU, or whatever a test has. Used by one thread.
class LiveSource {
 public:
  virtual ~LiveSource() = default;
  /// Errors: kNoDevice.
  virtual Result<DeviceInfo> find() = 0;
  /// Gets ready to launch the product.
  ///
  /// Returns  cuBLAS's GFLOP/s for the same product; nullopt: not measured.
  virtual Result<std::optional<double>> prepare(const LiveProduct& product, const std::stop_token& stop) = 0;
  /// Launches once what was prepared last. Returns GPU time in milliseconds.
  virtual Result<double> launch(const std::stop_token& stop) = 0;
  /// Nothing is to be launched for a while.
  virtual void rest() {}
};

class LiveBench {
 public:
  /// `wake` is called on the worker's thread when there is something to see: it must make the window look again.
  LiveBench(std::unique_ptr<LiveSource> source, std::function<void()> wake, LivePace pace = {});

  /// Measure this product from now on; nullopt: rest. Returns at once, and may be
  /// called each frame.
  void measure(const std::optional<LiveProduct>& what);
  LiveTrace trace() const;
  std::uint64_t revision() const;

 private:
  void run(std::stop_token stop);
  Result<void> start(const LiveProduct& product, const std::stop_token& stop);
  Result<void> find();
  Result<double> sample(const std::stop_token& stop);
  /// Where the thread's exceptions end.
  Result<double> start_and_sample(const std::optional<LiveProduct>& product, const std::stop_token& stop);
  /// Changes the trace and wakes the window.
  template <class Change>
  void publish(const Change& change);

  const std::unique_ptr<LiveSource> source_;
  const std::function<void()> wake_;
  const LivePace pace_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<LiveProduct> wanted_;
  std::stop_source now_;       ///< of what is being done: stopped when something else is wanted
  bool retry_ = false;         ///< nothing was wanted for a while: what failed may be tried again
  bool found_ = false;         ///< the worker's
  std::uint32_t batches_ = 1;  ///< the worker's: a launch is that many products
  LiveTrace trace_;
  std::jthread thread_;  ///< last: it must stop before the members it uses go
};

}  // namespace gemmscope::cuda
