// SPDX-License-Identifier: MIT
// Threads that come apart at barriers, as the emulator notes it in a recording.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/recorded.h"
#include "tests/names_in_order.h"

namespace gemmscope {
namespace {

using analysis::Fault;

format::Recording with(const format::Divergence& divergence) {
  record::RecordRequest request;
  request.M = 256, request.N = 128, request.K = 16;
  format::Recording r = testing::recorded(request);
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
  EXPECT_TRUE(
      names_in_order(words::sentence(r, f), {"block 1,0", "thread 3", "line 60", "thread 40", "line 70", "undefined"}));
  EXPECT_EQ(words::place_text(r, f), "");
}

TEST(Divergence, OfAnEndedThreadIsAnEarlyExit) {
  const auto result = analysis::check(with({.thread = 3, .line = 60, .other_thread = 40, .other_line = 0}));
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].fault, Fault::kEarlyExit);
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

TEST(Divergence, IsNotLookedForOnAGpu) {
  format::Recording r = with({.thread = 3, .line = 60, .other_thread = 40, .other_line = 70});
  r.divergences.clear();
  r.origin.backend = "cuda";
  EXPECT_EQ(analysis::check(r).scopes[static_cast<std::size_t>(Fault::kDivergence)].extent,
            analysis::CheckScope::Extent::kNothing);
}

}  // namespace
}  // namespace gemmscope
