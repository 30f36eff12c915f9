// SPDX-License-Identifier: MIT
// What the threads of a block do to each other in global memory, by hand: they load 8 bytes of an array and store 4.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using format::Recording;
using testing::HandMade;
using enum HandMade::Site;
using Found = std::set<std::string>;

/// A block of a program that is no matrix multiplication.
struct Threads : HandMade {
  explicit Threads(std::uint32_t warps) : HandMade(warps) {
    recording.sites[kLoadA].width = 8, recording.sites[kStoreC].tensor = 0;
  }
  Threads& loads(std::uint32_t warp, std::uint32_t interval, std::uint32_t lane, std::uint32_t byte) {
    return add(warp, interval, kLoadA, {{lane, byte}}), *this;
  }
  Threads& stores(std::uint32_t warp, std::uint32_t interval, std::map<std::uint32_t, std::uint32_t> lanes,
                  bool after_syncwarp = false) {
    return add(warp, interval, kStoreC, std::move(lanes), after_syncwarp), *this;
  }
};

/// "write after read at byte 4 by warp 1, lane 3 and warp 0, lane 2, 1".
Found races_with_places(const Recording& r) {
  Found found;
  std::vector<analysis::Finding> all;
  for (const analysis::Finding& f : analysis::check(r).findings)
    std::ranges::copy(analysis::parts_of(f), std::back_inserter(all));
  for (const analysis::Finding& f : all) {
    if (!analysis::is_race(f.fault)) continue;
    const auto thread = [](const analysis::Access& a) {
      return "warp " + std::to_string(a.warp) + ", lane " + std::to_string(a.lane);
    };
    found.insert(words::fault_text(f) + " at byte " + std::to_string(f.byte) + " by " + thread(*f.at) + " and " +
                 thread(*f.other) + ", " + std::to_string(f.count));
  }
  return found;
}

TEST(ArrayRace, ThreadsThatTouchPlacesOfTheirOwnDoNotRace) {
  Threads block(2);
  block.loads(0, 0, 2, 16).stores(0, 0, {{2, 16}, {3, 8}}).loads(1, 0, 4, 0).stores(1, 0, {{4, 4}});
  EXPECT_EQ(races_with_places(block.whole()), Found{});
}

TEST(ArrayRace, ALoadOfWhatAnotherThreadStores) {
  Threads block(2);
  block.loads(0, 0, 2, 0).stores(1, 0, {{3, 4}});
  EXPECT_EQ(races_with_places(block.whole()),
            Found{"write after read at byte 4 by warp 1, lane 3 and warp 0, lane 2, 1"});
  Threads later(2);
  later.stores(0, 0, {{2, 4}}).stores(1, 0, {{3, 8}}).loads(1, 0, 3, 0);
  EXPECT_EQ(races_with_places(later.whole()),
            Found{"read after write at byte 4 by warp 1, lane 3 and warp 0, lane 2, 1"});
}

TEST(ArrayRace, OfThreadsThatTouchOtherMemoryToo) {
  Threads block(2);
  for (const std::uint32_t warp : {0, 1}) block.add(warp, 0, kStoreAs, {{3, 64 * warp}});
  block.loads(0, 0, 2, 0).stores(1, 0, {{3, 4}});
  EXPECT_EQ(races_with_places(block.whole()),
            Found{"write after read at byte 4 by warp 1, lane 3 and warp 0, lane 2, 1"});
}

