// SPDX-License-Identifier: MIT
// What the reuse view shows of a matrix, and where.
#include "app/views/reuse/picture.h"

#include <gtest/gtest.h>

#include <set>

#include "app/words/reuse_words.h"
#include "tests/views/recorded.h"
#include "tests/views/tip_of.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

analysis::Reuse reuse_of(const session::Session& s) {
  return analysis::reuse(s.look.loaded->recording, s.look.loaded->costs, s.look.rule);
}

TEST(MatrixPlaces, StandAsTheyAreMultiplied) {
  const MatrixPlaces at = matrix_places({10, 20, 500, 300}, 200, 100, 150);
  EXPECT_EQ(at.A.y, at.C.y);
  EXPECT_EQ(at.A.height, at.C.height);
  EXPECT_EQ(at.B.x, at.C.x);
  EXPECT_EQ(at.B.width, at.C.width);
  EXPECT_NEAR(at.C.height / at.C.width, 2, 1e-4);
  EXPECT_NEAR(at.A.width / at.C.width, 1.5, 1e-4);
  EXPECT_NEAR(at.B.height, at.A.width, 1e-3);
  EXPECT_NEAR(at.C.bottom(), 320, 1e-2);
  EXPECT_GT(at.C.y, at.B.bottom());
  EXPECT_GT(at.C.x, at.A.right());
}

/// 200 x 136 x 40 in tiles of 64 x 64 x 8: 4 x 3 blocks.
TEST(ReuseCells, SayHowOftenElementsAreLoaded) {
  const session::Session s = recorded("kernel=block_tile/preset=exact64/size=200x136x40/block=2,1");
  const format::Recording& recording = *s.look.recording();
  const analysis::Reuse reuse = reuse_of(s);
  const std::uint64_t times[] = {3, 4, 1};
  const char* names[] = {"A", "B", "C"};
  const format::Matrix matrices[] = {format::Matrix::kA, format::Matrix::kB, format::Matrix::kC};
  for (int m = 0; m < 3; ++m) {
    const analysis::MatrixReuse* shown = shown_of(reuse, recording, matrices[m]);
    ASSERT_NE(shown, nullptr) << names[m];
    EXPECT_EQ(shown->of.op, m == 2 ? format::Op::kStore : format::Op::kLoad);
    const format::Tensor& tensor = recording.tensors[shown->of.tensor];
    const ReuseCells cells = reuse_cells(*shown, tensor, part_shown(s.look, matrices[m], tensor));
    EXPECT_EQ(std::set<std::uint64_t>(cells.lanes.begin(), cells.lanes.end()), std::set{times[m]}) << names[m];
    EXPECT_EQ(cells.rows, (tensor.layout.rows + cells.element_rows - 1) / cells.element_rows);
    EXPECT_LE(cells.columns, ReuseCells::kMostCells);
    EXPECT_EQ(times_of(*shown, true).most, 1u);
    EXPECT_EQ(times_of(*shown, false).most, times[m]);
  }
  const auto strips = block_strips(s.look);
  ASSERT_TRUE(strips);
  EXPECT_EQ(strips->A, (analysis::Rect{128, 0, 64, 40}));
  EXPECT_EQ(strips->B, (analysis::Rect{0, 64, 40, 64}));
  EXPECT_EQ(strips->C, (analysis::Rect{128, 64, 64, 64}));
}

TEST(ReuseCells, AreOfLoadsWhereCIsAlsoLoaded) {
  const session::Session s = recorded("kernel=block_tile/preset=exact64/size=80x72x20/beta=1");
  const analysis::Reuse reuse = reuse_of(s);
  const analysis::MatrixReuse* shown = shown_of(reuse, *s.look.recording(), format::Matrix::kC);
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(shown->of.op, format::Op::kLoad);
}

std::string reason_of(const session::Session& s, format::Matrix matrix) {
  const analysis::Reuse reuse = reuse_of(s);
  return words::matrix_reuse_in_words(*s.look.recording(), *shown_of(reuse, *s.look.recording(), matrix));
}

/// Columns of block tiles load an element of A, rows of them one of B.
TEST(ReuseWords, SayWhyAsManyBlocksLoadAnElement) {
  const session::Session even = recorded("kernel=block_tile/preset=exact64/size=128x192x40");
  EXPECT_NE(reason_of(even, format::Matrix::kA).find("3 times, by 3 blocks (N / BN = 192 / 64)"), std::string::npos);
  EXPECT_NE(reason_of(even, format::Matrix::kB).find("2 times, by 2 blocks (M / BM = 128 / 64)"), std::string::npos);
  EXPECT_EQ(reason_of(even, format::Matrix::kC).find(" / "), std::string::npos);
  const session::Session edge = recorded("kernel=block_tile/preset=exact64/size=200x136x40");
  EXPECT_NE(reason_of(edge, format::Matrix::kA).find("by 3 blocks (N / BN = 136 / 64, rounded up)"), std::string::npos);
}

TEST(ReuseTables, EachColumnSaysWhatItCounts) {
  session::Session s = recorded("size=256x256x32");
  for (const char* column :
       {"global title launch", "global title blocks", "global title per block", "global title requests per block",
        "tiles title lanes", "tiles title requests", "tiles title wavefronts", "flop title requested",
        "flop title moved", "flop title moved in"})
    EXPECT_NE(tip_of(s, *find_view("reuse"), column), "") << column;
}

TEST(BlockStrips, EndWhereTheMatrixDoes) {
  const session::Session s = recorded("kernel=block_tile/preset=exact64/size=200x136x40/block=3,2");
  const auto strips = block_strips(s.look);
  ASSERT_TRUE(strips);
  EXPECT_EQ(strips->A, (analysis::Rect{192, 0, 8, 40}));
  EXPECT_EQ(strips->B, (analysis::Rect{0, 128, 40, 8}));
  EXPECT_EQ(strips->C, (analysis::Rect{192, 128, 8, 8}));
}

/// The second product's A, C follow the first's: 30 rows each.
TEST(ReuseCells, AreOfTheBlocksProductInABatch) {
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(format::read_file("tests/data/recorded/batch.gst").value()));
  const format::Recording& r = *s.look.recording();
  ASSERT_GT(analysis::batch_in(r).products, 1u);
  s.look.cursor.block = static_cast<std::uint32_t>(r.blocks.size()) - 1;
  session::refresh(s.look);
  const analysis::Rect C = part_shown(s.look, format::Matrix::kC, r.tensors[r.tensor_of(format::Matrix::kC).value()]);
  EXPECT_EQ(C.rows, r.M);
  EXPECT_EQ(C.columns, r.N);
  EXPECT_NE(C.row + C.column, 0u);
  const auto strips = block_strips(s.look);
  ASSERT_TRUE(strips);
  EXPECT_TRUE(C.contains(strips->C.row, strips->C.column));
  const analysis::Reuse reuse = reuse_of(s);
  const analysis::MatrixReuse* stored = shown_of(reuse, r, format::Matrix::kC);
  ASSERT_NE(stored, nullptr);
  const ReuseCells cells = reuse_cells(*stored, r.tensors[stored->of.tensor], C);
  EXPECT_EQ(cells.rows * cells.element_rows, r.M);
}

}  // namespace
}  // namespace gemmscope::views
