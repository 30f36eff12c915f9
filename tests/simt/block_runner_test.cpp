// SPDX-License-Identifier: MIT
#include "tracing/simt/block_runner.h"

#include <gtest/gtest.h>

#include <thread>

namespace gemmscope::simt {
namespace {

struct Intervals : BlockRunner::Listener {
  std::vector<std::uint32_t> lines;
  std::vector<std::size_t> entries;  ///< of thread 0
  void on_warp(std::uint32_t warp, record::LaneLogs lanes) override {
    if (warp == 0) entries.push_back(lanes[0].size());
  }
  void on_barrier(std::uint32_t line) override { lines.push_back(line); }
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
  const auto body = [](const void* p) { static_cast<Arguments*>(const_cast<void*>(p))->order.push_back(threadIdx); };
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
  EXPECT_FALSE(runner.divergence());
}

TEST(BlockRunner, AnEarlyExitIsReportedWithThreadAndLine) {
  const auto body = [](const void*) {
    if (threadIdx.x == 7) return;
    block_barrier(10);
  };
  BlockRunner runner({32, 1, 1}, body, nullptr, nullptr);
  runner.run({3, 2, 0});
  const format::Divergence divergence = runner.divergence().value();
  EXPECT_EQ(std::pair(divergence.y, divergence.x), std::pair(2u, 3u));
  EXPECT_EQ(divergence.text("2,3"), "in block 2,3 thread 0 is at the barrier of line 10 while thread 7 has ended");
}

TEST(BlockRunner, DifferentBarriersAreReportedWithThreadAndLine) {
  const auto body = [](const void*) { block_barrier(threadIdx.x < 16 ? 10 : 20); };
  BlockRunner runner({32, 1, 1}, body, nullptr, nullptr);
  runner.run({});
  EXPECT_EQ(runner.divergence().value().text("1,1"),
            "in block 1,1 thread 0 is at the barrier of line 10 while thread 16 is at the barrier of line 20");
}

TEST(BlockRunner, WarpsRunOneAfterTheOtherAndHandOverTheirOwnLogs) {
  struct Warps : Intervals {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> seen;  ///< warp, first entry of its lane 5
    void on_warp(std::uint32_t warp, record::LaneLogs lanes) override {
      EXPECT_EQ(lanes.size(), warp == 2 ? 6u : 32u);
      seen.emplace_back(warp, lanes[5].front());
    }
  } warps;
  const auto body = [](const void*) {
    *this_thread.log++ = threadIdx.x;
    block_barrier(1);
    *this_thread.log++ = 100 + threadIdx.x;
  };
  BlockRunner({70, 1, 1}, body, nullptr, &warps).run({});
  const std::vector<std::pair<std::uint32_t, std::uint64_t>> expected{{0, 5},   {1, 37},  {2, 69},
                                                                      {0, 105}, {1, 137}, {2, 169}};
  EXPECT_EQ(warps.seen, expected);
}

TEST(BlockRunner, WhatAListenerThrowsComesOut) {
  struct Throws : Intervals {
    void on_warp(std::uint32_t, record::LaneLogs) override { throw std::bad_alloc(); }
  } listener;
  const auto body = [](const void*) { __syncthreads(); };
  BlockRunner runner({64, 1, 1}, body, nullptr, &listener);
  EXPECT_THROW(runner.run({}), std::bad_alloc);
}

TEST(BlockRunner, AFullLogIsNoticed) {
  const auto body = [](const void*) {
    for (std::uint32_t i = 0; i < threadIdx.x && this_thread.log < this_thread.log_end; ++i) *this_thread.log++ = i;
  };
  const auto was_full = [&](std::size_t entries) {
    Intervals intervals;
    BlockRunner runner({32, 1, 1}, body, nullptr, &intervals, entries);
    runner.run({});
    return runner.log_was_full();
  };
  EXPECT_FALSE(was_full(32));  // the longest has 31 entries
  EXPECT_TRUE(was_full(30));
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
