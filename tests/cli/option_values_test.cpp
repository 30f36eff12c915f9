// SPDX-License-Identifier: MIT
#include "app/cli/option_values.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

using format::Range;

TEST(OptionValues, SizeIsThreeWholeNumbers) {
  const auto size = parse_size("1024x256x0");
  ASSERT_TRUE(size);
  EXPECT_EQ(size->M, 1024u);
  EXPECT_EQ(size->N, 256u);
  EXPECT_EQ(size->K, 0u);
  for (const char* wrong :
       {"", "x", "1x2", "1x2x", "1x2x3x4", "1x2x-3", "1x2x3.5", "+1x2x3", " 1x2x3", "1X2X3", "4294967296x1x1"})
    EXPECT_FALSE(parse_size(wrong)) << wrong;
}

TEST(OptionValues, RangeIsHalfOpenAndOneNumberIsThatOneAlone) {
  EXPECT_EQ(*parse_range("--warps", "0:1"), (Range{0, 1}));
  EXPECT_EQ(*parse_range("--warps", "2:7"), (Range{2, 7}));
  EXPECT_EQ(*parse_range("--warps", "3"), (Range{3, 4}));
  for (const char* wrong : {"", ":", "1:", ":1", "1:1", "2:1", "1:2:3", "-1:2", "1-2", "4294967295"})
    EXPECT_FALSE(parse_range("--warps", wrong)) << wrong;
}

TEST(OptionValues, BlocksAreYThenX) {
  const auto one = parse_blocks("3,5");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->y, (Range{3, 4}));
  EXPECT_EQ(one->x, (Range{5, 6}));
  const auto many = parse_blocks("0,1:2,4");
  ASSERT_TRUE(many);
  EXPECT_EQ(many->y, (Range{0, 2}));
  EXPECT_EQ(many->x, (Range{1, 4}));
  for (const char* wrong :
       {"", "1", "1,", ",1", "1,1:", "1,1:2", "1,1:1,2", "1,1:2,1", "1;2", "1,2,3,4", "4294967295,0"})
    EXPECT_FALSE(parse_blocks(wrong)) << wrong;
}

TEST(OptionValues, BlocksOfAGridWithZAreXThenYThenZ) {
  for (const char* text : {"3,5,7", "(3,5,7)"}) {
    const auto one = parse_blocks(text);
    ASSERT_TRUE(one) << text;
    EXPECT_EQ(one->x, (Range{3, 4}));
    EXPECT_EQ(one->y, (Range{5, 6}));
    EXPECT_EQ(one->z, (Range{7, 8}));
  }
  const auto many = parse_blocks("0,1,2:3,5,7");
  ASSERT_TRUE(many);
  EXPECT_EQ(many->x, (Range{0, 3}));
  EXPECT_EQ(many->y, (Range{1, 5}));
  EXPECT_EQ(many->z, (Range{2, 7}));
  EXPECT_EQ(parse_blocks("3,5")->z, std::nullopt);
  for (const char* wrong : {"1,1,1:2,2", "1,1:2,2,2", "0,0,1:1,1,1", "1,0,0:1,1,1", "0,1,0:1,1,1", "0,0,4294967295"})
    EXPECT_FALSE(parse_blocks(wrong)) << wrong;
  EXPECT_EQ(*parse_block("3,5,7"), (format::BlockName{3, 5, 7}));
  EXPECT_FALSE(parse_block("3"));
}

TEST(OptionValues, NumberIsFiniteAndWhole) {
  EXPECT_EQ(*parse_number("--alpha", "-1.5"), -1.5f);
  EXPECT_EQ(*parse_number("--alpha", "1e-3"), 1e-3f);
  for (const char* wrong : {"", "1,5", "inf", "nan", "1e99", "0x1p3", "2 "})
    EXPECT_FALSE(parse_number("--alpha", wrong)) << wrong;
}

TEST(OptionValues, AssignmentSplitsAtTheFirstEquals) {
  EXPECT_EQ(*parse_assignment("PA=4"), (format::Parameter{"PA", "4"}));
  EXPECT_EQ(*parse_assignment("a=b=c"), (format::Parameter{"a", "b=c"}));
  for (const char* wrong : {"", "PA", "=4", "PA="}) EXPECT_FALSE(parse_assignment(wrong)) << wrong;
}

TEST(OptionValues, ErrorsNameTheOptionTheTextAndTheForm) {
  const auto wrong = parse_range("--warps", "one");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::kUsage);
  EXPECT_EQ(wrong.error().message,
            "--warps 'one' cannot be read; write FIRST:END, for example --warps 0:1 for the first one");
}

}  // namespace
}  // namespace gemmscope::cli
