// SPDX-License-Identifier: MIT
#include "tracing/ptx/flow.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/lockstep/random.h"
#include "tracing/lockstep/slots.h"

namespace gemmscope::lockstep {
namespace {

using testing::below;

constexpr std::uint32_t kOut = kNowhere;  // as a place to get to

/// Whether a walk from `from` gets to `to` without a step on `without`.
bool gets_to(std::span<const BasicBlock> blocks, std::uint32_t from, std::uint32_t to, std::uint32_t without) {
  if (from == without) return false;
  std::vector<bool> seen(blocks.size());
  std::vector<std::uint32_t> due{from};
  seen[from] = true;
  while (!due.empty()) {
    const BasicBlock& block = blocks[due.back()];
    if (due.back() == to || (to == kOut && block.leaves)) return true;
    due.pop_back();
    for (const std::uint32_t next : block.successors)
      if (next != without && !seen[next]) seen[next] = true, due.push_back(next);
  }
  return false;
}

/// By definition: of the other blocks on every way out, the one that is on every way from `block` to any of them.
std::uint32_t meeting_by_definition(std::span<const BasicBlock> blocks, std::uint32_t block) {
  constexpr std::uint32_t kNone = kNowhere - 1;
  if (!gets_to(blocks, block, kOut, kNone)) return kNowhere;
  std::vector<std::uint32_t> on_every_way;
  for (std::uint32_t b = 0; b < blocks.size(); ++b)
    if (b != block && gets_to(blocks, block, b, kNone) && !gets_to(blocks, block, kOut, b)) on_every_way.push_back(b);
  for (const std::uint32_t first : on_every_way)
    if (std::ranges::all_of(
            on_every_way, [&](std::uint32_t other) { return other == first || !gets_to(blocks, block, other, first); }))
      return first;
  return kNowhere;
}

/// 0 to before `n`.

/// A function of `size` instructions that branches in a quarter of them and leaves at its end or before.
std::vector<Jump> random_function(std::mt19937& random, std::uint32_t size) {
  std::vector<Jump> jumps(size);
  for (Jump& jump : jumps) {
    if (below(random, 4) != 0) continue;
    for (std::uint32_t n = below(random, 3); n > 0; --n) jump.targets.push_back(below(random, size));
    jump.goes_on = jump.targets.empty() || below(random, 2) == 0;
    jump.leaves = below(random, 4) == 0;
  }
  jumps.back().goes_on = false, jumps.back().leaves = true;
  return jumps;
}

TEST(Flow, LanesMeetWhereAllWaysOutPass) {
  std::mt19937 random(1);
  int met = 0;
  for (int round = 0; round < 300; ++round) {
    const std::vector<BasicBlock> blocks = basic_blocks(random_function(random, 4 + below(random, 40)));
    const std::vector<std::uint32_t> meets = meeting_blocks(blocks);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      ASSERT_EQ(meets[b], meeting_by_definition(blocks, b)) << "round " << round << ", block " << b;
      met += meets[b] != kNowhere && blocks[b].successors.size() > 1;
    }
  }
  EXPECT_GT(met, 300);
}

TEST(Flow, BlocksTogetherAreTheTextAndOnlyTheirLastInstructionJumps) {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    const std::vector<Jump> jumps = random_function(random, 4 + below(random, 60));
    const std::vector<BasicBlock> blocks = basic_blocks(jumps);
    std::uint32_t at = 0;
    for (const BasicBlock& block : blocks) {
      ASSERT_EQ(block.begin, at);
      for (std::uint32_t i = block.begin; i + 1 < block.end; ++i)
        ASSERT_TRUE(jumps[i].targets.empty() && !jumps[i].leaves && jumps[i].goes_on);
      at = block.end;
      for (const std::uint32_t target : jumps[block.end - 1].targets)
        ASSERT_TRUE(std::ranges::any_of(block.successors, [&](std::uint32_t s) { return blocks[s].begin == target; }));
    }
    ASSERT_EQ(at, jumps.size());
  }
}

TEST(Flow, BothSidesOfAnIfMeetBehindItAndALoopsLanesBehindTheLoop) {
  //   0 branch 3   1 ..   2 branch 4   3 ..   4 ..   5 branch 4   6 exit
  std::vector<Jump> jumps(7);
  jumps[0].targets = {3}, jumps[2].targets = {4}, jumps[2].goes_on = false, jumps[5].targets = {4};
  jumps[6] = {.goes_on = false, .leaves = true, .targets = {}};
  const std::vector<BasicBlock> blocks = basic_blocks(jumps);
  ASSERT_EQ(blocks.size(), 5u);  // 0, 1-2, 3, 4-5, 6
  EXPECT_EQ(meeting_blocks(blocks), (std::vector<std::uint32_t>{3, 3, 3, 4, kNowhere}));
}

TEST(Flow, LanesInALoopWithoutEndNeverMeet) {
  std::vector<Jump> jumps(2);
  jumps[1].targets = {0}, jumps[1].goes_on = false;
  EXPECT_EQ(meeting_blocks(basic_blocks(jumps)), std::vector<std::uint32_t>{kNowhere});
}

TEST(Flow, AHundredThousandBlocksInARowTakeNoStack) {
  std::vector<Jump> jumps(100'000);
  for (std::uint32_t i = 0; i + 1 < jumps.size(); ++i) jumps[i].targets = {i + 1};
  const auto meets = meeting_blocks(basic_blocks(jumps));
  ASSERT_EQ(meets.size(), jumps.size());
  EXPECT_EQ(meets[0], 1u);
  EXPECT_EQ(meets.back(), kNowhere);
}

}  // namespace
}  // namespace gemmscope::lockstep
