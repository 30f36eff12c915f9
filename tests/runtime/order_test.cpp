// SPDX-License-Identifier: MIT
#include "tracing/runtime/order.h"

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

using lockstep::ByteRanges;
using lockstep::Way;

constexpr std::uint64_t kHere = 0x1000;

StreamWork work(StreamId stream, Way way, ByteRanges ranges = {{kHere, kHere + 64}}) {
  StreamWork one{.name = "work", .stream = stream};
  one.touched[static_cast<std::size_t>(way)] = std::move(ranges);
  return one;
}

struct Streams : ::testing::Test {
  Order order;
  const StreamId first = order.add_stream(false), second = order.add_stream(false);
  const StreamId blocking = order.add_stream(true), another = order.add_stream(true);
  bool meet(StreamWork one, StreamWork two) {
    const bool met = order.put(std::move(one)).has_value();
    EXPECT_FALSE(met);
    return order.put(std::move(two)).has_value();
  }
};

TEST_F(Streams, MeetWhereOneStores) { EXPECT_TRUE(meet(work(first, Way::kStore), work(second, Way::kLoad))); }
TEST_F(Streams, MeetWhereTheLaterOneStores) { EXPECT_TRUE(meet(work(first, Way::kLoad), work(second, Way::kStore))); }
TEST_F(Streams, DoNotMeetWhereBothLoad) { EXPECT_FALSE(meet(work(first, Way::kLoad), work(second, Way::kLoad))); }
TEST_F(Streams, DoNotMeetWhereBothAreAtomic) {
  EXPECT_FALSE(meet(work(first, Way::kAtomic), work(second, Way::kAtomic)));
}
TEST_F(Streams, SayNothingOfSignals) { EXPECT_FALSE(meet(work(first, Way::kSignal), work(second, Way::kLoad))); }
TEST_F(Streams, MeetInTheByteThatBothTouch) {
  EXPECT_FALSE(meet(work(first, Way::kStore, {{0, 16}}), work(second, Way::kStore, {{16, 32}})));
  const auto met = order.put(work(first, Way::kStore, {{31, 40}}));
  ASSERT_TRUE(met);
  EXPECT_EQ(met->where, (lockstep::ByteRange{31, 32}));
  EXPECT_EQ(met->first.stream, second);
}
TEST_F(Streams, MeetTheLastOfSeveral) {
  StreamWork last = work(first, Way::kStore);
  last.name = "last";
  EXPECT_FALSE(meet(work(first, Way::kStore), std::move(last)));
  const auto met = order.put(work(second, Way::kStore));
  ASSERT_TRUE(met);
  EXPECT_EQ(met->first.name, "last");
  EXPECT_FALSE(order.put(work(second, Way::kLoad)));
}
TEST_F(Streams, DoNotMeetThemselves) { EXPECT_FALSE(meet(work(first, Way::kStore), work(first, Way::kLoad))); }

TEST_F(Streams, WaitForEvents) {
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  const Clock recorded = order.now(first);
  order.wait(second, recorded);
  EXPECT_FALSE(order.put(work(second, Way::kLoad)));
}
TEST_F(Streams, DoNotWaitForWhatComesBehindAnEvent) {
  const Clock recorded = order.now(first);
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  order.wait(second, recorded);
  EXPECT_TRUE(order.put(work(second, Way::kLoad)));
}
TEST_F(Streams, WaitByWayOfOthers) {
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  order.wait(another, order.now(first));
  EXPECT_FALSE(order.put(work(another, Way::kStore, {{0, 4}})));
  order.wait(second, order.now(another));
  EXPECT_FALSE(order.put(work(second, Way::kLoad)));
}

TEST_F(Streams, ThatBlockWaitForTheLegacyStream) {
  EXPECT_FALSE(meet(work(Order::kLegacy, Way::kStore), work(blocking, Way::kLoad)));
}
TEST_F(Streams, ThatDoNotBlockDoNot) { EXPECT_TRUE(meet(work(Order::kLegacy, Way::kStore), work(first, Way::kLoad))); }
TEST_F(Streams, TheLegacyOneWaitsForThoseThatBlock) {
  EXPECT_FALSE(meet(work(blocking, Way::kStore), work(Order::kLegacy, Way::kLoad)));
}
TEST_F(Streams, ThatBlockAreInOrderByTheLegacyStream) {
  EXPECT_FALSE(order.put(work(blocking, Way::kStore)));
  EXPECT_FALSE(order.put(work(Order::kLegacy, Way::kStore, {{0, 4}})));
  EXPECT_FALSE(order.put(work(another, Way::kLoad)));
}
TEST_F(Streams, ThatBlockAreNotInOrderOtherwise) {
  EXPECT_TRUE(meet(work(blocking, Way::kStore), work(another, Way::kLoad)));
}

