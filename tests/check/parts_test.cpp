// SPDX-License-Identifier: MIT
// What is found in some blocks of a launch is found in the whole.
#include <algorithm>

#include "tests/check/recorded.h"
#include "tests/sweep.h"

namespace gemmscope {
namespace {

class Parts : public ::testing::TestWithParam<std::string> {};

TEST_P(Parts, FindNothingThatTheWholeHasNot) {
  testing::Product product = testing::product_said({GetParam()});
  const format::Range every{0, 1u << 16};
  product.block_y = product.block_x = every;  // addresses only, as parts are recorded
  const format::Recording all = testing::recorded({GetParam()}, product);
  const std::set<std::string> whole = testing::kinds_of(all);
  ASSERT_FALSE(whole.empty());
  product.block_y = format::Range{all.grid_y - 1, all.grid_y};
  product.block_x = format::Range{all.grid_x - 1, all.grid_x};
  std::set<std::string> found = testing::kinds_of(testing::recorded({GetParam()}, product));
  if (GetParam().find("_no_barrier") != std::string::npos || GetParam().ends_with("_no_syncwarp")) {
    EXPECT_FALSE(found.empty()) << "each block has these races";
  }
  found.erase("fault");  // in a block that is not recorded
  EXPECT_TRUE(std::includes(whole.begin(), whole.end(), found.begin(), found.end()))
      << ::testing::PrintToString(found) << " of " << ::testing::PrintToString(whole);
}

INSTANTIATE_TEST_SUITE_P(OfBrokenKernels, Parts, ::testing::ValuesIn(swept(testing::all_broken())),
                         testing::name_of_step);

/// Recordings of parts are read, too: what they lack is said.
TEST(PartsOfALaunch, SayWhatTheyCannotShow) {
  const format::Recording whole = testing::described({"warp_tile"}, {.M = 128, .N = 128, .K = 32});
  format::Recording r = whole;
  const auto extent = [&](analysis::Fault fault) {
    return analysis::check(r).scopes[static_cast<std::size_t>(fault)].extent;
  };
  using analysis::Fault;
  using enum analysis::CheckScope::Extent;
  EXPECT_EQ(extent(Fault::kUninitialisedRead), kWhole);
  r.selection.warps = {0, 1};
  EXPECT_EQ(extent(Fault::kUninitialisedRead), kNothing);
  EXPECT_EQ(extent(Fault::kReadAfterWrite), kRecorded);
}

}  // namespace
}  // namespace gemmscope
