// SPDX-License-Identifier: MIT
// Asynchronous copies that are touched before they are there, by hand: As is copied to and loaded from.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"
#include "tracing/format/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using testing::HandMade;
using enum HandMade::Site;
using testing::kAllLanes;
using enum format::SyncEvent::Kind;
constexpr auto kCopy = kStoreAs;

/// Two warps; the accesses of a program that is no matrix multiplication, and the events in order.
class Copies {
 public:
  Copies() : block_(2) {
    block_.recording.sites[kCopy].asynchronous = true;
    block_.recording.sites[kStoreBs].tensor = block_.recording.sites[kCopy].tensor;
    block_.recording.sites[kStoreBs].width = 4;
  }
  Copies& add(std::uint32_t warp, std::uint32_t interval, HandMade::Site site,
              std::map<std::uint32_t, std::uint32_t> lanes) {
    block_.add(warp, interval, site, std::move(lanes));
    ++requests_[warp];
    return *this;
  }
  Copies& event(std::uint16_t warp, std::uint32_t interval, format::SyncEvent::Kind kind, std::uint32_t pending = 0,
                std::uint32_t lanes = kAllLanes) {
    events_.push_back({warp, kind, interval, requests_[warp], lanes, pending});
    return *this;
  }
  format::Recording recording() const {
    format::Recording r = block_.whole();
    r.patterns[0].sync_events = events_;
    std::ranges::stable_sort(r.patterns[0].sync_events, {}, &format::SyncEvent::warp);
    const auto fault = format::check(r);
    EXPECT_FALSE(fault) << fault->what;
    return r;
  }
  std::vector<analysis::Finding> found() const {
    std::vector<analysis::Finding> all;
    for (const analysis::Finding& f : analysis::check(recording()).findings)
      if (f.fault == Fault::kCopyInFlight) all.push_back(f);
    return all;
  }

 private:
  HandMade block_;
  std::vector<format::SyncEvent> events_;
  std::map<std::uint32_t, std::uint32_t> requests_;
};

TEST(Copies, AThreadHasItsOwnAfterItHasWaited) {
  Copies waits;
  waits.add(0, 0, kCopy, {{3, 12}, {4, 16}}).event(0, 0, kCommit).event(0, 0, kWait);
  EXPECT_TRUE(waits.add(0, 0, kLoadAs, {{3, 12}}).found().empty());
}

TEST(Copies, NotBeforeThat) {
  Copies early;
  early.add(0, 0, kCopy, {{3, 12}, {4, 16}}).event(0, 0, kCommit).add(0, 0, kLoadAs, {{4, 16}}).event(0, 0, kWait);
  const auto found = early.found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at->lane, 4);
  EXPECT_EQ(found[0].at->request, 1u);
  EXPECT_EQ(found[0].other->request, 0u);
  EXPECT_EQ(found[0].byte, 16u);
  EXPECT_NE(words::sentence(early.recording(), found[0]).find("has not waited"), std::string::npos);
}

TEST(Copies, LanesThatHaveNotWaitedHaveNot) {
  for (const auto& [lanes, findings] : {std::pair(1u << 3, 1u), std::pair(1u << 4, 0u)}) {
    Copies some;
    some.add(0, 0, kCopy, {{3, 12}, {4, 16}}).event(0, 0, kCommit).event(0, 0, kWait, 0, lanes);
    EXPECT_EQ(some.add(0, 0, kLoadAs, {{4, 16}}).found().size(), findings) << lanes;
  }
}

TEST(Copies, TheLastGroupsMayBePending) {
  for (const auto& [pending, findings] : {std::pair(0u, 0u), {1u, 1u}, {2u, 2u}, {3u, 3u}, {0xffffffffu, 3u}}) {
    Copies groups;
    for (const std::uint32_t n : {0u, 1u, 2u}) groups.add(0, 0, kCopy, {{n, 4 * n}}).event(0, 0, kCommit);
    groups.event(0, 0, kWait, pending).add(0, 0, kLoadAs, {{0, 0}, {1, 4}, {2, 8}});
    const auto found = groups.found();
    EXPECT_EQ(found.empty() ? 0u : found[0].count, findings) << pending;
  }
}

