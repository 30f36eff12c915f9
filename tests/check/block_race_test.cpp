// SPDX-License-Identifier: MIT
// What blocks do to each other in global memory, by hand: every block stores 4 bytes and loads 16.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/words/advice_words.h"
#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using format::Atomic;
using format::Op;
using testing::HandMade;
using enum HandMade::Site;

/// Two blocks of a program that is no matrix multiplication: each stores at byte 0 and loads from byte 16 on, the
/// second one `apart` bytes behind the first.
format::Recording blocks_apart(std::uint32_t apart, std::uint8_t unused = 0) {
  HandMade block(1);
  block.recording.sites[kLoadA].width = 16;
  block.recording.sites[kStoreC].tensor = 0;
  block.add(0, 0, kStoreC, {{3, 0}}).add(0, 0, kLoadA, {{5, 16}});
  format::Recording r = block.whole();
  r.grid_x = 2, r.selection.block_x = {0, 2};
  r.templates[0].rows[1].unused = unused;
  r.blocks.push_back({0, 1, 0, {apart}});
  return r;
}

std::vector<analysis::Finding> block_races(const format::Recording& r) {
  std::vector<analysis::Finding> all;
  for (const analysis::Finding& f : analysis::check(r).findings)
    if (f.fault == Fault::kBlockRace) all.push_back(f);
  return all;
}

TEST(BlockRace, BlocksThatTouchPlacesOfTheirOwnDoNotRace) {
  for (const std::uint32_t apart : {4u, 12u, 32u}) EXPECT_TRUE(block_races(blocks_apart(apart)).empty()) << apart;
}

TEST(BlockRace, ALoadOfWhatAnotherBlockStores) {
  for (const std::uint32_t apart : {16u, 20u, 28u}) {
    const format::Recording r = blocks_apart(apart);
    const auto found = block_races(r);
    ASSERT_EQ(found.size(), 1u) << apart;
    const analysis::Finding& f = found[0];
    EXPECT_EQ(f.count, 1u);
    EXPECT_EQ(f.byte, apart);
    ASSERT_TRUE(f.at && f.other);
    EXPECT_EQ((std::pair<int, int>(f.at->block, f.at->lane)), std::pair(0, 5));
    EXPECT_EQ((std::pair<int, int>(f.other->block, f.other->lane)), std::pair(1, 3));
    EXPECT_NE(words::sentence(r, f).find("of block (1,0,0)"), std::string::npos) << words::sentence(r, f);
  }
}

/// A barrier is no help, nor need the two wait for each other if each only uses what it has stored itself.
TEST(BlockRace, BlocksThatAlsoStoreThereNeedAPartOfTheirOwn) {
  const auto advice = [](bool stores_itself) {
    HandMade block(1);
    block.recording.sites[kStoreC].tensor = 0;
    block.add(0, 0, kStoreC, {{3, 0}, {4, stores_itself ? 16u : 4u}});
    block.add(0, 0, kLoadA, {{5, 16}});
    format::Recording r = block.whole();
    r.grid_x = 2;
    r.selection.block_x = {0, 2};
    r.blocks.push_back({0, 1, 0, {stores_itself ? 0u : 16u}});
    for (const analysis::Finding& f : block_races(r))
      if (f.at->site == kLoadA) return words::advice(f);
    return std::string();
  };
  EXPECT_NE(advice(false).find("Use a second launch"), std::string::npos) << advice(false);
  EXPECT_NE(advice(true).find("a part of the array for itself"), std::string::npos) << advice(true);
}

TEST(BlockRace, BlocksAlongZAreNamedAsInCuda) {
  format::Recording r = blocks_apart(16);
  r.grid_x = 1, r.grid_y = r.grid_z = 2;
  r.selection.block_x = {0, 1}, r.selection.block_z = {0, 2};
  r.blocks[1].y = 1, r.blocks[1].x = 0;
  const std::string text = words::sentence(r, block_races(r).at(0));
  EXPECT_NE(text.find("of block (0,0,0) "), std::string::npos) << text;
  EXPECT_NE(text.find("of block (0,0,1) "), std::string::npos) << text;
}

TEST(BlockRace, WhatALoadBringsThatNobodyUsesIsNotRead) {
  EXPECT_TRUE(block_races(blocks_apart(20, 2)).empty());
  EXPECT_EQ(block_races(blocks_apart(20, 13)).size(), 1u);
}

