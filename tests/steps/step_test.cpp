// SPDX-License-Identifier: MIT
// What other tests build on: steps are compiled with the numbers that are asked for, launched as their main() does it,
// and their tiles are found.
#include <gtest/gtest.h>

#include "tests/steps/step.h"

namespace gemmscope::testing {
namespace {

TEST(Step, HasTheNumbersThatAreAskedFor) {
  const format::Recording r = described({.numbers = {{"PA", "4"}}}, {.M = 256, .N = 128, .K = 64});
  EXPECT_EQ(r.kernel, "warp_tile");
  EXPECT_EQ(r.M, 256u);
  EXPECT_EQ(r.N, 128u);
  EXPECT_EQ(r.K, 64u);
  EXPECT_EQ(r.grid_y, 2u);
  EXPECT_EQ(r.grid_x, 1u);
  EXPECT_EQ(r.threads, 128u);
  EXPECT_EQ(r.k_tiles, 4u);
  EXPECT_EQ(r.shared_bytes, 4u * 16 * (128 + 4 + 128));
}

TEST(Step, HasThoseOfItsPreset) {
  const format::Recording r = described({.preset = "k10_a100"}, {.M = 128, .N = 256, .K = 32});
  EXPECT_EQ(r.grid_y, 2u);
  EXPECT_EQ(r.grid_x, 2u);
  EXPECT_EQ(r.shared_bytes, 4u * 16 * (64 + 128));
}

class EachStep : public ::testing::TestWithParam<std::string> {};
TEST_P(EachStep, IsLaunchedAsItsProgramDoesIt) {
  const format::Recording r = described({.name = GetParam()}, {.M = 256, .N = 384, .K = 128});
  const format::FoundTile& tile = *r.found_tile;
  const bool x_walks_rows = GetParam() == "sgemm64" || GetParam() == "direct_store";  // as their main() launches them
  EXPECT_EQ((x_walks_rows ? r.grid_x : r.grid_y) * tile.BM, 256u);
  EXPECT_EQ((x_walks_rows ? r.grid_y : r.grid_x) * tile.BN, 384u);
}
INSTANTIATE_TEST_SUITE_P(All, EachStep, ::testing::ValuesIn(all_steps()), name_of_step);

TEST(Step, RecordsTheBlocksThatAreNamed) {
  const format::Recording r = recorded({}, {.block_y = format::Range{1, 2}, .block_x = format::Range{0, 1}});
  ASSERT_EQ(r.blocks.size(), 1u);
  EXPECT_EQ(r.blocks[0].y, 1u);
}

TEST(Step, RefusesWhatNvccOrTheFileRefuses) {
  EXPECT_THROW(static_cast<void>(recorded({.numbers = {{"nosuch", "4"}}})), std::runtime_error);
  EXPECT_THROW(static_cast<void>(recorded({.name = "nosuch"})), std::runtime_error);
  EXPECT_THROW(static_cast<void>(recorded({.numbers = {{"vec", "3"}}})), std::runtime_error);  // a static_assert
}

}  // namespace
}  // namespace gemmscope::testing