TEST(Copies, WhatIsOfNoGroupIsNotWaitedFor) {
  Copies late;
  late.event(0, 0, kCommit).add(0, 0, kCopy, {{3, 12}}).event(0, 0, kWait).add(0, 0, kLoadAs, {{3, 12}});
  EXPECT_EQ(late.found().size(), 1u);
}

TEST(Copies, OthersHaveThemAfterTheBarrierThatFollowsTheWait) {
  for (const std::uint32_t interval : {1u, 2u, 3u}) {
    Copies copies;
    copies.add(0, 0, kCopy, {{3, 12}}).event(0, 0, kCommit).event(0, 2, kWait).add(1, interval, kLoadAs, {{9, 12}});
    copies.add(0, 3, kLoadAs, {{0, 32}});  // the wait is alone in its interval
    const auto found = copies.found();
    ASSERT_EQ(found.size(), interval < 3 ? 1u : 0u) << interval;
    if (!found.empty()) {
      EXPECT_EQ(std::pair(found[0].at->warp, found[0].other->warp), std::pair(1u, 0u));
    }
  }
}

TEST(Copies, ThatNobodyWaitsForAreNeverThere) {
  Copies never;
  never.add(0, 0, kCopy, {{3, 12}}).event(0, 0, kCommit).add(1, 7, kLoadAs, {{3, 12}}).add(1, 8, kLoadAs, {{3, 16}});
  EXPECT_EQ(never.found().size(), 1u);
}

TEST(Copies, AreOverwrittenByStoresAndByOtherCopies) {
  for (const auto site : {kStoreBs, kCopy}) {
    Copies both;
    both.add(0, 0, kCopy, {{3, 12}}).event(0, 0, kCommit).add(1, 1, site, {{3, 12}}).event(0, 1, kWait);
    EXPECT_EQ(both.found().size(), 1u);
  }
}

TEST(Copies, ThatAnMbarrierCountsAreThereAfterItsPhase) {
  for (const auto& [kind, findings] : {std::pair(kPass, 0u), {kArrive, 1u}}) {
    Copies copies;
    copies.add(0, 0, kCopy, {{3, 12}}).event(0, 0, kArriveWithCopies, 8).event(0, 0, kind, 8);
    EXPECT_EQ(copies.add(0, 0, kLoadAs, {{3, 12}}).found().size(), findings);
  }
}

TEST(Copies, AskedForAfterTheArrivalAreNotOfThatPhase) {
  Copies late;
  late.event(0, 0, kArriveWithCopies, 8).add(0, 0, kCopy, {{3, 12}}).event(0, 0, kPass, 8);
  EXPECT_EQ(late.add(0, 0, kLoadAs, {{3, 12}}).found().size(), 1u);
}

TEST(Copies, ThatAnMbarrierCountsAreThereForOthersWhoWaitForIt) {
  for (const bool waits : {true, false}) {
    Copies copies;
    copies.add(0, 0, kCopy, {{3, 12}}).event(0, 0, kArriveWithCopies, 8);
    if (waits) copies.event(1, 1, kPass, 8);
    EXPECT_EQ(copies.add(1, 1, kLoadAs, {{9, 12}}).found().size(), waits ? 0u : 1u);
  }
}

/// Between the same two barriers it is a race, whatever the copy's moment.
TEST(Copies, OfOthersBetweenTheSameBarriersAreRaces) {
  Copies race;
  race.add(0, 0, kCopy, {{3, 12}}).event(0, 0, kCommit).add(1, 0, kLoadAs, {{3, 12}}).event(0, 0, kWait);
  EXPECT_TRUE(race.found().empty());
  EXPECT_FALSE(testing::found_in_shared(race.recording()).empty());
}

}  // namespace
}  // namespace gemmscope