TEST(BlockRace, TwoBlocksStoreOneElement) {
  const auto found = block_races(blocks_apart(0));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at->block, 1u);
  EXPECT_EQ(found[0].other->block, 0u);
}

TEST(BlockRace, BlocksThatStoreOneValueDoNotRace) {
  format::Recording r = blocks_apart(0);
  r.sites[kStoreC].one_value = true;
  EXPECT_TRUE(block_races(r).empty());
  r = blocks_apart(16);  // whoever loads may find it or not
  r.sites[kStoreC].one_value = true;
  EXPECT_EQ(block_races(r).size(), 1u);
}

TEST(BlockRace, BlocksThatStoredTheSameAreNamedApart) {
  format::Recording r = blocks_apart(0);
  r.sites[kStoreC].agrees = true;
  EXPECT_TRUE(block_races(r).empty());
  const auto agreed = analysis::check(r).agreed;
  ASSERT_EQ(agreed.size(), 1u);
  EXPECT_EQ((std::pair(agreed[0].at->block, agreed[0].other->block)), std::pair(1u, 0u));
  EXPECT_NE(words::sentence(r, agreed[0]).find("in this run"), std::string::npos);
  r = blocks_apart(16);
  r.sites[kStoreC].agrees = true;
  EXPECT_EQ(block_races(r).size(), 1u);
  EXPECT_TRUE(analysis::check(r).agreed.empty());
}

TEST(BlockRace, StoresOnTwoLinesMayBeOfTwoValues) {
  HandMade block(1);
  for (const auto site : {kStoreC, HandMade::kLoadB}) {
    block.recording.sites[site].tensor = 0;
    block.recording.sites[site].op = Op::kStore;
    block.recording.sites[site].one_value = true;
  }
  block.add(0, 0, kStoreC, {{3, 0}}).add(0, 0, HandMade::kLoadB, {{3, 4}});
  format::Recording r = block.whole();
  r.grid_x = 2, r.selection.block_x = {0, 2};
  r.blocks.push_back({0, 1, 0, {4}});  // stores on one line where the other block stores on the other
  EXPECT_EQ(block_races(r).size(), 1u);
}

TEST(BlockRace, TheFirstOfThoseThatStoreIsNamed) {
  format::Recording r = blocks_apart(0);
  r.grid_x = 3, r.selection.block_x = {0, 3};
  r.blocks.push_back({0, 2, 0, {0}});
  const auto found = block_races(r);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 2u);
  EXPECT_EQ(found[0].other->block, 0u);
}

/// A thread that finds what it waits for may go on to what is behind it.
TEST(BlockRace, NothingIsClaimedWhereBlocksMayWaitForEachOther) {
  const auto scope = [](const format::Recording& r) {
    return analysis::check(r).scopes[static_cast<std::size_t>(Fault::kBlockRace)].extent;
  };
  format::Recording r = blocks_apart(16);
  EXPECT_EQ(scope(r), analysis::CheckScope::Extent::kWhole);
  r.sites[kLoadA].atomic = Atomic::kStrong;
  EXPECT_EQ(scope(r), analysis::CheckScope::Extent::kRecorded);
  EXPECT_TRUE(block_races(r).empty());
}

/// Neither the checks of matrix products, nor early exits: correct programs have threads that end before a barrier.
TEST(BlockRace, OfAProgramOnlyChecksThatCouldApplyAreNamedAsNotMade) {
  const format::Recording r = blocks_apart(4);  // what was written is unknown
  const analysis::CheckResult result = analysis::check(r);
  const auto unchecked = words::unchecked(result);
  const auto is_named = [&](std::string_view fault) {
    return std::ranges::any_of(unchecked,
                               [&](const auto& group) { return group.faults.find(fault) != std::string::npos; });
  };
  for (const char* fault : {"C read with beta = 0", "not as said"}) EXPECT_FALSE(is_named(fault)) << fault;
  EXPECT_TRUE(is_named("unwritten read"));
  EXPECT_EQ(result.applying(), analysis::kFaults - 2);
  EXPECT_LT(result.made(), result.applying());
}

}  // namespace
}  // namespace gemmscope
