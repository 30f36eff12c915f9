// SPDX-License-Identifier: MIT
// __syncwarp: the lanes of a warp wait for each other, and for nobody else.
#include <array>

#include <gtest/gtest.h>

#include "tracing/record/log_entry.h"
#include "tracing/simt/block_runner.h"

namespace gemmscope::simt {
namespace {

/// 70 threads: two whole warps and one of 6 lanes.
struct Seen {
  std::array<std::uint32_t, 70> first{}, second{};
};
Seen& seen_of(const void* arguments) { return *static_cast<Seen*>(const_cast<void*>(arguments)); }

TEST(WarpBarrier, LanesSeeWhatTheOthersWroteBefore) {
  Seen seen;
  const auto body = [](const void* p) {
    __shared__ std::uint32_t tile[96];
    const std::uint32_t t = threadIdx.x, neighbour = t / 32 * 32 + (t + 1) % (t < 64 ? 32 : 6);
    tile[t] = t;
    __syncwarp();
    seen_of(p).first[t] = tile[neighbour];
    __syncwarp();
    tile[t] = 100 + t;
    __syncwarp();
    seen_of(p).second[t] = tile[neighbour];
  };
  BlockRunner runner({70, 1, 1}, body, &seen, nullptr);
  runner.run({});
  for (std::uint32_t t = 0; t < 70; ++t) {
    const std::uint32_t neighbour = t / 32 * 32 + (t + 1) % (t < 64 ? 32 : 6);
    EXPECT_EQ(seen.first[t], neighbour) << t;
    EXPECT_EQ(seen.second[t], 100 + neighbour) << t;
  }
  EXPECT_FALSE(runner.divergence());
}

TEST(WarpBarrier, IsNoBarrierForOtherWarps) {
  Seen seen;
  const auto body = [](const void* p) {
    if (threadIdx.x < 32) warp_barrier(10);  // the other warps have none
    block_barrier(20);
    seen_of(p).first[threadIdx.x] = 1;
  };
  BlockRunner runner({70, 1, 1}, body, &seen, nullptr);
  runner.run({});
  EXPECT_FALSE(runner.divergence());
  for (const std::uint32_t arrived : seen.first) EXPECT_EQ(arrived, 1u);
}

TEST(WarpBarrier, IsInTheLogAndEndsNoInterval) {
  struct Logs : BlockRunner::Listener {
    std::vector<std::vector<record::LogEntry>> of_lane_5;
    int barriers = 0;
    void on_warp(std::uint32_t, record::LaneLogs lanes) override {
      of_lane_5.emplace_back(lanes[5].begin(), lanes[5].end());
    }
    void on_barrier(std::uint32_t) override { ++barriers; }
  } logs;
  const auto body = [](const void*) {
    *this_thread.log++ = threadIdx.x;
    warp_barrier(12);
    *this_thread.log++ = 100 + threadIdx.x;
  };
  BlockRunner({64, 1, 1}, body, nullptr, &logs).run({});
  const record::LogEntry marker = record::pack(record::marker_key(record::Marker::kWarpBarrier), 12);
  EXPECT_EQ(logs.of_lane_5, (std::vector<std::vector<record::LogEntry>>{{5, marker, 105}, {37, marker, 137}}));
  EXPECT_EQ(logs.barriers, 1);  // the kernel's end
}

std::string divergence_of(BlockRunner::Body body) {
  BlockRunner runner({64, 1, 1}, body, nullptr, nullptr);
  runner.run({});
  return runner.divergence() ? runner.divergence()->text("1,1") : "";
}

TEST(WarpBarrier, ALaneThatHasEndedIsReported) {
  EXPECT_EQ(divergence_of([](const void*) {
              if (threadIdx.x != 39) warp_barrier(10);
            }),
            "in block 1,1 thread 32 is at the barrier of line 10 while thread 39 has ended");
}

TEST(WarpBarrier, ALaneAtTheBlocksBarrierIsReported) {
  EXPECT_EQ(divergence_of([](const void*) { threadIdx.x == 3 ? block_barrier(20) : warp_barrier(10); }),
            "in block 1,1 thread 0 is at the barrier of line 10 while thread 3 is at the barrier of line 20");
}

TEST(WarpBarrier, LanesAtTwoOfThemAreReported) {
  EXPECT_EQ(divergence_of([](const void*) { warp_barrier(threadIdx.x < 16 ? 10 : 20); }),
            "in block 1,1 thread 0 is at the barrier of line 10 while thread 16 is at the barrier of line 20");
}

}  // namespace
}  // namespace gemmscope::simt
