// SPDX-License-Identifier: MIT
// The lives of elements that were worked out by hand.
#include <set>

#include "tests/golden/life_cases.h"

namespace gemmscope::testing {
namespace {

using analysis::Element;
using analysis::Life;
using analysis::Rect;
using analysis::Register;
using analysis::TileCell;
using analysis::Use;
using analysis::UseKind;

struct Expected {
  UseKind kind;
  std::uint32_t warp, request, lanes;
  std::vector<Rect> of_C = {};
  std::uint32_t products = 0;
};

void expect_uses(const Life& life, const std::vector<Expected>& expected) {
  ASSERT_EQ(life.uses.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE("use " + std::to_string(i));
    const Use& use = life.uses[i];
    EXPECT_EQ(use.kind, expected[i].kind);
    EXPECT_EQ(use.when.warp, expected[i].warp);
    EXPECT_EQ(use.when.request, expected[i].request);
    EXPECT_EQ(use.lanes, expected[i].lanes);
    EXPECT_EQ(use.of_C, expected[i].of_C);
    EXPECT_EQ(use.products, expected[i].products);
  }
}

/// A[3][21] in block 0,1: thread 3 * 4 + 1 copies columns 20 .. 23 of row 3, the second of its stores is of column 21.
/// Rows 0 .. 7 are those of lanes 0 .. 3 of warps 0 and 1, which multiply it with 16 columns each.
TEST(LifeKnown, WarpTileBringsAnElementOfATo128Sums) {
  const format::Recording r = warp_tile();
  const Life followed = life(r, 1, element(r, "A", 3, 21));
  EXPECT_EQ(followed.k_tile, 1u);
  EXPECT_EQ(followed.cell->row, 5u);
  EXPECT_EQ(followed.cell->column, 3u);
  EXPECT_EQ(followed.cell->byte, 4 * (5 * 128 + 3u));
  const std::uint32_t tile = 28 + 16 * 6, step = tile + 28 + 5 * 6, end = 2 * tile, four = 0xf;
  const std::vector<Rect> left{{3, 128, 1, 64}}, right{{3, 192, 1, 64}};
  const auto sixteen = [](std::uint32_t subtile) { return std::vector<Rect>{{3, 128 + 16 * subtile, 1, 16}}; };
  expect_uses(followed, {{UseKind::kGlobalLoad, 0, tile, 1u << 13},
                         {UseKind::kSharedStore, 0, tile + 2, 1u << 13},
                         {UseKind::kSharedLoad, 0, step, four},
                         {UseKind::kMultiplyAdd, 0, step + 5, four, left, 64},
                         {UseKind::kSharedLoad, 1, step, four},
                         {UseKind::kMultiplyAdd, 1, step + 5, four, right, 64},
                         {UseKind::kGlobalStore, 0, end + 3, four, sixteen(0)},
                         {UseKind::kGlobalStore, 0, end + 11, four, sixteen(1)},
                         {UseKind::kGlobalStore, 0, end + 19, four, sixteen(2)},
                         {UseKind::kGlobalStore, 0, end + 27, four, sixteen(3)},
                         {UseKind::kGlobalStore, 1, end + 3, four, sixteen(4)},
                         {UseKind::kGlobalStore, 1, end + 11, four, sixteen(5)},
                         {UseKind::kGlobalStore, 1, end + 19, four, sixteen(6)},
                         {UseKind::kGlobalStore, 1, end + 27, four, sixteen(7)}});
  EXPECT_EQ(followed.uses[3].k, 21u);
  EXPECT_EQ(followed.ends, (std::vector<Rect>{{3, 128, 1, 128}}));
  EXPECT_EQ(followed.blocks, 2u);
  EXPECT_EQ(followed.all_blocks, 2u);
}

/// The same by way of the cell it lies in, and of the register that it is loaded into first.
TEST(LifeKnown, ACellAndARegisterLeadToTheirElement) {
  const format::Recording r = warp_tile();
  const Life whole = life(r, 1, element(r, "A", 3, 21));
  const Element cell = element(r, "As", 5, 3);
  const std::uint32_t load = 28 + 16 * 6;
  for (const analysis::Followed& what :
       {analysis::Followed{TileCell{cell, 1}},
        analysis::Followed{Register{.warp = 0, .request = load, .lane = 13, .part = 1}}}) {
    const Life same = life(r, 1, what);
    EXPECT_EQ(same.element, whole.element);
    EXPECT_EQ(same.sums, whole.sums);
    EXPECT_EQ(same.uses.size(), whole.uses.size());
  }
  EXPECT_EQ(life(r, 1, TileCell{cell, 0}).element, element(r, "A", 3, 5));
}

/// Lane 2 of warp 1 reads rows 0 .. 3 by the first request of a step; its columns are 8 .. 11 of each subtile.
TEST(LifeKnown, ARegisterOfALaneIsMultipliedByThatLaneAlone) {
  const format::Recording r = warp_tile();
  const std::uint32_t step = 28 + 5 * 6, end = 2 * (28 + 16 * 6), lane = 1u << 2;
  const Life followed = life(r, 1, Register{.warp = 1, .request = step, .lane = 2, .part = 3});
  EXPECT_EQ(followed.element, element(r, "A", 3, 5));
  const auto four = [](std::uint32_t subtile) { return Rect{3, 192 + 16 * subtile + 8, 1, 4}; };
  expect_uses(followed, {{UseKind::kGlobalLoad, 0, 0, 1u << 13},
                         {UseKind::kSharedStore, 0, 2, 1u << 13},
                         {UseKind::kSharedLoad, 1, step, lane},
                         {UseKind::kMultiplyAdd, 1, step + 5, lane, {four(0), four(1), four(2), four(3)}, 16},
                         {UseKind::kGlobalStore, 1, end + 3, lane, {four(0)}},
                         {UseKind::kGlobalStore, 1, end + 11, lane, {four(1)}},
                         {UseKind::kGlobalStore, 1, end + 19, lane, {four(2)}},
                         {UseKind::kGlobalStore, 1, end + 27, lane, {four(3)}}});
}

/// sgemm64 loads a k-tile ahead and stages C. C[3][6]: of thread row 0 and, as column 2 of its four, thread column 1,
/// which is lane 1 of warp 0. In round 2 that lane stores it to row 1 of Cs, which lane 3 takes to C. A round takes 2
/// stores, 8 loads and 8 stores to C.
TEST(LifeKnown, ASumOfSgemm64ChangesLanesOnItsWayToC) {
  const format::Recording r = sgemm64(128, 64, 24);
  const Life followed = life(r, 0, element(r, "C", 3, 6));
  EXPECT_EQ(text(followed.of(UseKind::kMultiplyAdd)), text({.requests = 24, .lanes = 24, .products = 24}));
  const std::vector<Use>& uses = followed.uses;
  ASSERT_EQ(uses.size(), 24u + 3);
  std::set<std::uint32_t> ks;
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(uses[i].lanes, 1u << 1);
    ks.insert(uses[i].k);
  }
  EXPECT_EQ(ks.size(), 24u);
  EXPECT_EQ(*ks.rbegin(), 23u);
  // Three k-tiles: 4 loads and 4 stores for each, 4 reads for each of 24 steps.
  const std::uint32_t round = 3 * 8 + 24 * 4 + 2 * 18;
  const std::vector<Rect> it{{3, 6, 1, 1}};
  Life tail;
  tail.uses = {uses.end() - 3, uses.end()};
  expect_uses(tail, {{UseKind::kStagedStore, 0, round, 1u << 1, it},
                     {UseKind::kStagedLoad, 0, round + 2 + 4, 1u << 3, it},
                     {UseKind::kGlobalStore, 0, round + 2 + 5, 1u << 3, it}});
  EXPECT_EQ(tail.uses[0].cell->row, 1u);
  EXPECT_EQ(tail.uses[1].cell, tail.uses[0].cell);
  EXPECT_EQ(life(r, 0, Register{.warp = 0, .request = round + 2 + 4, .lane = 3, .part = 0}).element,
            element(r, "C", 3, 6));
}

TEST(LifeKnown, ValuesOfTheOtherBufferAreNotMixedUp) {
  const format::Recording r = sgemm64(64, 64, 40);
  const Life first = life(r, 0, element(r, "B", 5, 7)), second = life(r, 0, element(r, "B", 13, 7)),
             third = life(r, 0, element(r, "B", 21, 7));
  EXPECT_NE(first.cell->byte, second.cell->byte);
  EXPECT_EQ(first.cell->byte, third.cell->byte);
  EXPECT_LT(first.uses[2].when, third.uses[2].when);
  for (const Life* each : {&first, &second, &third})
    EXPECT_EQ(text(each->of(UseKind::kSharedLoad)), text({.requests = 1, .lanes = 8}));
}

}  // namespace
}  // namespace gemmscope::testing
