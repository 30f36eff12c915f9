// SPDX-License-Identifier: MIT
// Threads that meet others, but not their whole block, between two barriers: at mbarriers, and at barriers of some
// warps. By hand: As is stored to and loaded from.
#include <gtest/gtest.h>

#include "tests/check/hand_made.h"
#include "tracing/format/check.h"

namespace gemmscope {
namespace {

using testing::HandMade;
using enum format::SyncEvent::Kind;
using Events = std::vector<format::SyncEvent>;
constexpr std::uint32_t kAll = 0xffffffff, kBarrier = 320;  ///< a byte behind As and Bs

format::SyncEvent event(std::uint16_t warp, format::SyncEvent::Kind kind, std::uint32_t request) {
  return {warp, kind, 0, request, kAll, kBarrier};
}

/// Warp 0 stores, then loads elsewhere; warp 1 loads elsewhere, then what warp 0 has stored.
std::set<std::string> found(const Events& events) {
  HandMade block(2);
  block.recording.shared_bytes = kBarrier + 8;
  block.recording.sites[HandMade::kStoreAs].width = 4;
  for (const std::uint32_t interval : {0u, 1u}) {  // what is stored in the first one is there for all in the second
    block.add(0, interval, format::kEpilogue, HandMade::kStoreAs, {{3, 12}});
    block.add(0, interval, format::kEpilogue, HandMade::kStoreAs, {{0, 32}});
    block.add(1, interval, format::kEpilogue, HandMade::kStoreAs, {{5, 64}});
    if (interval == 0) block.add(1, interval, format::kEpilogue, HandMade::kLoadAs, {{9, 12}});
  }
  format::Recording r = block.whole();
  r.M = r.N = r.K = r.k_tiles = 0, r.selection.k_tiles = {0, 0};
  r.patterns[0].sync_events = events;
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

TEST(Meetings, OfAnotherIntervalOrderNothing) {
  Events later = {event(0, kArrive, 3), event(1, kPass, 2)};
  for (format::SyncEvent& e : later) e.interval = 1;
  EXPECT_EQ(found(later), kRace);
}

}  // namespace
}  // namespace gemmscope
