// SPDX-License-Identifier: MIT
#include "tracing/runtime/stopped_warps.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

using lockstep::kAllLanes;
using lockstep::Mask;

/// Every request is one entry, numbered.
void ask(WarpLogs& logs, std::uint32_t number) {
  for (auto& log : logs) log.push_back(number);
}

using Parts = std::map<std::pair<std::uint32_t, std::size_t>, std::string>;
Parts taken(StoppedWarps& warps) {
  Parts parts;
  warps.take(warps.meetings().size(), [&](std::uint32_t warp, std::size_t n, const auto& lanes) {
    EXPECT_EQ(lanes.size(), lockstep::kLanes);
    for (const std::uint64_t entry : lanes[31]) parts[{warp, n}] += std::to_string(entry);
  });
  return parts;
}

/// Each warp asks 1, passes at `mbarriers` one after the other, stopping in between, and asks 2, 3, ... after each.
StoppedWarps passed(std::uint32_t threads, const std::vector<std::vector<std::uint32_t>>& mbarriers, Mask lanes) {
  StoppedWarps warps(threads);
  warps.begin_block();
  for (std::uint32_t w = 0; w < mbarriers.size(); ++w) {
    WarpLogs logs;
    ask(logs, 1);
    for (std::uint32_t n = 0; n < mbarriers[w].size(); ++n) {
      if (n % 2 == 1) warps.keep(w, logs);
      warps.pass(w, mbarriers[w][n], lanes, 10 * n, logs);
      ask(logs, n + 2);
    }
    warps.keep(w, logs);
  }
  return warps;
}

TEST(StoppedWarps, ThatAllWaitForTheSamePhasesEndIntervalsThere) {
  StoppedWarps warps = passed(64, {{8, 16, 8}, {8, 16, 8}}, kAllLanes);
  EXPECT_EQ(warps.meetings(), (std::vector<std::uint32_t>{0, 10, 20}));
  EXPECT_EQ(taken(warps), (Parts{{{0, 0}, "1"},
                                 {{0, 1}, "2"},
                                 {{0, 2}, "3"},
                                 {{0, 3}, "4"},
                                 {{1, 0}, "1"},
                                 {{1, 1}, "2"},
                                 {{1, 2}, "3"},
                                 {{1, 3}, "4"}}));
  EXPECT_TRUE(warps.meetings().empty());
  EXPECT_TRUE(taken(warps).empty());  // once
}

TEST(StoppedWarps, ThatWaitForOthersOrInAnotherOrderDoNot) {
  for (const std::vector<std::uint32_t>& other : {std::vector{8u}, {8u, 24u}, {16u, 8u}, {}}) {
    StoppedWarps warps = passed(64, {{8, 16}, other}, kAllLanes);
    EXPECT_TRUE(warps.meetings().empty());
    const Parts parts = taken(warps);
    EXPECT_EQ(parts.at({0, 0}), "123");
    EXPECT_EQ(parts.at({1, 0}), std::string("123").substr(0, other.size() + 1));
    EXPECT_EQ(parts.size(), 2u);
  }
}

TEST(StoppedWarps, MeetWithAllTheirLanes) {
  EXPECT_TRUE(passed(64, {{8}, {8}}, kAllLanes >> 1).meetings().empty());
  EXPECT_TRUE(passed(40, {{8}, {8}}, kAllLanes).meetings().empty());  // the second has 8
  EXPECT_FALSE(passed(32, {{8}}, kAllLanes).meetings().empty());
}

TEST(StoppedWarps, GoBackToWhereTheyWereBeforeOrAfterTheyStopped) {
  for (const std::size_t place : {1u, 2u, 3u, 4u}) {
    StoppedWarps warps(64);
    warps.begin_block();
    WarpLogs logs;
    StoppedWarps::Place back;
    for (std::uint32_t n = 1; n <= 4; ++n) {
      ask(logs, n);
      if (n == place) back = warps.place(1, logs);
      if (n == 2) warps.keep(1, logs);
      warps.pass(1, 8, kAllLanes, n, logs);
    }
    warps.go_back(1, back, logs);
    EXPECT_EQ(warps.place(1, logs).entries, place);
    EXPECT_EQ(warps.place(1, logs).passes, place - 1);
    ask(logs, 5);
    warps.keep(1, logs);
    EXPECT_EQ(taken(warps), (Parts{{{1, 0}, std::string("1234").substr(0, place) + "5"}}));
  }
}

TEST(StoppedWarps, OfABlockThatDidNotEndAreForgotten) {
  StoppedWarps warps = passed(64, {{8}, {8}}, kAllLanes);
  warps.may_stop(1);
  warps.begin_block();
  EXPECT_FALSE(warps.stops(1));
  EXPECT_TRUE(taken(warps).empty());
}

}  // namespace
}  // namespace gemmscope::runtime
