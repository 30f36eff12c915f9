// SPDX-License-Identifier: MIT
// Measuring in the background: at most so much of the time, and only while asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>

#include "tests/cuda/fake_live_source.h"

namespace gemmscope::cuda {
namespace {

using namespace std::chrono_literals;
using State = LiveTrace::State;

constexpr auto kPatience = 20s;  // a failure takes this long instead of for ever
constexpr LivePace kQuick{.duty = 0.5, .least_rest = 1ms};

LiveProduct product(const std::string& kernel) {
  LiveProduct made;
  made.command = {"my.cu"}, made.kernel = kernel;
  made.M = made.N = made.K = 1024;
  return made;
}

/// A worker with a fake GPU, and waiting for what it makes known.
struct Live {
  FakeLiveSource::Control control;
  std::mutex mutex;
  std::condition_variable woken;
  std::unique_ptr<LiveBench> bench;

  void start(LivePace pace = kQuick) {
    bench = std::make_unique<LiveBench>(
        std::make_unique<FakeLiveSource>(control),
        [this] {
          const std::lock_guard lock(mutex);
          woken.notify_all();
        },
        pace);
  }
  ~Live() { bench.reset(); }  // before what its worker uses

  /// Until `met(trace)`; also a test that it wakes, since nothing else ends the wait.
  template <class Condition>
  LiveTrace wait(const Condition& met) {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(woken.wait_for(lock, kPatience, [&] { return met(bench->trace()); }));
    return bench->trace();
  }
  LiveTrace wait_for_samples(std::size_t count) {
    return wait([&](const LiveTrace& t) { return t.gflops.size() >= count; });
  }
};

TEST(LiveBench, SaysWhatItsThreadThrew) {
  Live live;
  live.control.throws = "a";
  live.start();
  live.bench->measure(product("a"));
  const LiveTrace failed = live.wait([](const LiveTrace& t) { return t.state == State::kFailed; });
  EXPECT_NE(failed.why.find("memory"), std::string::npos) << failed.why;
  live.bench->measure(product("b"));
  live.wait_for_samples(1);
}

TEST(LiveBench, DoesNothingUntilItIsAsked) {
  Live live;
  live.start();
  EXPECT_EQ(live.bench->trace().state, State::kOff);
  EXPECT_EQ(live.control.prepared, 0);
}

TEST(LiveBench, SaysWhatItMeasuresOn) {
  Live live;
  live.start();
  live.bench->measure(product("a"));
  const LiveTrace trace = live.wait_for_samples(3);
  EXPECT_EQ(trace.state, State::kMeasuring);
  EXPECT_EQ(trace.device, "Fake GPU");
  EXPECT_NEAR(trace.peak_gflops.value(), 25600, 1);
}

TEST(LiveBench, TakesItsShareOfTheTimeAndNoMore) {
  Live live;
  live.control.ms = 5;
  live.start({.duty = 0.05, .least_rest = 1ms});
  const auto start = std::chrono::steady_clock::now();
  live.bench->measure(product("a"));
  live.wait_for_samples(3);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 2 * 90ms);  // 5 of 100 ms, twice, and then the third
}

TEST(LiveBench, WhatFailedIsTriedAgainOnceSomebodyLooksAgain) {
  Live live;
  live.control.refused = "a";
  live.start();
  live.bench->measure(product("a"));
  EXPECT_EQ(live.wait([](const LiveTrace& t) { return t.state == State::kFailed; }).why, "the GPU is full");
  live.control.refused = "";
  live.bench->measure(product("a"));  // the same, still looked at: not tried each frame
  EXPECT_EQ(live.control.prepared, 1);
  live.bench->measure(std::nullopt);
  live.bench->measure(product("a"));
  EXPECT_EQ(live.wait_for_samples(1).state, State::kMeasuring);
}

TEST(LiveBench, RestsWhenNobodyLooksAndGoesOnWithWhatItHad) {
  Live live;
  live.start();
  live.bench->measure(product("a"));
  live.wait_for_samples(2);
  live.bench->measure(std::nullopt);
  const int launched = live.control.launched, prepared = live.control.prepared;
  std::this_thread::sleep_for(80ms);
  EXPECT_LE(live.control.launched, launched + 1);  // one may have been under way
  const std::size_t samples = live.bench->trace().gflops.size();
  live.bench->measure(product("a"));
  live.wait_for_samples(samples + 1);
  EXPECT_EQ(live.control.prepared, prepared);
}

TEST(LiveBench, AnotherKernelBeginsAnew) {
  Live live;
  live.start();
  live.bench->measure(product("a"));
  const double first = live.wait_for_samples(5).gflops.back();
  LiveProduct padded = product("a");
  padded.numbers = {{"PA", "4"}};
  live.bench->measure(padded);
  const LiveTrace trace = live.wait([&](const LiveTrace& t) { return !t.gflops.empty() && t.gflops.back() != first; });
  EXPECT_EQ(std::ranges::count(trace.gflops, first), 0);
  const std::lock_guard lock(live.control.mutex);
  EXPECT_EQ(live.control.products.back().numbers, padded.numbers);
}

TEST(LiveBench, AProductIsMeasuredAtItsOwnSizesBesideCublas) {
  Live live;  // 0.5 ms
  live.start();
  const auto seen = std::make_shared<const int>(1);
  LiveProduct gemm{.command = {"my.cu", "7"},
                   .numbers = {},
                   .kernel = "gemm",
                   .M = 512,
                   .N = 1024,
                   .K = 256,
                   .batches = 3,
                   .element = "float",
                   .seen = seen};
  live.bench->measure(gemm);
  const LiveTrace trace = live.wait_for_samples(2);
  EXPECT_EQ((std::array{trace.M, trace.N, trace.K}), (std::array{512u, 1024u, 256u}));
  EXPECT_NEAR(trace.gflops.back(), 3 * 2 * 512. * 1024 * 256 / 0.5e6, 1e-6);
  EXPECT_EQ(trace.cublas_gflops, 5000);
  gemm.seen = std::make_shared<const int>(1);  // the program ran again
  live.bench->measure(gemm);
  live.wait([&](const LiveTrace&) { return live.control.prepared == 2; });
}

TEST(LiveBench, ASourceIsToldToRest) {
  Live live;
  live.start();
  live.bench->measure(product("a"));
  live.wait_for_samples(2);
  const int rests = live.control.rests;
  live.bench->measure(std::nullopt);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (live.control.rests == rests && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
  EXPECT_GT(live.control.rests, rests);
}

TEST(LiveBench, WithoutAGpuItSaysSoAndGivesUp) {
  Live live;
  live.control.missing = "no NVIDIA GPU was found on this machine";
  live.start();
  live.bench->measure(product("a"));
  const LiveTrace trace = live.wait([](const LiveTrace& t) { return t.state == State::kFailed; });
  EXPECT_EQ(trace.why, live.control.missing);
  EXPECT_TRUE(trace.device.empty());
  EXPECT_EQ(live.control.prepared, 0);
}

TEST(LiveBench, AKernelThatCannotRunDoesNotStopTheNext) {
  Live live;
  live.control.refused = "huge";
  live.start();
  live.bench->measure(product("huge"));
  EXPECT_EQ(live.wait([](const LiveTrace& t) { return t.state == State::kFailed; }).why, "the GPU is full");
  live.bench->measure(product("a"));
  EXPECT_EQ(live.wait_for_samples(1).state, State::kMeasuring);
}

TEST(LiveBench, KeepsTheLatestSamples) {
  Live live;
  live.control.ms = 30;
  live.start({.duty = 1, .least_rest = 0ms});
  live.bench->measure(product("a"));
  live.wait_for_samples(LiveTrace::kMost);
  const std::uint64_t revision = live.bench->revision();
  live.wait([&](const LiveTrace& t) { return t.revision > revision + 5; });
  EXPECT_EQ(live.bench->trace().gflops.size(), LiveTrace::kMost);
}

}  // namespace
}  // namespace gemmscope::cuda
