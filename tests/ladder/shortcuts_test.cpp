// SPDX-License-Identifier: MIT
// The steps of the ladder as written, recorded in a short way and as a whole: the recordings are the same.
#include <gtest/gtest.h>

#include "tests/ladder/interpreted_step.h"

namespace gemmscope::ladder {
namespace {

struct Shape {
  const char* step;
  std::uint32_t block, k_tile, threads;  ///< rows, and columns, of a block tile
  bool by_rows = false;                  ///< blocks along x take rows of C
};
constexpr Shape kShapes[] = {{"01_naive", 32, 8, 1024},
                             {"02_coalesced", 32, 8, 1024},
                             {"03_shared_tile", 32, 32, 1024},
                             {"04_thread_tile", 128, 16, 256},
                             {"05_block_tile", 128, 16, 256},
                             {"06_interleaved", 128, 16, 256},
                             {"07_wide_copy", 128, 8, 256},
                             {"08_vectorized", 128, 8, 256},
                             {"09_split", 128, 8, 256},
                             {"10_warp_tile", 128, 16, 128},
                             {"11_swizzled", 128, 16, 128},
                             {"12_sgemm64", 64, 8, 64, true},
                             {"13_direct_store", 64, 8, 64, true},
                             {"14_half_padded", 128, 64, 256},
                             {"15_half_swizzled", 128, 64, 256}};
class ShortcutsOfStep : public ::testing::TestWithParam<Shape> {};

void expect_the_same(const Step& step, const StepLaunch& launch) {
  const TwoWays ways = record_two_ways(step, launch);
  EXPECT_GT(ways.whole.request_count(), 100u);
  EXPECT_TRUE(ways.quick == ways.whole);
}

TEST_P(ShortcutsOfStep, RecordWhatTheWholeKernelDoes) {
  const auto& [step, block, k_tile, threads, by_rows] = GetParam();
  expect_the_same({step, {}}, {2 * block, 3 * block, 2 * k_tile, threads, by_rows ? 1u : 2u, by_rows ? 2u : 1u});
}

std::string name_of_shape(const ::testing::TestParamInfo<Shape>& info) { return info.param.step; }
INSTANTIATE_TEST_SUITE_P(All, ShortcutsOfStep, ::testing::ValuesIn(kShapes), name_of_shape);

TEST(Shortcuts, OfTilesWithEdgesToo) { expect_the_same({"05_block_tile", {}}, {200, 150, 24, 256, 1, 1}); }

/// Values wait in local memory between global and shared memory there: b is taken apart.
TEST(Shortcuts, FollowWhatWaitsInLocalMemory) {
  expect_the_same({"10_warp_tile", {{"PB", "1"}}}, {256, 256, 32, 128, 1, 1});
}

}  // namespace
}  // namespace gemmscope::ladder
