// SPDX-License-Identifier: MIT
// Sets of numbers as ranges: joined, they have the numbers of all.
#include "tracing/analysis/tiles/ranges.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace gemmscope::analysis {
namespace {

std::set<std::uint32_t> numbers(const std::vector<format::Range>& ranges) {
  std::set<std::uint32_t> all;
  for (const format::Range& each : ranges)
    for (std::uint32_t i = each.begin; i < each.end; ++i) all.insert(i);
  return all;
}

TEST(Ranges, JoinedHaveAllNumbersInOrder) {
  std::mt19937 engine(7);
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine() % below); };
  for (const std::uint32_t span : {64u, 1000u, 100'000u})
    for (int round = 0; round < 200; ++round) {
      std::vector<format::Range> all(random(60));
      for (format::Range& each : all) {
        each.begin = 4'000'000'000u + random(span);
        each.end = each.begin + 1 + random(140);
      }
      const Ranges joined_ones = joined(all);
      ASSERT_EQ(numbers(joined_ones), numbers(all));
      for (const format::Range& each : joined_ones) ASSERT_LT(each.begin, each.end);
      for (std::size_t i = 1; i < joined_ones.size(); ++i) ASSERT_LT(joined_ones[i - 1].end, joined_ones[i].begin);
    }
}

TEST(Ranges, ThatTouchAreOne) {
  EXPECT_EQ(joined({{64, 128}, {0, 64}, {128, 130}}), (Ranges{{0, 130}}));
  EXPECT_EQ(joined({{5, 6}, {0, 4}}), (Ranges{{0, 4}, {5, 6}}));
  EXPECT_TRUE(joined({}).empty());
}

}  // namespace
}  // namespace gemmscope::analysis
