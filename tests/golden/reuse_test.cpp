// SPDX-License-Identifier: MIT
// How often memory is read, against a count of every single request, and against what textbooks say of each step.
#include "tracing/analysis/reuse.h"

#include "tests/golden/reuse_naive.h"
#include "tests/golden/steps.h"

namespace gemmscope::testing {
namespace {

using analysis::MatrixReuse;
using analysis::Missing;
using analysis::Reuse;
using analysis::Times;
using format::Op;

Reuse reuse_of(const format::Recording& recording) {
  return analysis::reuse(recording, analysis::CostTable(recording));
}

std::string times_text(const Times& t) {
  return std::to_string(t.least) + ".." + std::to_string(t.most) + ", " + std::to_string(t.sum) + "/" +
         std::to_string(t.of);
}

void expect_matrix(const format::Recording& r, const MatrixReuse& reuse) {
  SCOPED_TRACE(r.tensors[reuse.of.tensor].name + (reuse.of.op == Op::kLoad ? " load" : " store"));
  const NaiveMatrix naive = naive_matrix(r, reuse.of.tensor, reuse.of.op);
  ASSERT_EQ(reuse.missing, Missing::kNothing);
  ASSERT_EQ(reuse.launch_missing, Missing::kNothing);
  EXPECT_EQ(times_text(reuse.block_lanes), times_text(naive.block_lanes));
  EXPECT_EQ(times_text(reuse.block_requests), times_text(naive.block_requests));
  EXPECT_EQ(times_text(reuse.launch.lanes), times_text(naive.launch.lanes));
  EXPECT_EQ(times_text(reuse.launch.requests), times_text(naive.launch.requests));
  EXPECT_EQ(times_text(reuse.launch.blocks), times_text(naive.launch.blocks));
  const format::Tensor& t = r.tensors[reuse.of.tensor];
  for (std::uint32_t row = 0; row < t.layout.rows; ++row)
    for (std::uint32_t column = 0; column < t.layout.columns; ++column)
      ASSERT_EQ(t.layout.column_major ? reuse.map.at(column, row) : reuse.map.at(row, column),
                naive.elements[std::size_t{row} * t.layout.columns + column])
          << row << ", " << column;
}

void expect_as_counted_one_by_one(const format::Recording& r) {
  const Reuse reuse = reuse_of(r);
  EXPECT_GE(reuse.matrices.size(), 3u);
  for (const MatrixReuse& matrix : reuse.matrices) expect_matrix(r, matrix);
  const auto tiles = naive_tiles(r);
  EXPECT_GE(reuse.tiles.size(), tiles.size());
  for (const analysis::TileReuse& tile : reuse.tiles) {
    SCOPED_TRACE(r.tensors[tile.tensor].name);
    const auto naive = tiles.find(tile.tensor);
    ASSERT_NE(naive, tiles.end());
    EXPECT_EQ(times_text(tile.lanes), times_text(naive->second.lanes));
    EXPECT_EQ(times_text(tile.requests), times_text(naive->second.requests));
    EXPECT_EQ(times_text(tile.wavefronts), times_text(naive->second.wavefronts));
  }
  const NaiveBytes global = naive_bytes(r, format::Space::kGlobal), shared = naive_bytes(r, format::Space::kShared);
  EXPECT_EQ(reuse.global.requested_bytes, global.requested);
  EXPECT_EQ(reuse.global.moved_bytes, global.moved);
  EXPECT_EQ(reuse.shared.requested_bytes, shared.requested);
  EXPECT_EQ(reuse.shared.moved_bytes, shared.moved);
}

class ReuseOf : public ::testing::TestWithParam<std::string> {};

TEST_P(ReuseOf, WholeTilesIsAsCountedOneByOne) {
  expect_as_counted_one_by_one(described({GetParam()}, tiles({GetParam()}, 2, 3, 3)));
}

/// C is read, too.
TEST_P(ReuseOf, EdgesAndAReadCAreAsCountedOneByOne) {
  const bool has_edges = std::ranges::count(steps_with_edges(), GetParam()) != 0;
  Product product = tiles({GetParam()}, 2, 3, 3, has_edges ? 4 : 0);
  product.alpha = 2, product.beta = 3;
  expect_as_counted_one_by_one(described({GetParam()}, product));
}

INSTANTIATE_TEST_SUITE_P(Steps, ReuseOf, ::testing::ValuesIn(swept(all_steps())), name_of_step);

/// A figure that every element has.
void expect_all(const Times& times, std::uint64_t each) {
  EXPECT_EQ(times_text(times), times_text({.least = each, .most = each, .sum = each * times.of, .of = times.of}));
}

const MatrixReuse& of_matrix(const format::Recording& r, const Reuse& reuse, const char* name, Op op) {
  for (const MatrixReuse& each : reuse.matrices)
    if (r.tensors[each.of.tensor].name == name && each.of.op == op) return each;
  ADD_FAILURE() << name << " is not there";
  return reuse.matrices.front();
}

/// Every thread of naive loads a row of A and a column of B: A N times, B M times. Lanes of a warp walk the rows of C,
/// so that B is a broadcast and A is not.
TEST(ReuseKnown, NaiveLoadsEveryElementOfA64Times) {
  const format::Recording r = described({"naive"}, {.M = 128, .N = 64, .K = 96});
  const Reuse reuse = reuse_of(r);
  const MatrixReuse &A = of_matrix(r, reuse, "A", Op::kLoad), &B = of_matrix(r, reuse, "B", Op::kLoad);
  expect_all(A.launch.lanes, 64);
  expect_all(A.launch.blocks, 2);
  expect_all(A.block_lanes, 32);
  expect_all(A.block_requests, 32);
  EXPECT_EQ(A.launch.lanes.of, 128u * 96);
  expect_all(B.launch.lanes, 128);
  expect_all(B.launch.blocks, 4);
  expect_all(B.block_lanes, 32);
  expect_all(B.block_requests, 1);
  expect_all(of_matrix(r, reuse, "C", Op::kStore).launch.lanes, 1);
  EXPECT_EQ(reuse.matrices.size(), 3u);  // beta is 0: C is not loaded
  EXPECT_TRUE(reuse.tiles.empty());
  // 2 loads of 4 bytes for 2 FLOP, and a store of 4 bytes for 2 * K.
  EXPECT_NEAR(*reuse.global.requested, 2 * 96 / (8.0 * 96 + 4), 1e-12);
  EXPECT_EQ(reuse.shared.requested, std::nullopt);
}

/// Tiles of BM x BN: A is loaded N / BN times, B M / BM times, each by another block.
TEST(ReuseKnown, TilesLoadAForEachColumnOfBlocksAndBForEachRow) {
  // 128 x 128 x 16, warp tiles 64 x 64, thread tiles 8 x 4, WNITER 4
  const format::Recording r = described({"warp_tile"}, {.M = 384, .N = 256, .K = 32, .beta = 1});
  const Reuse reuse = reuse_of(r);
  const MatrixReuse &A = of_matrix(r, reuse, "A", Op::kLoad), &B = of_matrix(r, reuse, "B", Op::kLoad);
  expect_all(A.launch.lanes, 256 / 128);
  expect_all(A.launch.blocks, 256 / 128);
  expect_all(A.block_lanes, 1);
  expect_all(B.launch.lanes, 384 / 128);
  expect_all(B.launch.blocks, 384 / 128);
  expect_all(of_matrix(r, reuse, "C", Op::kLoad).launch.lanes, 1);
  expect_all(of_matrix(r, reuse, "C", Op::kStore).launch.lanes, 1);
  // Each of 128 columns of C needs each value of As: 128 / TN lanes, in 2 warps side by side.
  ASSERT_EQ(reuse.tiles.size(), 2u);
  expect_all(reuse.tiles[0].lanes, 128 / (4 * 4));
  expect_all(reuse.tiles[0].requests, 2);
  EXPECT_EQ(reuse.tiles[1].lanes.least, 128 / 8u);  // WMITER is 1
  EXPECT_EQ(reuse.tiles[0].lanes.of, 6u * 2 * 128 * 16);
  // K * (BM + BN) loads and two accesses of C for each of BM * BN elements, of 4 bytes.
  EXPECT_NEAR(*reuse.global.requested, 2.0 * 128 * 128 * 32 / (4 * (32 * 256 + 2 * 128 * 128)), 1e-12);
}

/// sgemm64 stages C: what a warp stores to the tiles' memory then is read once, and overwritten part by part.
TEST(ReuseKnown, StagedCIsReadOnce) {
  const format::Recording r = described({"sgemm64"}, {.M = 64, .N = 128, .K = 16});
  const Reuse reuse = reuse_of(r);
  const auto staged = std::ranges::find_if(
      reuse.tiles, [&](const analysis::TileReuse& tile) { return r.tensors[tile.tensor].name == "tiles"; });
  ASSERT_NE(staged, reuse.tiles.end());
  expect_all(staged->lanes, 1);
  EXPECT_EQ(staged->lanes.of, 64u * 128);
}

/// Where requests were lost, there is a reason instead of a figure.
TEST(ReuseMissing, NothingIsInvented) {
  format::Recording lost = described({"warp_tile"}, {.M = 256, .N = 128, .K = 32});
  EXPECT_EQ(reuse_of(lost).matrices[0].missing, Missing::kNothing);
  lost.dropped = 1;
  EXPECT_EQ(reuse_of(lost).matrices[0].missing, Missing::kDropped);
}

}  // namespace
}  // namespace gemmscope::testing
