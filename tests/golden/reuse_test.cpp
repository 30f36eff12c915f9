// SPDX-License-Identifier: MIT
// How often memory is read, against a count of every single request, and against what textbooks say of each kernel.
#include "tracing/analysis/reuse.h"

#include <gtest/gtest.h>

#include "tests/golden/reuse_naive.h"
#include "tests/recorded.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"

namespace gemmscope::testing {
namespace {

using analysis::MatrixReuse;
using analysis::Missing;
using analysis::Reuse;
using analysis::Times;
using format::Op;
using format::Range;
using record::RecordRequest;

Reuse reuse_of(const format::Recording& recording) {
  return analysis::reuse(recording, analysis::CostTable(recording));
}

/// Sizes that are all different, so that no two of them may be swapped.
RecordRequest request_of(std::string kernel, std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  RecordRequest request;
  request.kernel = std::move(kernel);
  request.M = M, request.N = N, request.K = K;
  return request;
}

std::string text(const Times& t) {
  return std::to_string(t.least) + ".." + std::to_string(t.most) + ", " + std::to_string(t.sum) + "/" +
         std::to_string(t.of);
}

void expect_matrix(const format::Recording& r, const MatrixReuse& reuse) {
  SCOPED_TRACE(r.tensors[reuse.of.tensor].name + (reuse.of.op == Op::kLoad ? " load" : " store"));
  const NaiveMatrix naive = naive_matrix(r, reuse.of.tensor, reuse.of.op);
  ASSERT_EQ(reuse.missing, Missing::kNothing);
  ASSERT_EQ(reuse.launch_missing, Missing::kNothing);
  EXPECT_EQ(text(reuse.block_lanes), text(naive.block_lanes));
  EXPECT_EQ(text(reuse.block_requests), text(naive.block_requests));
  EXPECT_EQ(text(reuse.launch.lanes), text(naive.launch.lanes));
  EXPECT_EQ(text(reuse.launch.requests), text(naive.launch.requests));
  EXPECT_EQ(text(reuse.launch.blocks), text(naive.launch.blocks));
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
    EXPECT_EQ(text(tile.lanes), text(naive->second.lanes));
    EXPECT_EQ(text(tile.requests), text(naive->second.requests));
    EXPECT_EQ(text(tile.wavefronts), text(naive->second.wavefronts));
  }
  const NaiveBytes global = naive_bytes(r, format::Space::kGlobal), shared = naive_bytes(r, format::Space::kShared);
  EXPECT_EQ(reuse.global.requested_bytes, global.requested);
  EXPECT_EQ(reuse.global.moved_bytes, global.moved);
  EXPECT_EQ(reuse.shared.requested_bytes, shared.requested);
  EXPECT_EQ(reuse.shared.moved_bytes, shared.moved);
}

class ReuseOf : public ::testing::TestWithParam<const kernels::KernelInfo*> {
 protected:
  /// Two by three blocks of three k-tiles; `beyond`: so much more along M, N and K.
  RecordRequest request(std::uint32_t beyond = 0) const {
    RecordRequest request = request_of(std::string(GetParam()->name), 0, 0, 0);
    const kernels::BlockGeometry g = record::variant_of(request)->geometry();
    request.M = 2 * static_cast<std::uint32_t>(g.BM) + beyond,
    request.N = 3 * static_cast<std::uint32_t>(g.BN) + beyond;
    request.K = 3 * static_cast<std::uint32_t>(g.BK) + beyond;
    return request;
  }
};

TEST_P(ReuseOf, WholeTilesIsAsCountedOneByOne) { expect_as_counted_one_by_one(recorded(request())); }

TEST_P(ReuseOf, EdgesAndAReadCAreAsCountedOneByOne) {
  RecordRequest edges = request(4);
  edges.alpha = 2, edges.beta = 3;
  if (!record::size_is_possible(edges)) edges = request(), edges.beta = 3;
  expect_as_counted_one_by_one(recorded(edges));
}

/// A figure that every element has.
void expect_all(const Times& times, std::uint64_t each) {
  EXPECT_EQ(text(times), text({.least = each, .most = each, .sum = each * times.of, .of = times.of}));
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
  RecordRequest request = request_of("naive", 128, 64, 96);
  const format::Recording r = recorded(request);
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
  RecordRequest request = request_of("warp_tile", 384, 256, 32);
  request.preset = "k10_a6000";  // 128 x 128 x 16, warp tiles 64 x 64, thread tiles 8 x 4, WNITER 4
  request.beta = 1;
  const format::Recording r = recorded(request);
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
  const auto TM = static_cast<std::uint64_t>(r.parameter_int("TM")),
             TN = static_cast<std::uint64_t>(r.parameter_int("TN"));
  const auto WNITER = static_cast<std::uint64_t>(r.parameter_int("WNITER"));
  expect_all(reuse.tiles[0].lanes, 128 / (TN * WNITER));
  expect_all(reuse.tiles[0].requests, 2);
  EXPECT_EQ(reuse.tiles[1].lanes.least, 128 / TM);  // WMITER is 1
  EXPECT_EQ(reuse.tiles[0].lanes.of, 6u * 2 * 128 * 16);
  // K * (BM + BN) loads and two accesses of C for each of BM * BN elements, of 4 bytes.
  EXPECT_NEAR(*reuse.global.requested, 2.0 * 128 * 128 * 32 / (4 * (32 * 256 + 2 * 128 * 128)), 1e-12);
}

/// sgemm64 stages C: what a warp stores to Cs is read once, and the tile is overwritten part by part.
TEST(ReuseKnown, StagedCIsReadOnce) {
  const format::Recording r = recorded(request_of("sgemm64", 64, 128, 16));
  const Reuse reuse = reuse_of(r);
  ASSERT_EQ(reuse.tiles.size(), 3u);
  EXPECT_EQ(r.tensors[reuse.tiles[2].tensor].name, "Cs");
  expect_all(reuse.tiles[2].lanes, 1);
  EXPECT_EQ(reuse.tiles[2].lanes.of, 64u * 128);
}

/// A reason instead of a figure: of warps, of the write-back, of edges, of lost requests.
TEST(ReuseMissing, NothingIsInvented) {
  RecordRequest request = request_of("warp_tile", 256, 128, 32);
  request.warps = Range{1, 3};
  Reuse reuse = reuse_of(recorded(request));
  for (const MatrixReuse& matrix : reuse.matrices) EXPECT_EQ(matrix.missing, Missing::kWarps);
  for (const analysis::TileReuse& tile : reuse.tiles) EXPECT_EQ(tile.missing, Missing::kWarps);
  EXPECT_EQ(reuse.missing, Missing::kWarps);

  request.warps.reset(), request.epilogue = false;
  reuse = reuse_of(recorded(request));
  expect_all(reuse.matrices[0].launch.lanes, 1);
  expect_all(reuse.matrices[1].launch.lanes, 2);
  EXPECT_EQ(reuse.missing, Missing::kWriteBack);

  request.epilogue = true, request.M = 200, request.block_y = Range{0, 1};
  const format::Recording edge = recorded(request);
  reuse = reuse_of(edge);
  expect_all(reuse.matrices[0].block_lanes, 1);
  EXPECT_EQ(reuse.matrices[0].block_lanes.of, 128u * 32);
  EXPECT_EQ(reuse.matrices[0].missing, Missing::kNothing);
  EXPECT_EQ(reuse.matrices[0].launch_missing, Missing::kUnlike);
  EXPECT_EQ(reuse.matrices[0].map.at(0, 0), analysis::ElementCount{});
  EXPECT_EQ(reuse.missing, Missing::kUnlike);

  format::Recording lost = edge;
  lost.dropped = 1;
  EXPECT_EQ(reuse_of(lost).matrices[0].missing, Missing::kDropped);
}

void expect_same_launch(const RecordRequest& part, const RecordRequest& whole) {
  const format::Recording some = recorded(part), all = recorded(whole);
  const Reuse from_part = reuse_of(some), from_whole = reuse_of(all);
  EXPECT_TRUE(from_part.basis.extrapolated());
  ASSERT_EQ(from_part.matrices.size(), from_whole.matrices.size());
  for (std::size_t m = 0; m < from_part.matrices.size(); ++m) {
    const MatrixReuse &a = from_part.matrices[m], &b = from_whole.matrices[m];
    SCOPED_TRACE(all.tensors[b.of.tensor].name);
    EXPECT_EQ(a.launch_missing, Missing::kNothing);
    EXPECT_EQ(text(a.block_lanes), text(b.block_lanes));
    EXPECT_EQ(text(a.launch.lanes), text(b.launch.lanes));
    EXPECT_EQ(text(a.launch.requests), text(b.launch.requests));
    EXPECT_EQ(text(a.launch.blocks), text(b.launch.blocks));
    const format::Tensor& t = all.tensors[b.of.tensor];
    for (std::uint32_t i = 0; i < std::max(t.layout.rows, t.layout.columns); ++i)
      ASSERT_EQ(a.map.at(i, i / 2), b.map.at(i, i / 2));
  }
  ASSERT_EQ(from_part.tiles.size(), from_whole.tiles.size());
  for (std::size_t t = 0; t < from_part.tiles.size(); ++t)
    EXPECT_EQ(from_part.tiles[t].lanes.mean(), from_whole.tiles[t].lanes.mean());
  EXPECT_EQ(from_part.global.requested, from_whole.global.requested);
  EXPECT_EQ(from_part.global.moved, from_whole.global.moved);
  EXPECT_EQ(from_part.shared.requested, from_whole.shared.requested);
  EXPECT_EQ(from_part.shared.moved, from_whole.shared.moved);
}

TEST_P(ReuseOf, OneBlockAndOneKTileSayWhatAllDo) {
  RecordRequest part = request();
  part.block_y = Range{1, 2}, part.block_x = Range{1, 2}, part.k_tiles = Range{1, 2};
  expect_same_launch(part, request());
}

TEST_P(ReuseOf, EdgesThatAreRecordedStandForTheirLike) {
  RecordRequest whole = request(4);
  if (!record::size_is_possible(whole)) GTEST_SKIP() << "takes whole tiles only";
  RecordRequest part = whole;
  const format::Recording shape = describe(*record::make_plan(whole));
  part.block_y = Range{shape.grid_y - 2, shape.grid_y}, part.block_x = Range{shape.grid_x - 2, shape.grid_x};
  part.k_tiles = Range{shape.k_tiles - 2, shape.k_tiles};
  expect_same_launch(part, whole);
}

INSTANTIATE_TEST_SUITE_P(Kernels, ReuseOf, ::testing::ValuesIn(every_kernel()), name_of_kernel);

}  // namespace
}  // namespace gemmscope::testing