TEST_F(Streams, TheHostPutsInOrder) {
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  order.host_waits_for(first);
  EXPECT_FALSE(order.put(work(second, Way::kLoad)));
}
TEST_F(Streams, TheHostHasToWaitForTheRightOne) {
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  order.host_waits_for(second);
  EXPECT_TRUE(order.put(work(second, Way::kLoad)));
}
TEST_F(Streams, WhatWasToldIsNotToldAgain) {
  EXPECT_TRUE(meet(work(first, Way::kStore), work(second, Way::kLoad)));
  EXPECT_FALSE(order.put(work(second, Way::kStore)));
}

TEST_F(Streams, HostMustNotTouchWhatIsPending) {
  bool signals = false;
  EXPECT_FALSE(order.put(work(first, Way::kStore, {{8, 16}})));
  EXPECT_FALSE(order.put(work(first, Way::kLoad, {{32, 48}})));
  EXPECT_EQ(order.pending_in({7, 7 + 1}, false, signals), nullptr);
  EXPECT_NE(order.pending_in({8, 8 + 1}, false, signals), nullptr);
  EXPECT_EQ(order.pending_in({32, 32 + 1}, false, signals), nullptr);
  EXPECT_NE(order.pending_in({32, 32 + 1}, true, signals), nullptr);
  EXPECT_FALSE(signals);
  order.host_waits_for(first);
  EXPECT_EQ(order.pending_in({8, 8 + 1}, true, signals), nullptr);
  EXPECT_TRUE(order.pending().empty());
}
TEST_F(Streams, AnEventFreesWhatIsBeforeIt) {
  bool signals = false;
  EXPECT_FALSE(order.put(work(first, Way::kStore, {{8, 16}})));
  const Clock recorded = order.now(first);
  EXPECT_FALSE(order.put(work(first, Way::kStore, {{16, 24}})));
  order.host_waits(recorded);
  EXPECT_EQ(order.pending_in({8, 8 + 1}, false, signals), nullptr);
  EXPECT_NE(order.pending_in({16, 16 + 1}, false, signals), nullptr);
}
TEST_F(Streams, TheHostHasWaitedForWhatComesBeforeIt) {
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  const Clock recorded = order.now(first);
  EXPECT_FALSE(order.host_has_waited(recorded));
  order.host_waits_for(second);
  EXPECT_FALSE(order.host_has_waited(recorded));
  order.host_waits_for(first);
  EXPECT_TRUE(order.host_has_waited(recorded));
}
TEST_F(Streams, ForgetBytesThatAreFreed) {
  bool signals = false;
  EXPECT_FALSE(order.put(work(first, Way::kStore, {{8, 40}})));
  order.forget({16, 24});
  EXPECT_NE(order.pending_in({15, 15 + 1}, false, signals), nullptr);
  EXPECT_EQ(order.pending_in({16, 16 + 1}, false, signals), nullptr);
  EXPECT_NE(order.pending_in({24, 24 + 1}, false, signals), nullptr);
}
/// A loop without a wait.
TEST_F(Streams, RememberTheSameWorkOnce) {
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(order.put(work(first, Way::kStore)));
  EXPECT_EQ(order.pending().size(), 1u);
  EXPECT_TRUE(order.put(work(second, Way::kLoad)));
}
TEST_F(Streams, SayWhetherPendingWorkWasOnlyAdded) {
  const std::uint64_t before = order.changes();
  order.put(work(first, Way::kStore, {{0, 16}}));
  order.put(work(second, Way::kStore, {{16, 32}}));
  EXPECT_EQ(order.changes(), before);
  order.forget({100, 200});  // which none has
  EXPECT_EQ(order.changes(), before);
  order.forget({8, 12});
  const std::uint64_t forgot = order.changes();
  EXPECT_NE(forgot, before);
  order.host_waits_for(second);
  EXPECT_NE(order.changes(), forgot);
}

/// The last ones are kept, and found.
TEST_F(Streams, ForgetTheOldestOfVeryMany) {
  for (std::uint64_t i = 0; i < 10'000; ++i) order.put(work(first, Way::kStore, {{16 * i, 16 * i + 8}}));
  EXPECT_LE(order.pending().size(), 4096u);
  EXPECT_GE(order.pending().size(), 3000u);
  EXPECT_TRUE(order.put(work(second, Way::kLoad, {{16 * 9'000, 16 * 9'000 + 4}})).has_value());
  EXPECT_FALSE(order.put(work(second, Way::kLoad, {{16 * 9'999 + 8, 16 * 9'999 + 16}})).has_value());
}

TEST_F(Streams, GoOnWhenTheyAreDestroyed) {
  EXPECT_FALSE(order.put(work(first, Way::kStore)));
  order.drop_stream(first);
  EXPECT_TRUE(order.put(work(second, Way::kLoad)));
}

TEST(ByteRanges, HaveBytesInCommon) {
  const ByteRanges a{{0, 4}, {10, 20}, {30, 31}}, b{{4, 10}, {19, 25}};
  EXPECT_EQ(lockstep::common(a, b), (lockstep::ByteRange{19, 20}));
  EXPECT_FALSE(lockstep::common(a, {{4, 10}, {20, 30}, {31, 40}}));
}

}  // namespace
}  // namespace gemmscope::runtime
