// SPDX-License-Identifier: MIT
#include "tracing/simt/block_runner.h"

#include <gtest/gtest.h>

#include <thread>

namespace gemmscope::simt {
namespace {

struct Intervals : BlockRunner::Listener {
  std::vector<std::uint32_t> lines;
  std::vector<std::size_t> entries;  ///< of thread 0
  bool diverged = false;
  void on_warp(std::uint32_t warp, record::LaneLogs lanes) override {
    if (warp == 0) entries.push_back(lanes[0].size());
  }
  void on_barrier(std::uint32_t line, bool not_together) override {
    lines.push_back(line);
    diverged = diverged || not_together;
  }
};

TEST(BlockRunner, ABarrierWaitsForEveryThread) {
  struct Arguments {
    std::vector<int> before = std::vector<int>(64), seen = std::vector<int>(64);
  } arguments;
  const auto body = [](const void* p) {
    auto& a = *static_cast<Arguments*>(const_cast<void*>(p));
    const std::uint32_t t = threadIdx.x;
    a.before[t] = 1;
    __syncthreads();
    for (const int b : a.before) a.seen[t] += b;
  };
  BlockRunner({64, 1, 1}, body, &arguments, nullptr).run({});
  for (const int seen : arguments.seen) EXPECT_EQ(seen, 64);
}

TEST(BlockRunner, ThreadsAreNumberedXFirst) {
  struct Arguments {
    std::vector<Dim3> order;
  } arguments;
  const auto body = [](const void* p) {
    static_cast<Arguments*>(const_cast<void*>(p))->order.push_back(threadIdx);
  };
  BlockRunner({4, 2, 3}, body, &arguments, nullptr).run({});
  ASSERT_EQ(arguments.order.size(), 24u);
  EXPECT_EQ(arguments.order[5].x, 1u);
  EXPECT_EQ(arguments.order[5].y, 1u);
  EXPECT_EQ(arguments.order[8].z, 1u);
}

TEST(BlockRunner, ReportsEveryIntervalAndItsBarrier) {
  const auto body = [](const void*) {
    for (int i = 0; i < 3; ++i) {
      for (int n = 0; n <= i; ++n) *this_thread.log++ = 1;
      block_barrier(100 + i);
    }
  };
  Intervals intervals;
  BlockRunner runner({32, 1, 1}, body, nullptr, &intervals);
  runner.run({});
  runner.run({});  // a second block starts afresh
  EXPECT_EQ(intervals.lines, (std::vector<std::uint32_t>{100, 101, 102, 0, 100, 101, 102, 0}));
  EXPECT_EQ(intervals.entries, (std::vector<std::size_t>{1, 2, 3, 0, 1, 2, 3, 0}));
  EXPECT_FALSE(intervals.diverged);
}

TEST(BlockRunner, AnEarlyExitIsReportedAsDivergence) {
  const auto body = [](const void*) {
    if (threadIdx.x == 7) return;
    __syncthreads();
  };
  Intervals intervals;
  BlockRunner({32, 1, 1}, body, nullptr, &intervals).run({});
  EXPECT_TRUE(intervals.diverged);
}

TEST(BlockRunner, DifferentBarriersAreReportedAsDivergence) {
  const auto body = [](const void*) { block_barrier(threadIdx.x < 16 ? 10 : 20); };
  Intervals intervals;
  BlockRunner({32, 1, 1}, body, nullptr, &intervals).run({});
  EXPECT_TRUE(intervals.diverged);
}

TEST(BlockRunner, SharedMemoryBelongsToOneBlockOnOneHostThread) {
  struct Arguments {
    int wrong[2] = {0, 0};
  } arguments;
  const auto body = [](const void* p) {
    __shared__ std::uint32_t tile[64];
    const std::uint32_t t = threadIdx.x;
    tile[t] = 1000 * blockIdx.x + t;
    __syncthreads();
    if (tile[63 - t] != 1000 * blockIdx.x + 63 - t) ++static_cast<Arguments*>(const_cast<void*>(p))->wrong[blockIdx.x];
  };
  const auto run = [&](std::uint32_t block) {
    BlockRunner runner({64, 1, 1}, body, &arguments, nullptr);
    for (int i = 0; i < 200; ++i) runner.run({block, 0, 0});
  };
  {
    std::jthread other([&] { run(1); });
    run(0);
  }
  EXPECT_EQ(arguments.wrong[0] + arguments.wrong[1], 0);
}

}  // namespace
}  // namespace gemmscope::simt
