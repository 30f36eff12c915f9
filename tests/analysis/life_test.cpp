// SPDX-License-Identifier: MIT
// Steps from use to use, sets of elements as rectangles, and which requests access given bytes. Lives of kernels are in
// tests/golden/life_test.cpp.
#include "tracing/analysis/life.h"

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"

namespace gemmscope::analysis::testing {
namespace {

/// Uses at requests 3, 3 and 8 of warp 1 in interval 0, and 2 of warp 0 in interval 4.
Life four_uses() {
  Life life;
  for (const auto& [kind, when] : {std::pair(UseKind::kSharedLoad, When{0, 1, 3}),
                                   {UseKind::kMultiplyAdd, When{0, 1, 3}},
                                   {UseKind::kMultiplyAdd, When{0, 1, 8}},
                                   {UseKind::kGlobalStore, When{4, 0, 2}}}) {
    Use& use = life.uses.emplace_back();
    use.kind = kind, use.when = when, use.lanes = 0x70, use.products = 5;
  }
  return life;
}

TEST(UseSteps, GoThroughIntervalsThenWarpsThenRequests) {
  const Life life = four_uses();
  EXPECT_EQ(next_use(life, {0, 0, 99}), 0u);  // warps come in the order of their numbers
  EXPECT_EQ(next_use(life, {0, 1, 2}), 0u);
  EXPECT_EQ(next_use(life, {0, 1, 3}), 2u);  // both uses of one request are one step
  EXPECT_EQ(next_use(life, {0, 1, 8}), 3u);
  EXPECT_EQ(next_use(life, {0, 2, 0}), 3u);
  EXPECT_EQ(next_use(life, {4, 0, 2}), std::nullopt);
  EXPECT_EQ(previous_use(life, {4, 1, 0}), 3u);
  EXPECT_EQ(previous_use(life, {4, 0, 2}), 2u);
  EXPECT_EQ(previous_use(life, {0, 1, 8}), 0u);  // the first of that request
  EXPECT_EQ(previous_use(life, {0, 1, 3}), std::nullopt);
  EXPECT_EQ(next_use(Life{}, {}), std::nullopt);
  EXPECT_EQ(previous_use(Life{}, {9, 9, 9}), std::nullopt);
}

TEST(UseTally, CountsRequestsLanesAndProductsOfAKind) {
  EXPECT_EQ(four_uses().of(UseKind::kMultiplyAdd), (Tally{.requests = 2, .lanes = 6, .products = 10}));
  EXPECT_EQ(four_uses().of(UseKind::kGlobalLoad), Tally{});
}

TEST(Rects, JoinRowsThenColumns) {
  const auto at = [](std::uint32_t row, std::uint32_t column) { return Element{2, row, column}; };
  EXPECT_EQ(rects_of({}), std::vector<Rect>{});
  EXPECT_EQ(rects_of({at(3, 9), at(3, 8), at(3, 11), at(3, 8)}), (std::vector<Rect>{{3, 8, 1, 2}, {3, 11, 1, 1}}));
  EXPECT_EQ(rects_of({at(5, 2), at(4, 2), at(7, 2)}), (std::vector<Rect>{{4, 2, 2, 1}, {7, 2, 1, 1}}));
  EXPECT_EQ(rects_of({at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(2, 1)}),
            (std::vector<Rect>{{0, 0, 2, 2}, {2, 1, 1, 1}}));
  EXPECT_EQ(elements_in({{0, 0, 2, 3}, {2, 1, 1, 1}}), 7u);
}

TEST(Touches, AreAllLanesWhoseAccessCoversAByte) {
  std::array<std::uint32_t, 32> lanes{};
  for (std::uint32_t lane = 0; lane < 32; ++lane) lanes[lane] = 16 * (lane / 2);
  const auto at = [&](std::uint32_t mask, std::uint32_t base, std::uint32_t first, std::uint32_t count) {
    return lanes_at(lanes, mask, base, 16, {{}, first, count});
  };
  EXPECT_EQ(at(kAllLanes, 0, 15, 1), 0x3u);
  EXPECT_EQ(at(kAllLanes, 0, 16, 1), 0xcu);
  EXPECT_EQ(at(kAllLanes, 0, 14, 4), 0xfu);
  EXPECT_EQ(at(0x5, 0, 14, 4), 0x5u);
  EXPECT_EQ(at(kAllLanes, 100, 99, 1), 0u);
  EXPECT_EQ(at(kAllLanes, 100, 96, 8), 0x3u);
  EXPECT_EQ(at(kAllLanes, 0u - 32, 0, 4), 0x30u);  // bases count mod 2^32
}

TEST(Touches, ComeByIntervalThenWarp) {
  const format::Recording r = warp_tile_recording({});
  Pace pace(1);
  const Cell cell = cell_of(r, *tensor_named(r, "As"), 5, 3);
  const std::vector<Touch> touches = touches_of(r, 0, {{}, cell.byte, 4}, pace);
  // In each of four k-tiles one store, and a load by both warps of the row: intervals 2t and 2t + 1.
  ASSERT_EQ(touches.size(), 12u);
  for (std::uint32_t i = 0; i < 12; ++i) {
    EXPECT_EQ(touches[i].when.interval, i / 3 * 2 + (i % 3 != 0));
    EXPECT_EQ(touches[i].when.warp, i % 3 == 2 ? 1u : 0u);
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
