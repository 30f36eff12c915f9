// SPDX-License-Identifier: MIT
// CuTe's notation of layouts, and that a swizzle written in it permutes what the layout permutes.
#include "tests/layout/compose.h"
#include "tests/layout/layouts.h"
#include "tracing/analysis/layout_notation.h"

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

TEST(Notation, SaysShapeAndStride) {
  EXPECT_EQ(in_cute(padded_rows(4, 32)), "(4,32):(32,1)");
  EXPECT_EQ(in_cute(padded_rows(16, 128, 4)), "(16,128):(132,1)");
  EXPECT_EQ(in_cute(padded_rows(16, 128, 4).transposed()), "(128,16):(1,132)");
  EXPECT_EQ(in_cute(padded_groups(64, 128, 64, 8)), "(64,(64,2)):(144,(1,72))");
  EXPECT_EQ(in_cute(padded_groups(64, 128, 64, 0)), "(64,128):(128,1)");
  EXPECT_EQ(in_cute(in_buffers(padded_rows(8, 64), 2, 1024)), "(8,64,2):(64,1,1024)");
}

TEST(Notation, SaysSwizzlesAsCuteDoesWhereThatIsPossible) {
  EXPECT_EQ(in_cute(padded_rows(16, 128, 0, swizzle_by_row(2, 8, 31))), "Sw<2,3,6> o 0 o (16,128):(128,1)");
  EXPECT_EQ(in_cute(padded_rows(16, 128, 0, swizzle_by_column(5, 4, 4))), "Sw<1,2,3> o 0 o (16,128):(128,1)");
  EXPECT_EQ(in_cute(padded_rows(16, 128, 4, swizzle_by_row(2, 8, 31))),
            "(16,128):(132,1), column c of row r is at c ^ ((r >> 2) * 8 & 31)");
  EXPECT_FALSE(bit_swizzle(padded_rows(16, 128)));
  EXPECT_FALSE(bit_swizzle(padded_rows(16, 128, 0, swizzle_by_row(0, 3, 7))));     // bits are added, not moved
  EXPECT_FALSE(bit_swizzle(padded_rows(16, 128, 0, swizzle_by_row(0, 1, 5))));     // a gap in the mask
  EXPECT_FALSE(bit_swizzle(padded_rows(16, 128, 2, swizzle_by_column(5, 4, 4))));  // bit 5 of the offset moves
  EXPECT_FALSE(bit_swizzle(padded_groups(16, 128, 64, 2, swizzle_by_row(3, 8, 56))));
  EXPECT_FALSE(bit_swizzle(in_buffers(padded_rows(16, 128, 0, swizzle_by_row(2, 8, 31)), 2, 2052)));
  EXPECT_FALSE(bit_swizzle(padded_rows(16, 128, 0, swizzle_by_row(2, 8, 31)).transposed()));
}

/// The worked example of docs/models/layout.md: lane l of warp 0 of warp_tile k10_a6000 stores to row 4 (l % 4), column
/// l / 4 of As, that is to element 4 (l % 4) + 16 (l / 4) counted down the columns: (4,8):(4,16).
TEST(Notation, WorkedExampleOfTheCopyToAs) {
  constexpr Modes kLanes = modes({{4, 4}, {8, 16}});
  const auto offsets = [&](int pad) { return composed(all_modes(padded_rows(16, 128, pad)), kLanes); };
  EXPECT_EQ(in_cute(kLanes), "(4,8):(4,16)");
  EXPECT_EQ(in_cute(offsets(0)), "(4,8):(512,1)");
  EXPECT_EQ(in_cute(offsets(2)), "(4,8):(520,1)");
  EXPECT_EQ(in_cute(offsets(4)), "(4,8):(528,1)");
  const auto ways = [](const auto& offset_of_lane) {  // lanes of the busiest bank; no two lanes have the same word
    int lanes[32] = {}, most = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) most = std::max(most, ++lanes[offset_of_lane(lane) % 32]);
    return most;
  };
  EXPECT_EQ(ways(offsets(0)), 4);
  EXPECT_EQ(ways(offsets(2)), 1);
  EXPECT_EQ(ways(offsets(4)), 2);
  const Layout swizzled = padded_rows(16, 128, 0, swizzle_by_row(2, 8, 31));
  EXPECT_EQ(ways([&](std::uint32_t lane) { return swizzled.offset(4 * (lane % 4), lane / 4); }), 1);
  EXPECT_EQ(padded_rows(16, 128).offset(5, 7), 647u);
  EXPECT_EQ(swizzled.offset(5, 7), 655u);
  EXPECT_EQ(swizzled.at(655).at, (Coordinate{5, 7, 0}));
  EXPECT_EQ(padded_rows(16, 128, 4).offset(5, 7), 667u);
}

/// Where a swizzle is said as one of offsets, it is that of columns.
void expect_of_offsets(const Layout& layout, const BitSwizzle& swizzle) {
  for (std::uint32_t row = 0; row < layout.rows; ++row)
    for (std::uint32_t column = 0; column < layout.columns; ++column)
      ASSERT_EQ(swizzle(all_modes(layout)(row + layout.rows * column)), layout.offset(row, column))
          << in_cute(layout) << ' ' << row << ' ' << column;
}

/// As of swizzled and of half_swizzled, Bs of swizzled.
TEST(Notation, SwizzlesOfOffsetsAreThoseOfColumnsInTheSteps) {
  for (const Layout& layout :
       {padded_rows(16, 128, 0, swizzle_by_row(2, 8, 31)), padded_rows(64, 128, 0, swizzle_by_row(3, 8, 56)),
        padded_rows(16, 128, 0, swizzle_by_column(5, 4, 4))}) {
    const auto swizzle = bit_swizzle(layout);
    ASSERT_TRUE(swizzle) << in_cute(layout);
    expect_of_offsets(layout, *swizzle);
  }
}

/// Of layouts that no kernel has, too: a column may be flipped into the padding of its row, or past a group, or out of
/// its row.
TEST(Notation, SwizzlesOfOffsetsAreThoseOfColumnsInOtherLayouts) {
  int said = 0;
  for (const int columns : {8, 32, 36})
    for (const int pitch : {8, 32, 64, 128})
      for (const int group : {0, 8, 32, 36})
        for (const int shift : {0, 1, 3, 5})
          for (const int factor : {1, 2, 16})
            for (const int mask : {2, 14, 48, 52})
              for (const Swizzle& moved :
                   {swizzle_by_row(shift, factor, mask), swizzle_by_column(shift, factor, mask)}) {
                if (pitch < columns || !moved.is_own_inverse()) continue;
                Layout layout = padded_rows(16, columns, pitch - columns, moved);
                layout.group = static_cast<std::uint32_t>(group), layout.group_pad = group == 0 ? 0 : 4;
                const auto swizzle = bit_swizzle(layout);
                if (!swizzle) continue;
                ++said;
                expect_of_offsets(layout, *swizzle);
              }
  EXPECT_GT(said, 100);
}

}  // namespace
}  // namespace gemmscope::analysis
