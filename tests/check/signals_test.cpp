// SPDX-License-Identifier: MIT
// Signals that threads give each other in memory, and what they may order. By hand: two blocks of two warps store to A
// and load what the other block has stored; B holds the signals. There is no PTX, so nothing says what a look decides.
#include <gtest/gtest.h>

#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::CheckScope;
using analysis::Fault;
using format::Atomic;
using format::Op;
using format::Recording;
using testing::HandMade;
using enum HandMade::Site;
constexpr auto kSign = kLoadB;

/// The second block is 16 bytes behind the first.
struct Blocks : HandMade {
  Blocks() : HandMade(2) {
    recording.sites[kStoreC].tensor = 0;
    recording.sites[kSign].op = Op::kAtomic;
  }
  Blocks& stores(std::uint32_t warp, std::uint32_t interval) { return add(warp, interval, kStoreC, 64), *this; }
  Blocks& loads(std::uint32_t warp, std::uint32_t interval) { return add(warp, interval, kLoadA, 80), *this; }
  Blocks& signs(std::uint32_t warp, std::uint32_t interval) { return add(warp, interval, kSign, 16), *this; }
  Recording both() const {
    Recording r = whole();
    r.grid_x = 2, r.selection.block_x = {0, 2};
    r.blocks.push_back({0, 1, 0, {16}});
    return r;
  }

 private:
  void add(std::uint32_t warp, std::uint32_t interval, Site site, std::uint32_t byte) {
    HandMade::add(warp, interval, site, {{3, byte}});
  }
};

/// How many kinds of races there are between blocks.
std::size_t race_count(const Recording& r) {
  return static_cast<std::size_t>(std::ranges::count(analysis::check(r).findings, Fault::kBlockRace,
                                                     [](const analysis::Finding& f) { return f.fault; }));
}
CheckScope::Extent extent(const Recording& r) {
  return analysis::check(r).scopes[static_cast<std::size_t>(Fault::kBlockRace)].extent;
}

TEST(Signals, WhoLooksAfterAStoreThatASignFollowsMayHaveWaited) {
  const Recording r = Blocks().stores(0, 0).signs(0, 0).loads(0, 0).both();
  EXPECT_EQ(race_count(r), 0u);
  EXPECT_EQ(extent(r), CheckScope::Extent::kRecorded);
  const auto undecided = analysis::check(r).undecided;
  ASSERT_EQ(undecided.size(), 1u);
  EXPECT_EQ(undecided[0].fault, Fault::kBlockRace);
  EXPECT_EQ(undecided[0].look->site, kSign);
}

/// Only for those that take part, and only by one address.
TEST(Signals, OrderNothingForOthers) {
  const auto undecided = [](const Recording& r) { return analysis::check(r).undecided.size(); };
  const auto lanes = [](std::uint32_t giver, std::uint32_t place, std::uint32_t looker) {
    Blocks blocks;
    blocks.stores(0, 0);
    blocks.HandMade::add(0, 0, kSign, {{giver, 16}, {looker, place}});
    return blocks.loads(0, 0).both();
  };
  EXPECT_EQ(undecided(lanes(3, 16, 3)), 1u);
  EXPECT_EQ(race_count(lanes(4, 16, 5)), 1u);  // another lane than the one that stores and loads
  EXPECT_EQ(undecided(lanes(4, 16, 5)), 0u);
}

TEST(Signals, OfAnAtomicOperationWhoseResultNobodyUsesNobodyLearns) {
  Blocks blocks;
  blocks.recording.sites[kSign].unseen = true;
  EXPECT_EQ(race_count(blocks.stores(0, 0).signs(0, 0).loads(0, 0).both()), 1u);
  Blocks count;
  count.recording.sites[kSign].atomic = Atomic::kCount;
  EXPECT_EQ(race_count(count.stores(0, 0).signs(0, 0).loads(0, 0).both()), 1u);
}

TEST(Signals, WhatComesAfterTheLastSignIsNotTold) {
  EXPECT_EQ(race_count(Blocks().signs(0, 0).stores(0, 0).loads(0, 0).both()), 1u);
  EXPECT_EQ(race_count(Blocks().signs(0, 0).stores(0, 1).loads(0, 1).both()), 1u);
}

TEST(Signals, WhatComesBeforeTheFirstLookWasNotToldAnything) {
  const Recording r = Blocks().stores(0, 0).loads(0, 0).signs(0, 0).both();
  EXPECT_EQ(race_count(r), 1u);
  EXPECT_EQ(extent(r), CheckScope::Extent::kWhole);
  EXPECT_EQ(race_count(Blocks().stores(0, 0).loads(0, 0).signs(0, 1).both()), 1u);
}

/// The threads of a block pass on at barriers what one of them has been told.
TEST(Signals, AThreadGivesThemForItsBlock) {
  EXPECT_EQ(race_count(Blocks().stores(0, 0).signs(1, 1).loads(0, 2).both()), 0u);
  EXPECT_EQ(race_count(Blocks().stores(0, 0).signs(1, 0).loads(0, 1).both()), 1u);  // before the barrier: too early
  EXPECT_EQ(race_count(Blocks().stores(0, 0).signs(1, 1).loads(0, 1).both()), 1u);  // nobody has told warp 0
}

TEST(Signals, PlainAccessesToAnArrayOfSignsAreSigns) {
  Blocks flag;  // stored as any other, and looked for by volatile loads
  flag.recording.sites[kLoadA].atomic = Atomic::kStrong;
  EXPECT_EQ(race_count(flag.stores(0, 0).loads(0, 0).both()), 0u);
}

