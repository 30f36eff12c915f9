// SPDX-License-Identifier: MIT
// Which loads of C by a program are reads of what was there before the launch, by hand.
#include <gtest/gtest.h>

#include "tests/check/hand_made.h"
#include "tracing/analysis/check_memory.h"

namespace gemmscope {
namespace {

using testing::HandMade;
using enum HandMade::Site;

constexpr std::uint16_t kC = 0;  ///< array

/// A block of a program that loads C by kLoadA and stores it by kStoreC, 4 bytes each.
HandMade block_of_two_warps() {
  HandMade block(2);
  for (const HandMade::Site site : {kLoadA, kStoreC})
    block.recording.sites[site].tensor = kC, block.recording.sites[site].width = 4;
  return block;
}

/// Another block does the same, `apart` bytes behind it.
format::Recording twice(const HandMade& block, std::uint32_t apart) {
  format::Recording r = block.whole();
  r.grid_x = 2, r.selection.block_x = {0, 2};
  r.blocks.push_back({0, 1, 0, {apart}});
  return r;
}

struct Reads {
  std::uint64_t count = 0;
  bool not_told = false;
  friend bool operator==(const Reads&, const Reads&) = default;
};

Reads reads(const format::Recording& r) {
  analysis::Findings findings;
  analysis::Budget budget;
  Reads reads{.count = 0, .not_told = !analysis::check_reads_of_C(r, kC, findings, budget).empty()};
  for (const analysis::Finding& f : findings.all([](const analysis::FindingKey&) { return true; }))
    reads.count += f.fault == analysis::Fault::kReadWithoutBeta ? f.count : 0;
  return reads;
}

TEST(ReadsOfC, ALoadBeforeTheStoreIsOne) {
  const HandMade block = block_of_two_warps().add(0, 0, kLoadA, {{3, 8}}).add(0, 0, kStoreC, {{3, 8}});
  EXPECT_EQ(reads(block.whole()), (Reads{1}));
  EXPECT_EQ(reads(twice(block, 4)), (Reads{2}));
}

TEST(ReadsOfC, ALoadOfWhatTheBlockHasStoredIsNone) {
  for (const std::uint32_t lane : {3u, 4u}) {
    HandMade block = block_of_two_warps();
    block.add(0, 0, kStoreC, {{3, 8}}).add(0, 0, kLoadA, {{lane, 8}});
    EXPECT_EQ(reads(block.whole()), Reads{}) << lane;
    EXPECT_EQ(reads(block.add(0, 0, kLoadA, {{lane, 12}}).whole()), (Reads{1})) << lane;
  }
}

TEST(ReadsOfC, BarriersOrderTheStoresOfAnotherWarp) {
  const auto loaded_in = [](std::uint32_t interval, std::uint32_t stored_in) {
    HandMade block = block_of_two_warps();
    block.add(0, stored_in, kStoreC, {{0, 0}}).add(1, interval, kLoadA, {{0, 0}});
    return reads(block.whole()).count;
  };
  EXPECT_EQ(loaded_in(1, 0), 0u);
  EXPECT_EQ(loaded_in(0, 0), 0u);  // not known
  EXPECT_EQ(loaded_in(0, 1), 1u);
}

TEST(ReadsOfC, AWideLoadIsOneIfAPartOfItIs) {
  HandMade block = block_of_two_warps();
  block.recording.sites[kLoadA].width = 16;
  block.add(0, 0, kStoreC, {{0, 16}, {1, 20}, {2, 24}}).add(0, 0, kLoadA, {{0, 16}});
  EXPECT_EQ(reads(block.whole()), (Reads{1}));
  EXPECT_EQ(reads(block.add(0, 0, kStoreC, {{3, 28}}).add(0, 0, kLoadA, {{0, 16}}).whole()), (Reads{1}));
}

TEST(ReadsOfC, NothingIsSaidOfSumsOfOtherBlocks) {
  const HandMade block = block_of_two_warps().add(0, 0, kLoadA, {{0, 8}}).add(0, 0, kStoreC, {{0, 4}});
  EXPECT_EQ(reads(twice(block, 8)), (Reads{2}));
  EXPECT_EQ(reads(twice(block, 4)), (Reads{0, true}));  // the second stores what the first loads
  EXPECT_EQ(reads(twice(block, 0)), (Reads{2}));
  format::Recording part = twice(block, 8);
  part.blocks.pop_back(), part.selection.block_x = {0, 1};
  EXPECT_EQ(reads(part), (Reads{0, true}));
}

TEST(ReadsOfC, NothingIsLeftOpenWhereNothingIsLoaded) {
  format::Recording part = twice(block_of_two_warps().add(0, 0, kStoreC, {{0, 4}}), 0);
  EXPECT_EQ(reads(part), Reads{});
  part.blocks.pop_back(), part.selection.block_x = {0, 1};
  EXPECT_EQ(reads(part), Reads{});
}

}  // namespace
}  // namespace gemmscope
