// SPDX-License-Identifier: MIT
// Threads that come apart at barriers, as the interpreter notes it in a recording.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/recorded.h"
#include "tests/names_in_order.h"

namespace gemmscope {
namespace {

using analysis::Fault;

format::Recording with(const format::Divergence& divergence) {
  format::Recording r = testing::described({"warp_tile"}, {.M = 256, .N = 128, .K = 16});
  EXPECT_TRUE(analysis::check(r).findings.empty());
  r.divergences = {divergence};
  return r;
}

TEST(Divergence, OfTwoBarriersIsFound) {
  const format::Recording r = with({.y = 1, .x = 0, .thread = 3, .line = 60, .other_thread = 40, .other_line = 70});
  const auto result = analysis::check(r);
  ASSERT_EQ(result.findings.size(), 1u);
  const analysis::Finding& f = result.findings[0];
  EXPECT_EQ(f.fault, Fault::kDivergence);
  EXPECT_EQ(f.block, 1u);
  EXPECT_TRUE(names_in_order(words::sentence(r, f),
                             {"block (0,1,0)", "thread 3", "line 60", "thread 40", "line 70", "undefined"}));
  EXPECT_EQ(words::place_text(r, f), "");
}

TEST(Divergence, OfTwoBarriersOnOneLineSaysThatThereAreTwo) {
  const format::Recording r = with({.y = 1, .x = 0, .thread = 3, .line = 60, .other_thread = 40, .other_line = 60});
  const auto result = analysis::check(r);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].fault, Fault::kDivergence);
  EXPECT_TRUE(names_in_order(words::sentence(r, result.findings[0]),
                             {"thread 3", "line 60", "thread 40", "another barrier of that line", "undefined"}));
}

TEST(Divergence, IsCountedByBlocksAndApartInAWarp) {
  format::Recording r = with({.y = 0, .thread = 3, .line = 60, .other_thread = 40, .other_line = 70});
  r.divergences.push_back(r.divergences[0]);
  r.divergences[1].y = 1;
  EXPECT_EQ(analysis::check(r).count(Fault::kDivergence), 2u);
  r.divergences[1].of_warp = true;
  EXPECT_EQ(analysis::check(r).findings.size(), 2u);
  EXPECT_TRUE(analysis::check(r).findings[1].in_warp);
}

TEST(Divergence, OfWholeWarpsInBranchesIsARemark) {
  format::Recording r = with({});
  r.divergences.clear();
  r.branch_barriers = {{.y = 1, .x = 0, .thread = 3, .line = 60, .other_thread = 40, .other_line = 70}};
  const auto result = analysis::check(r);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.branch_barriers.size(), 1u);
  EXPECT_EQ(result.branch_barriers[0].fault, Fault::kDivergence);
  EXPECT_EQ(result.branch_barriers[0].block, 1u);
  EXPECT_TRUE(
      names_in_order(words::remark(r, result.branch_barriers[0]),
                     {"block (0,1,0)", "thread 3", "line 60", "thread 40", "line 70", "PTX defines", "CUDA C++"}));
}

/// Of a program that is no matrix multiplication.
format::Recording with_absent(std::optional<std::vector<format::Divergence>> absent) {
  format::Recording r = with({});
  r.divergences.clear();
  r.absent_lanes = std::move(absent);
  return r;
}

TEST(AbsentLanes, AreFoundAndCountedByBlocks) {
  const format::Divergence first{.y = 0, .thread = 3, .line = 60, .other_thread = 16, .of_warp = true};
  format::Divergence second = first;
  second.y = 1, second.thread = 5;
  const format::Recording r = with_absent({{first, second}});
  const auto result = analysis::check(r);
  ASSERT_EQ(result.findings.size(), 1u);
  const analysis::Finding& f = result.findings[0];
  EXPECT_EQ(f.fault, Fault::kAbsentLane);
  EXPECT_EQ(f.count, 2u);
  EXPECT_EQ(f.block, 0u);
  EXPECT_TRUE(f.in_warp);
  EXPECT_TRUE(names_in_order(words::sentence(r, f),
                             {"block (0,0,0)", "thread 3", "line 60", "thread 16", "lane 16", "undefined"}));
  EXPECT_EQ(words::place_text(r, f), "");
  EXPECT_EQ(words::counted(r, f), "2 blocks");
}

TEST(AbsentLanes, MayHaveNoLines) {
  const format::Recording r = with_absent({{{.thread = 3, .other_thread = 16, .of_warp = true}}});
  const auto result = analysis::check(r);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(names_in_order(words::sentence(r, result.findings[0]), {"thread 3", "thread 16", "undefined"}));
  EXPECT_EQ(words::sentence(r, result.findings[0]).find("line"), std::string::npos);
}

/// They are also looked for where there can be none, because the PTX has no shuffles.
TEST(AbsentLanes, AreLookedForInRecordingsOfTheInterpreterThatSaySo) {
  const auto extent = [](const format::Recording& r) {
    return analysis::check(r).scopes[static_cast<std::size_t>(Fault::kAbsentLane)].extent;
  };
  using Extent = analysis::CheckScope::Extent;
  format::Recording r = with_absent(std::nullopt);
  EXPECT_EQ(extent(r), Extent::kWhole);
  r.code.ptx.clear();
  EXPECT_EQ(extent(r), Extent::kNothing);
  r.code.ptx = "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r1, %r2}, ...";
  EXPECT_EQ(extent(r), Extent::kWhole);
  r.code.ptx += "\nvote.sync.all.pred %p1, %p2, %r1;";
  EXPECT_EQ(extent(r), Extent::kNothing);
  r.absent_lanes.emplace();
  EXPECT_EQ(extent(r), Extent::kWhole);
  r.origin.backend = "cuda";
  EXPECT_EQ(extent(r), Extent::kNothing);
}

TEST(Divergence, IsNotLookedForOnAGpu) {
  format::Recording r = with({.thread = 3, .line = 60, .other_thread = 40, .other_line = 70});
  r.divergences.clear();
  r.origin.backend = "cuda";
  EXPECT_EQ(analysis::check(r).scopes[static_cast<std::size_t>(Fault::kDivergence)].extent,
            analysis::CheckScope::Extent::kNothing);
}

}  // namespace
}  // namespace gemmscope
