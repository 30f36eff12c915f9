// SPDX-License-Identifier: MIT
// Loads of a matrix where blocks overlap, reach outside, fault, and leave elements out. tests/golden/reuse_test.cpp has
// those of kernels.
#include "tracing/analysis/reuse.h"

#include <gtest/gtest.h>

#include "tests/analysis/recording_builder.h"
#include "tests/layout/layouts.h"

namespace gemmscope::analysis::testing {
namespace {

/// A of 6 x 8 floats in rows of 10. Each block loads 2 x 4 elements by 1, 2, 3, 4 and 5, 6, 7, 4 lanes, and then the
/// first two of them by one lane.
class Blocks {
 public:
  Blocks() {
    format::Recording& r = builder_.recording;
    r.grid_y = 1, r.grid_x = 4, r.threads = 32;
    r.selection = {{0, 1}, {0, 4}, {0, 1}};
    format::Tensor& A = r.tensors.emplace_back();
    A.name = "A", A.layout = padded_rows(6, 8, 2);
    r.sites = {{"gA_load", 0, format::Op::kLoad, 4, 1}, {"gA_load2", 0, format::Op::kLoad, 8, 2}};
  }
  void add(std::uint32_t row, std::uint32_t column) {
    constexpr std::array<std::uint32_t, 8> kLanesOf{1, 2, 3, 4, 5, 6, 7, 4};
    format::Request narrow{.site = 0, .mask = 0xffffffff}, wide{.site = 1, .mask = 1};
    std::size_t lane = 0;
    for (std::uint32_t e = 0; e < 8; ++e)
      for (std::uint32_t n = 0; n < kLanesOf[e]; ++n) narrow.address[lane++] = byte(row + e / 4, column + e % 4);
    wide.address.fill(format::kInactive);
    wide.address[0] = byte(row, column);
    builder_.add_block(0, blocks_++, {narrow, wide});
  }
  format::Recording finish() { return builder_.finish(); }

 private:
  static std::uint32_t byte(std::uint32_t row, std::uint32_t column) { return 4 * (10 * row + column); }
  RecordingBuilder builder_;
  std::uint32_t blocks_ = 0;
};

TEST(MatrixReuse, OverlappingBlocksAddUpAndWhatIsOutsideIsApart) {
  Blocks blocks;
  blocks.add(0, 5);  // reaches outside; its wide load is misaligned and faults
  blocks.add(1, 2);
  blocks.add(2, 4);  // overlaps with the block before
  blocks.add(4, 1);  // misaligned again, where another strip would fit
  const format::Recording r = blocks.finish();
  ASSERT_EQ(r.patterns.size(), 1u);
  const auto all = matrix_reuse(r);
  ASSERT_EQ(all.size(), 1u);
  const MatrixReuse& A = all.front();
  ASSERT_EQ(A.launch_missing, Missing::kNothing);

  constexpr std::array<std::array<std::uint64_t, 8>, 6> kLanesOf{{{0, 0, 0, 0, 0, 1, 2, 3},
                                                                  {0, 0, 2, 3, 3, 9, 6, 7},
                                                                  {0, 0, 5, 6, 9, 7, 3, 4},
                                                                  {0, 0, 0, 0, 5, 6, 7, 4},
                                                                  {0, 1, 2, 3, 4, 0, 0, 0},
                                                                  {0, 5, 6, 7, 4, 0, 0, 0}}};
  for (std::uint32_t row = 0; row < 6; ++row)
    for (std::uint32_t column = 0; column < 8; ++column)
      EXPECT_EQ(A.map.at(row, column).lanes, kLanesOf[row][column]) << row << ", " << column;
  EXPECT_EQ(A.map.at(2, 5), (ElementCount{.lanes = 7, .requests = 3, .blocks = 2}));
  EXPECT_EQ(A.outside, 4u + 4u);
  EXPECT_EQ(A.launch.lanes, (Times{.least = 0, .most = 9, .sum = 124, .of = 48}));
  EXPECT_EQ(A.launch.requests, (Times{.least = 0, .most = 3, .sum = 34, .of = 48}));
  EXPECT_EQ(A.launch.blocks, (Times{.least = 0, .most = 2, .sum = 30, .of = 48}));
  EXPECT_EQ(A.block_lanes, (Times{.least = 1, .most = 7, .sum = 124, .of = 30}));
  EXPECT_EQ(A.block_requests, (Times{.least = 1, .most = 2, .sum = 34, .of = 30}));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
