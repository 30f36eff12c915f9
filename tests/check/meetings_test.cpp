// SPDX-License-Identifier: MIT
// Threads that meet others, but not their whole block, between two barriers: at mbarriers, and at barriers of some
// warps. By hand: As is stored to and loaded from.
#include <gtest/gtest.h>

#include "tests/check/hand_made.h"
#include "tracing/analysis/phases.h"
#include "tracing/format/check.h"

namespace gemmscope {
namespace {

using testing::HandMade;
using enum HandMade::Site;
using testing::kAllLanes;
using enum format::SyncEvent::Kind;
using Events = std::vector<format::SyncEvent>;
constexpr std::uint32_t kBarrier = 320;  ///< a byte behind As and Bs

format::SyncEvent event(std::uint16_t warp, format::SyncEvent::Kind kind, std::uint32_t request) {
  return {warp, kind, 0, request, kAllLanes, kBarrier};
}

/// Warp 0 stores, then loads elsewhere; warp 1 loads elsewhere, then what warp 0 has stored.
/// `warps`: of which there are requests of two.
std::set<std::string> found(const Events& events, std::uint32_t warps = 2) {
  HandMade block(2);
  block.recording.shared_bytes = kBarrier + 8;
  block.recording.sites[HandMade::kStoreAs].width = 4;
  for (const std::uint32_t interval : {0u, 1u}) {  // what is stored in the first one is there for all in the second
    block.add(0, interval, HandMade::kStoreAs, {{3, 12}});
    block.add(0, interval, HandMade::kStoreAs, {{0, 32}});
    block.add(1, interval, HandMade::kStoreAs, {{5, 64}});
    if (interval == 0) block.add(1, interval, HandMade::kLoadAs, {{9, 12}});
  }
  format::Recording r = block.whole();
  r.patterns[0].sync_events = events;
  r.threads = 32 * warps;
  const auto fault = format::check(r);
  EXPECT_FALSE(fault) << fault->what;
  return testing::found_in_shared(r);
}

const std::set<std::string> kRace = {"read after write sA_load sA_store, 1"};

TEST(Meetings, WhatComesBeforeAnArrivalIsThereForWhoHasPassed) {
  EXPECT_EQ(found({}), kRace);
  EXPECT_TRUE(found({event(0, kArrive, 1), event(1, kPass, 1)}).empty());
  EXPECT_TRUE(found({event(0, kArriveWithCopies, 2), event(1, kPass, 0)}).empty());
  EXPECT_TRUE(found({event(0, kArrive, 1), event(0, kPass, 1), event(1, kArrive, 1), event(1, kPass, 1)}).empty());
}

TEST(Meetings, WhatComesAfterItIsNot) { EXPECT_EQ(found({event(0, kArrive, 0), event(1, kPass, 1)}), kRace); }

TEST(Meetings, WhoHasNotPassedYetSeesNothing) {
  EXPECT_EQ(found({event(0, kArrive, 1), event(1, kPass, 2)}), kRace);
  EXPECT_EQ(found({event(0, kArrive, 1), event(1, kArrive, 1)}), kRace);
}

format::SyncEvent in_phase(std::uint16_t warp, format::SyncEvent::Kind kind, std::uint32_t request, std::uint32_t phase,
                           std::uint32_t barrier = kBarrier) {
  return {warp, kind, 0, request, kAllLanes, barrier, phase};
}

TEST(Meetings, WhoHasPassedAPhaseComesAfterThoseWhoArrivedInItOrBefore) {
  EXPECT_EQ(found({in_phase(0, kArrive, 1, 1), in_phase(1, kPass, 1, 1)}), kRace);  // the phase before is over
  EXPECT_TRUE(found({in_phase(0, kArrive, 1, 1), in_phase(1, kPass, 1, 2)}).empty());
  EXPECT_TRUE(found({in_phase(0, kArrive, 1, 0), in_phase(1, kPass, 1, 2)}).empty());
  EXPECT_EQ(found({in_phase(0, kArrive, 0, 0), in_phase(1, kPass, 1, 2)}), kRace);  // it arrived before it stored
  EXPECT_EQ(found({in_phase(0, kArrive, 1, 0), in_phase(1, kPass, 2, 2)}), kRace);
}

TEST(Meetings, OtherBarriersSayNothing) {
  EXPECT_EQ(found({in_phase(0, kArrive, 1, 0), in_phase(1, kPass, 1, 1, kBarrier + 4)}), kRace);
}

TEST(Meetings, OfWhichTheRecordingLacksAWarpAnyMayDo) {
  const Events events = {in_phase(0, kArrive, 1, 1), in_phase(1, kPass, 1, 1)};
  EXPECT_EQ(found(events), kRace);
  EXPECT_TRUE(found(events, 3).empty());  // that one may have passed the one and arrived for the other
}

/// Whether warp 0's request 4 comes before request 5 of warp 2.
bool are_ordered(const Events& events) {
  const auto phases = analysis::Phases::of(events);
  EXPECT_TRUE(phases);
  return phases && phases->are_ordered(0, 4, 2, 5);
}

TEST(Meetings, AWarpPassesOnWhatItHasWaitedFor) {
  const std::uint32_t other = kBarrier + 8;
  const auto through_1 = [&](std::uint32_t pass, std::uint32_t arrive) {
    return are_ordered({in_phase(0, kArrive, 5, 0), in_phase(1, kPass, pass, 1), in_phase(1, kArrive, arrive, 0, other),
                        in_phase(2, kPass, 5, 1, other)});
  };
  EXPECT_TRUE(through_1(2, 3));
  EXPECT_FALSE(are_ordered({in_phase(0, kArrive, 5, 0), in_phase(1, kArrive, 2, 0, other), in_phase(1, kPass, 3, 1),
                            in_phase(2, kPass, 5, 1, other)}));
}

TEST(Meetings, ThatNobodyCanHaveHeldAreNotKnown) {
  EXPECT_FALSE(analysis::Phases::of(Events{in_phase(0, kPass, 0, 1), in_phase(0, kArrive, 0, 0)}));
  EXPECT_FALSE(analysis::Phases::of(Events{event(0, kArrive, 0)}));
}

TEST(Meetings, OfAnotherIntervalOrderNothing) {
  Events later = {event(0, kArrive, 3), event(1, kPass, 2)};
  for (format::SyncEvent& e : later) e.interval = 1;
  EXPECT_EQ(found(later), kRace);
}

}  // namespace
}  // namespace gemmscope
