// SPDX-License-Identifier: MIT
// What is found in every deliberately broken kernel leads to its accesses. What it is, tests/ladder/broken_test.py
// says.
#include "app/words/finding_words.h"
#include "tests/check/recorded.h"
#include "tests/sweep.h"

namespace gemmscope {
namespace {

class BrokenKernels : public ::testing::TestWithParam<std::string> {};

TEST_P(BrokenKernels, FindingsLeadToTheAccesses) {
  const format::Recording r = testing::broken(GetParam());
  const analysis::CheckResult result = analysis::check(r);
  EXPECT_FALSE(result.findings.empty());
  for (const analysis::Finding& f : result.findings) {
    EXPECT_GT(f.count, 0u);
    EXPECT_GT(words::sentence(r, f).size(), 20u);
    for (const auto& access : {f.at, f.other}) {
      if (!access) continue;
      const auto at = format::locate(r, access->block, access->warp, access->request);
      const format::Request request =
          format::decode(r, access->block, r.patterns[r.blocks[access->block].pattern].segments[at.segment], at.row);
      EXPECT_EQ(request.site, access->site) << words::sentence(r, f);
      EXPECT_TRUE(request.mask >> access->lane & 1u) << words::sentence(r, f);
      // Its bytes hold the one that the finding is about.
      const std::uint32_t begin = request.address[access->lane];
      EXPECT_TRUE(begin <= f.byte && f.byte < begin + r.sites[access->site].width) << words::sentence(r, f);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenKernels, ::testing::ValuesIn(swept(testing::all_broken())), testing::name_of_step);

}  // namespace
}  // namespace gemmscope