TEST(Signals, AtomicOperationsRaceWithPlainStoresAlone) {
  for (const bool unseen : {false, true}) {
    Blocks zeroed;
    zeroed.recording.sites[kLoadA].op = Op::kAtomic, zeroed.recording.sites[kLoadA].unseen = unseen;
    EXPECT_EQ(race_count(zeroed.stores(0, 0).loads(0, 0).both()), unseen ? 1u : 0u);
  }
  Blocks read;
  read.recording.sites[kStoreC].op = Op::kAtomic;
  EXPECT_EQ(race_count(read.stores(0, 0).loads(0, 0).both()), 0u);
  Blocks strong;
  strong.recording.sites[kStoreC].atomic = Atomic::kStrong, strong.recording.sites[kLoadA].op = Op::kAtomic;
  strong.recording.sites[kLoadA].unseen = true;
  EXPECT_EQ(race_count(strong.stores(0, 0).loads(0, 0).both()), 0u);
}

TEST(Signals, OfAGridBarrierOnlyWhichBarriersThereAreIsKnown) {
  const auto cooperative = [](Blocks& blocks) {
    Recording r = blocks.both();
    r.parameters.push_back({"cooperative", "yes"});
    return race_count(r);
  };
  EXPECT_EQ(cooperative(Blocks().stores(0, 0).loads(0, 1)), 0u);
  EXPECT_EQ(cooperative(Blocks().stores(0, 0).loads(0, 0).loads(1, 1)), 1u);
  EXPECT_EQ(cooperative(Blocks().signs(0, 0).stores(0, 1).loads(0, 1)), 1u);
}

/// A warp that is not recorded may have looked.
TEST(Signals, OfSomeWarpsLikewise) {
  Recording r = Blocks().stores(0, 0).loads(0, 1).both();
  EXPECT_EQ(race_count(r), 1u);
  r.selection.warps = {0, 1};
  EXPECT_EQ(race_count(r), 0u);
  r = Blocks().stores(0, 0).loads(0, 0).both();
  r.selection.warps = {0, 1};
  EXPECT_EQ(race_count(r), 1u);
}

/// Of one block: warp 0 stores, warp 1 loads.
std::set<std::string> in_block(Atomic atomic, bool sign_first, bool look_first) {
  HandMade block(2);
  block.recording.sites[HandMade::kStoreBs].atomic = block.recording.sites[HandMade::kLoadBs].atomic = atomic;
  const auto access = [&](std::uint32_t warp, HandMade::Site site, std::uint32_t byte) {
    block.add(warp, 0, site, {{3, byte}});
  };
  if (sign_first) access(0, HandMade::kStoreBs, 160);
  access(0, HandMade::kStoreAs, 32);
  if (!sign_first) access(0, HandMade::kStoreBs, 160);
  if (look_first) access(1, HandMade::kLoadBs, 160);
  access(1, HandMade::kLoadAs, 32);
  if (!look_first) access(1, HandMade::kLoadBs, 160);
  std::set<std::string> found = testing::found_in_shared(block.whole());
  std::erase_if(found, [](const std::string& each) { return each.find("sB") != each.npos; });
  return found;
}

TEST(Signals, OrderWhatWarpsDoInSharedMemory) {
  const std::set<std::string> race = {"read after write sA_load sA_store, 1"};
  EXPECT_EQ(in_block(Atomic::kPlain, false, true), race);
  EXPECT_TRUE(in_block(Atomic::kStrong, false, true).empty());
  EXPECT_FALSE(in_block(Atomic::kStrong, true, true).empty());
  EXPECT_FALSE(in_block(Atomic::kStrong, false, false).empty());
}

/// Who looks for a sign in shared memory is meant to come before or after it. So is nobody else.
TEST(Signals, InSharedMemoryAreNoRacesBetweenWarps) {
  for (const Atomic store : {Atomic::kStrong, Atomic::kPlain})
    for (const Atomic load : {Atomic::kStrong, Atomic::kPlain}) {
      HandMade block(2);
      block.recording.sites[HandMade::kStoreAs].atomic = store, block.recording.sites[HandMade::kLoadAs].atomic = load;
      block.add(0, 0, HandMade::kStoreAs, {{3, 32}});
      block.add(1, 0, HandMade::kLoadAs, {{5, 32}});
      const bool are_signs = store == Atomic::kStrong && load == Atomic::kStrong;
      const bool is_quiet =
          testing::found_in_shared(block.whole()).empty() && analysis::check(block.whole()).undecided.empty();
      EXPECT_EQ(is_quiet, are_signs);
    }
}

/// Volatile alone does not keep the lanes of a warp in step.
TEST(Signals, InSharedMemoryAreRacesInsideAWarp) {
  HandMade block(1);
  block.recording.sites[HandMade::kStoreAs].atomic = block.recording.sites[HandMade::kLoadAs].atomic = Atomic::kStrong;
  block.recording.sites[HandMade::kStoreAs].width = block.recording.sites[HandMade::kLoadAs].width = 4;
  for (const std::uint32_t distance : {8u, 4u}) {
    block.add(0, 0, HandMade::kLoadAs, {{0, distance}, {1, 4 + distance}});
    block.add(0, 0, HandMade::kStoreAs, {{0, 0}, {1, 4}});
  }
  const auto undecided = analysis::check(block.whole()).undecided;  // a look between two stores may order them
  ASSERT_EQ(undecided.size(), 1u);
  EXPECT_EQ(undecided[0].fault, analysis::Fault::kReadAfterWrite);
  EXPECT_TRUE(undecided[0].in_warp);
}

}  // namespace
}  // namespace gemmscope
