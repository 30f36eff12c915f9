// SPDX-License-Identifier: MIT
// Arrays that begin in one place of shared memory, as all `extern __shared__` arrays do.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tests/names_in_order.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using testing::HandMade;
using enum HandMade::Site;

/// Four lanes' floats from float `first` on.
std::map<std::uint32_t, std::uint32_t> four(std::uint32_t first = 0) {
  std::map<std::uint32_t, std::uint32_t> lanes;
  for (std::uint32_t lane = 0; lane < 4; ++lane) lanes[lane] = 4 * (first + lane);
  return lanes;
}

struct Step {
  std::uint32_t interval;
  HandMade::Site site;
  std::uint32_t warp = 0;
};

/// As and Bs are 8 floats each, at byte 0; `steps`: by four lanes, each to the first four floats.
format::Recording of_steps(const std::vector<Step>& steps, std::uint32_t warps = 2) {
  HandMade block(warps);
  format::Recording& made = block.recording;
  made.tensors[3].layout = made.tensors[4].layout = {.rows = 1, .columns = 8, .pitch = 8};
  made.tensors[3].offset = made.tensors[4].offset = 0;
  for (const HandMade::Site site : {kStoreAs, kStoreBs, kLoadAs, kLoadBs}) made.sites[site].width = 4;
  for (const Step& step : steps) block.add(step.warp, step.interval, step.site, four());
  return block.whole();
}

std::uint64_t overlaps(const format::Recording& r) { return analysis::check(r).count(Fault::kOverlap); }
std::uint64_t overlaps_of(const std::vector<Step>& steps) { return overlaps(of_steps(steps)); }

TEST(Overlaps, AreFoundWhereAValueIsLostAndBothNamesAreRead) {
  const format::Recording r = of_steps({{0, kStoreAs}, {0, kStoreBs}, {1, kLoadAs}, {1, kLoadBs}});
  const auto result = analysis::check(r);
  ASSERT_EQ(result.findings.size(), 1u);
  const analysis::Finding& f = result.findings[0];
  EXPECT_EQ(f.fault, Fault::kOverlap);
  EXPECT_EQ(f.count, 4u);
  EXPECT_EQ(words::counted(r, f), "4 cells");
  EXPECT_TRUE(
      names_in_order(words::sentence(r, f), {"As and Bs overlap", "Thread 0", "writes Bs[0]", "thread 0", "As[0]"}));
}

TEST(Overlaps, AreFoundAcrossBarriersAndWhicheverThreadStores) {
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kStoreBs}, {2, kLoadAs}, {3, kLoadBs}}), 4u);
  EXPECT_EQ(overlaps_of({{0, kStoreBs, 1}, {1, kStoreAs, 0}, {2, kLoadBs, 1}, {2, kLoadAs, 0}}), 4u);
  EXPECT_EQ(overlaps_of({{0, kStoreAs, 0}, {0, kStoreBs, 1}, {1, kLoadAs}, {1, kLoadBs}}), 4u);
}

TEST(Overlaps, OneFindingIsOfAllPassesOfALoop) {
  std::vector<Step> steps{{0, kStoreAs}};
  for (std::uint32_t pass = 0; pass < 3; ++pass)
    for (const auto site : {kStoreBs, kLoadBs, kLoadAs}) steps.push_back({2 * pass + (site == kStoreBs ? 0 : 1), site});
  const auto result = analysis::check(of_steps(steps));
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.count(Fault::kOverlap), 4u);  // what the later passes store was not stored under the other name
}

TEST(Overlaps, AreNoneWhereOneNameFollowsTheOther) {
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kLoadAs}, {2, kStoreBs}, {3, kLoadBs}}), 0u);
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kLoadAs}, {2, kStoreBs}, {3, kLoadBs}, {4, kStoreAs}, {5, kLoadAs}}), 0u);
}

TEST(Overlaps, AreNoneWhereOneNameIsAnotherTypeOfTheSame) {
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kLoadBs}}), 0u);
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kLoadAs}, {1, kLoadBs}}), 0u);
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kLoadBs}, {1, kStoreBs}, {2, kLoadAs}, {3, kStoreAs}, {4, kLoadBs}}), 0u);
  EXPECT_EQ(overlaps_of({{0, kStoreAs}, {1, kStoreBs}, {2, kLoadAs}}), 0u);  // zeros, for example, and then the values
}

TEST(Overlaps, AreNoneWhereAllThreadsStoreOneValueToBeginWith) {
  format::Recording r = of_steps({{0, kStoreAs}, {1, kStoreBs}, {2, kLoadAs}, {2, kLoadBs}});
  EXPECT_EQ(overlaps(r), 4u);
  r.sites[kStoreAs].one_value = true;
  EXPECT_EQ(overlaps(r), 0u);
}

TEST(Overlaps, AreNoneWhereReadAndStoreRace) {
  EXPECT_EQ(overlaps_of({{0, kStoreAs, 0}, {0, kStoreBs, 0}, {0, kLoadAs, 1}, {1, kLoadBs, 1}}), 0u);
}

TEST(Overlaps, AreNotLookedForInPartsOfABlock) {
  format::Recording r = of_steps({{0, kStoreAs}, {0, kStoreBs}, {1, kLoadAs}, {1, kLoadBs}});
  r.selection.warps = {0, 1};
  const auto result = analysis::check(r);
  EXPECT_EQ(result.count(Fault::kOverlap), 0u);
  EXPECT_EQ(result.scopes[static_cast<std::size_t>(Fault::kOverlap)].extent, analysis::CheckScope::Extent::kNothing);
}

TEST(Overlaps, AreNoneOfArraysThatBeginElsewhere) {
  format::Recording r = of_steps({{0, kStoreAs}, {0, kStoreBs}, {1, kLoadAs}, {1, kLoadBs}});
  r.tensors[4].offset = 32;
  EXPECT_EQ(overlaps(r), 0u);
}

}  // namespace
}  // namespace gemmscope
