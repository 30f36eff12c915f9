// SPDX-License-Identifier: MIT
// What is found in a part of a launch is found in the whole.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/check/recorded.h"

namespace gemmscope {
namespace {

class Parts : public ::testing::TestWithParam<const kernels::KernelInfo*> {};

TEST_P(Parts, FindNothingThatTheWholeHasNot) {
  const record::RecordRequest request = testing::request_of(*GetParam());
  std::set<std::string> whole = testing::kinds_of(testing::recorded(request));
  ASSERT_FALSE(whole.empty());
  // Without all k-tiles a cell that nobody has written counts as one that nobody has written for this k-tile.
  for (std::string kind : std::set(whole))
    if (kind.starts_with("uninitialised")) whole.insert("stale" + kind.substr(std::string("uninitialised").size()));
  for (const auto& part : testing::parts_of(request)) {
    const std::set<std::string> found = testing::kinds_of(testing::recorded(part));
    EXPECT_TRUE(std::includes(whole.begin(), whole.end(), found.begin(), found.end()))
        << ::testing::PrintToString(found) << " of " << ::testing::PrintToString(whole);
  }
}

TEST(PartsOfALaunch, SayWhatTheyCannotShow) {
  record::RecordRequest request = testing::request_of(kernels::broken_kernels()[5]);
  const auto extent = [&](analysis::Fault fault) {
    return analysis::check(testing::recorded(request)).scopes[static_cast<std::size_t>(fault)].extent;
  };
  using analysis::Fault;
  using enum analysis::CheckScope::Extent;
  EXPECT_EQ(extent(Fault::kUninitialisedRead), kWhole);
  request.k_tiles = {0, 1};
  EXPECT_EQ(extent(Fault::kUninitialisedRead), kNothing);
  EXPECT_EQ(extent(Fault::kStaleRead), kRecorded);
  EXPECT_EQ(extent(Fault::kNeverLoaded), kNothing);
  request.k_tiles.reset();
  request.warps = {0, 1};
  for (const Fault fault : {Fault::kUninitialisedRead, Fault::kStaleRead, Fault::kNeverRead, Fault::kNeverStored})
    EXPECT_EQ(extent(fault), kNothing);
  EXPECT_EQ(extent(Fault::kReadAfterWrite), kRecorded);
  request.warps.reset();
  request.epilogue = false;
  EXPECT_EQ(extent(Fault::kNeverStored), kNothing);
}

INSTANTIATE_TEST_SUITE_P(OfBrokenKernels, Parts, ::testing::ValuesIn(testing::all_broken()),
                         [](const auto& of) { return std::string(of.param->name); });

}  // namespace
}  // namespace gemmscope
