// SPDX-License-Identifier: MIT
// The steps of the ladder as written, recorded in a short way and as a whole: the recordings are the same.
#include <gtest/gtest.h>

#include "tests/steps/step.h"

namespace gemmscope::ladder {
namespace {

using gemmscope::testing::Product;
using gemmscope::testing::Step;

void expect_the_same(const Step& step, const Product& product) {
  const gemmscope::testing::TwoWays ways = recorded_two_ways(step, product);
  EXPECT_GT(ways.whole.request_count(), 100u);
  EXPECT_TRUE(ways.quick == ways.whole);
}

class ShortcutsOfStep : public ::testing::TestWithParam<std::string> {};
TEST_P(ShortcutsOfStep, RecordWhatTheWholeKernelDoes) {
  expect_the_same({.name = GetParam(), .as_written = true}, {.M = 256, .N = 384, .K = 128, .alpha = 2, .beta = 1});
}
INSTANTIATE_TEST_SUITE_P(All, ShortcutsOfStep, ::testing::ValuesIn(gemmscope::testing::all_steps()),
                         gemmscope::testing::name_of_step);

TEST(Shortcuts, OfTilesWithEdgesToo) {
  expect_the_same({.name = "block_tile", .as_written = true}, {.M = 200, .N = 150, .K = 24, .alpha = 2, .beta = 1});
}

/// Values wait in local memory between global and shared memory there: b is taken apart.
TEST(Shortcuts, FollowWhatWaitsInLocalMemory) {
  expect_the_same({.numbers = {{"PB", "1"}}, .as_written = true}, {.M = 256, .N = 256, .K = 32, .alpha = 2, .beta = 1});
}

}  // namespace
}  // namespace gemmscope::ladder