/// So many accesses in one interval are looked at part by part of the array.
TEST(ArrayRace, AreFoundAnywhereAmongVeryManyAccesses) {
  Threads block(2);
  std::map<std::uint32_t, std::uint32_t> lanes;
  for (std::uint32_t lane = 0; lane < 32; ++lane) lanes[lane] = 8 + 8 * lane;
  for (std::uint32_t i = 0; i < 33'000; ++i) block.add(0, 0, kLoadA, lanes);
  for (const std::uint32_t byte : {0, 668, 4000})  // the first and last element, and beyond the end
    block.stores(0, 0, {{2, byte}}).stores(1, 0, {{3, byte}});
  EXPECT_EQ(races_with_places(block.whole()),
            Found{"write after write at byte 0 by warp 0, lane 2 and warp 1, lane 3, 3"});
}

/// Histograms: so many that none could be compared with its neighbours.
TEST(ArrayRace, OfVeryManyAtomicOperationsOnOneCellOrOfOneThreadThereIsNone) {
  std::map<std::uint32_t, std::uint32_t> one_cell, own_cells;
  for (std::uint32_t lane = 0; lane < 32; ++lane) one_cell[lane] = 160, own_cells[lane] = 4 * lane;
  for (const bool atomic : {false, true}) {
    Threads block(2);
    block.recording.sites[kStoreBs].op = format::Op::kAtomic;
    block.recording.sites[kStoreBs].width = block.recording.sites[kStoreAs].width = 4;
    for (std::uint32_t i = 0; i < 60'000; ++i)
      block.add(0, 0, atomic ? kStoreBs : kStoreAs, atomic ? one_cell : own_cells);
    EXPECT_EQ(races_with_places(block.whole()), Found{});
    EXPECT_EQ(analysis::check(block.whole()).extent(), analysis::CheckScope::Extent::kWhole);
  }
}

TEST(ArrayRace, ABarrierOrdersThem) {
  Threads block(2);
  block.loads(0, 0, 2, 0).stores(1, 1, {{3, 4}}).loads(0, 2, 1, 0);
  EXPECT_EQ(races_with_places(block.whole()), Found{});
}

TEST(ArrayRace, ASyncwarpOrdersLanes) {
  for (const bool synced : {false, true}) {
    Threads block(1);
    block.loads(0, 0, 2, 0).stores(0, 0, {{3, 4}}, synced);
    EXPECT_EQ(races_with_places(block.whole()).size(), synced ? 0u : 1u);
  }
}

TEST(ArrayRace, TheBlocksPlaceCounts) {
  Threads block(2);
  block.recording.blocks[0].base[0] = 48;
  block.loads(0, 0, 2, 0).stores(1, 0, {{3, 4}});
  EXPECT_EQ(races_with_places(block.whole()),
            Found{"write after read at byte 52 by warp 1, lane 3 and warp 0, lane 2, 1"});
}

TEST(ArrayRace, AllBlocksThatDoTheSameCount) {
  Threads block(2);
  block.loads(0, 0, 2, 0).stores(1, 0, {{3, 4}});
  Recording r = block.whole();
  r.grid_x = 2, r.selection.block_x = {0, 2};
  r.blocks.push_back({0, 1, 0, {64}});
  EXPECT_EQ(races_with_places(r), Found{"write after read at byte 4 by warp 1, lane 3 and warp 0, lane 2, 2"});
}

TEST(ArrayRace, WhatIsInSharedMemoryIsAnotherPlace) {
  Threads block(2);
  block.stores(0, 0, {{2, 4}}).add(1, 0, kStoreAs, {{3, 4}});
  EXPECT_EQ(races_with_places(block.whole()), Found{});
}

TEST(ArrayRace, ThoseWhoStoreOneValueDoNotRace) {
  for (const bool one_value : {false, true}) {
    Threads block(2);
    block.recording.sites[kStoreC].one_value = one_value;
    block.stores(0, 0, {{2, 4}, {5, 4}}).stores(1, 0, {{3, 4}});
    EXPECT_EQ(races_with_places(block.whole()).empty(), one_value);
    block.loads(1, 0, 7, 0);
    EXPECT_FALSE(races_with_places(block.whole()).empty());
  }
}

TEST(ArrayRace, ForStoresOfOneValueInSharedMemoryTheSameHolds) {
  for (const bool one_value : {false, true}) {
    Threads block(2);
    block.recording.sites[kStoreAs].one_value = one_value;
    for (const std::uint32_t warp : {0, 1}) block.add(warp, 0, kStoreAs, {{3, 4}});
    EXPECT_EQ(races_with_places(block.whole()).empty(), one_value);
  }
}

/// As the run that was recorded had it; who loads may come too early whatever is stored.
TEST(ArrayRace, ThoseWhoStoredTheSameAreNamedApart) {
  for (const bool shared : {false, true}) {
    const HandMade::Site site = shared ? kStoreAs : kStoreC;
    Threads block(2);
    block.recording.sites[site].agrees = true;
    for (const std::uint32_t warp : {0, 1}) block.add(warp, 0, site, {{2, 4}, {3, 4}});
    EXPECT_EQ(races_with_places(block.whole()), Found{});
    const auto agreed = analysis::check(block.whole()).agreed;
    ASSERT_EQ(agreed.size(), 2u);  // inside a warp, and between the two
    EXPECT_EQ(agreed[0].fault, Fault::kWriteAfterWrite);
    EXPECT_EQ(agreed[0].at->warp, 1u);
    EXPECT_EQ(agreed[0].other->warp, 0u);
    EXPECT_NE(words::sentence(block.whole(), agreed[0]).find("in this run"), std::string::npos);
  }
  Threads block(2);
  block.recording.sites[kStoreC].agrees = true;
  block.stores(0, 0, {{2, 4}}).loads(1, 0, 3, 0);
  EXPECT_EQ(races_with_places(block.whole()).size(), 1u);
}

TEST(ArrayRace, WhoStoredTheSameAsOneAndNotAsAnotherRaces) {
  Threads block(2);
  block.recording.sites[kStoreC].agrees = true;
  block.recording.sites[kLoadA].op = format::Op::kStore;
  block.stores(0, 0, {{2, 4}}).stores(1, 0, {{3, 4}}).loads(1, 0, 5, 0);
  EXPECT_EQ(races_with_places(block.whole()),
            Found{"write after write inside a warp at byte 4 by warp 1, lane 5 and warp 1, lane 3, 1"});
  EXPECT_EQ(analysis::check(block.whole()).agreed.size(), 1u);
  Threads earlier(2);
  earlier.recording = block.recording;
  earlier.loads(0, 0, 2, 0).stores(1, 0, {{3, 4}});
  EXPECT_EQ(races_with_places(earlier.whole()),
            Found{"write after write at byte 4 by warp 1, lane 3 and warp 0, lane 2, 1"});
}

/// A thread that finds what it waits for may go on to what is behind it.
TEST(ArrayRace, NothingIsClaimedWhereThreadsMayWaitForEachOther) {
  Threads block(2);
  block.loads(0, 0, 2, 0).stores(1, 0, {{3, 4}});
  const auto scope = [](const Recording& r) {
    return analysis::check(r).scopes[static_cast<std::size_t>(Fault::kWriteAfterRead)];
  };
  EXPECT_EQ(scope(block.whole()).extent, analysis::CheckScope::Extent::kWhole);
  block.recording.sites[kLoadA].atomic = format::Atomic::kStrong;
  EXPECT_EQ(races_with_places(block.whole()), Found{});
  EXPECT_EQ(scope(block.whole()).extent, analysis::CheckScope::Extent::kRecorded);
  EXPECT_NE(scope(block.whole()).why.find("not decided"), std::string_view::npos);
  const auto undecided = analysis::check(block.whole()).undecided;
  ASSERT_EQ(undecided.size(), 1u);
  EXPECT_EQ(undecided[0].look->lane, 2);
  EXPECT_NE(words::sentence(block.whole(), undecided[0]).find("Values are not recorded"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope
