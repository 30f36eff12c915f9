// SPDX-License-Identifier: MIT
#include "tracing/cuda/timing.h"

#include <gtest/gtest.h>

#include "tracing/cuda/cublas.h"
#include "tracing/cuda/peak.h"

namespace gemmscope::cuda {
namespace {

/// What time_launches makes of launches that take so long, one after the other; the last one for ever.
Timing timed(std::vector<double> milliseconds, double seconds) {
  std::size_t next = 0;
  const auto launch = [&]() -> Result<double> {
    const double ms = milliseconds[std::min(next, milliseconds.size() - 1)];
    ++next;
    return ms;
  };
  return time_launches(launch, 1e9, seconds).value();
}

TEST(Timing, TheFirstLaunchesDoNotCount) {
  const Timing t = timed({50, 40, 30, 2}, 0.1);
  EXPECT_EQ(t.slowest_ms, 2);
  EXPECT_EQ(t.launches, 50);  // 0.1 s of them
  EXPECT_EQ(t.median_ms, 2);
  EXPECT_EQ(t.gflops, 0.5e3);  // 1e9 operations in 2 ms
}

TEST(Timing, TheMedianIsOfAtLeast11Launches) {
  const Timing t = timed({9, 9, 9, 20, 30, 40, 50, 60, 70, 80, 81, 82, 83, 84, 1}, 0.001);
  EXPECT_EQ(t.launches, 11);
  EXPECT_EQ(t.median_ms, 70);
  EXPECT_EQ(t.fastest_ms, 20);
  EXPECT_EQ(t.slowest_ms, 84);
}

TEST(Timing, SlowKernelsAreLaunchedThreeTimesAfterOne) {
  const Timing t = timed({7000, 700, 500, 600, 1}, 0.15);
  EXPECT_EQ(t.launches, 3);
  EXPECT_EQ(t.median_ms, 600);
}

TEST(Timing, FastKernelsStopAt1000) { EXPECT_EQ(timed({1e-3}, 5).launches, 1000); }

TEST(Timing, AFailedLaunchEndsIt) {
  const auto failing = []() -> Result<double> { return fail(ErrorKind::kNoDevice, "gone"); };
  EXPECT_FALSE(time_launches(failing, 1, 1));
}

TEST(Peak, IsMultiprocessorsTimesLanesTimesTwoTimesClock) {
  DeviceInfo h200;
  h200.compute_capability = 90, h200.multiprocessors = 132, h200.clock_khz = 1'980'000;
  EXPECT_NEAR(fp32_peak_gflops(h200).value(), 66908, 1);
  h200.compute_capability = 80;  // half the lanes
  EXPECT_NEAR(fp32_peak_gflops(h200).value(), 33454, 1);
  h200.compute_capability = 999;
  EXPECT_FALSE(fp32_peak_gflops(h200));
  h200.compute_capability = 90, h200.clock_khz = 0;
  EXPECT_FALSE(fp32_peak_gflops(h200));
}

TEST(Cublas, IsFoundOrSaidToBeMissing) {
  const auto found = find_cublas();
  if (found)
    EXPECT_NE(found->find("libcublas.so"), std::string::npos);
  else
    EXPECT_EQ(found.error().message.find('\n'), std::string::npos);
  if (!find_device()) {
    const auto opened = Cublas::open();
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, ErrorKind::kNoDevice);
  }
}

}  // namespace
}  // namespace gemmscope::cuda
