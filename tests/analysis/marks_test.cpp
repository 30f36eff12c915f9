// SPDX-License-Identifier: MIT
#include "tracing/analysis/marks.h"

#include <gtest/gtest.h>

#include <utility>

namespace gemmscope::analysis {
namespace {

using Stretches = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Stretches stretches_of(const Marks& marks) {
  Stretches all;
  marks.for_each_stretch([&](std::uint64_t first, std::uint64_t count) { all.emplace_back(first, count); });
  return all;
}

/// Ends inside words, at their edges, and outside of what is covered.
TEST(Marks, AreSetInStretchesAsOneByOne) {
  for (const auto& [first, count] :
       Stretches{{0, 1}, {5, 3}, {63, 1}, {63, 2}, {64, 64}, {70, 130}, {90, 400}, {300, 9}})
    for (const std::uint64_t begin : {0, 7, 64}) {
      const std::uint64_t end = begin + 200;
      Marks at_once(begin, end), each(begin, end);
      EXPECT_FALSE(at_once.any(0, 1000));
      at_once.set(first, count);
      std::uint64_t last = 0, covered = 0;
      for (std::uint64_t n = first; n < first + count; ++n)
        if (each.covers(n)) each.set(n), last = n, ++covered;
      EXPECT_EQ(stretches_of(at_once), stretches_of(each)) << first << "+" << count << " from " << begin;
      EXPECT_EQ(stretches_of(at_once), covered == 0 ? Stretches() : Stretches({{last + 1 - covered, covered}}));
      EXPECT_EQ(at_once.any(0, 1000), covered != 0);
      EXPECT_EQ(at_once.any(last, 1), covered != 0);
      EXPECT_FALSE(at_once.any(last + 1, 50));
      EXPECT_FALSE(covered != 0 && at_once.any(0, last + 1 - covered));
    }
}

TEST(Marks, KeepStretchesApart) {
  Marks marks(10, 300);
  for (const auto& [first, count] : Stretches{{20, 5}, {26, 60}, {100, 1}, {299, 1}}) marks.set(first, count);
  EXPECT_EQ(stretches_of(marks), (Stretches{{20, 5}, {26, 60}, {100, 1}, {299, 1}}));
  EXPECT_FALSE(marks.set(26));
  EXPECT_TRUE(marks.set(25));
  EXPECT_EQ(stretches_of(marks), (Stretches{{20, 66}, {100, 1}, {299, 1}}));
}

}  // namespace
}  // namespace gemmscope::analysis
