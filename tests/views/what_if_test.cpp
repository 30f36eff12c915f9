// SPDX-License-Identifier: MIT
// What other layouts would cost against recordings made with them.
#include "tracing/analysis/what_if.h"

#include <algorithm>

#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

using analysis::WhatIf;

std::vector<WhatIf> what_if(const session::Session& session, const char* site) {
  return analysis::what_if(*session.look.recording(), session.look.loaded->costs, *session.look.summary.site(site),
                           session.look.summary_scope, session.look.rule);
}

std::uint64_t wavefronts_of(const session::Session& session, const char* site) {
  return session.look.summary.site(site)->count.by(session.look.rule).wavefronts;
}

/// A layout that was recorded costs what the words about another recording said it would.
TEST(WhatIf, HoldsForEveryLayoutThatCanBeRecorded) {
  for (const char* preset : {"k10_a6000", "k10_a100", "tm1_wniter1", "tm1_small"})
    for (const char* site : {"sA_store", "sB_load"}) {
      const session::Session plain = recorded("preset=" + std::string(preset));
      for (const WhatIf& each : what_if(plain, site)) {
        if (!each.wavefronts) continue;
        std::string set = each.change;
        set.replace(set.find('='), 1, ":");
        const session::Session other = recorded("preset=" + std::string(preset) + "/set=" + set);
        EXPECT_EQ(*each.wavefronts, wavefronts_of(other, site)) << preset << ' ' << site << ' ' << each.change;
      }
    }
}

/// Kernels and layouts whose reads are single floats whatever the padding.
TEST(WhatIf, HoldsForSingleFloats) {
  const std::pair<const char*, const char*> kernels[] = {{"kernel=block_tile/size=128x128x16", ""},
                                                         {"kernel=vectorized/size=128x128x8", "As:row,"}};
  for (const auto& [kernel, with] : kernels) {
    const session::Session padded = recorded(std::string(kernel) + "/set=" + with + "PA:1");
    int counted = 0;
    for (const WhatIf& each : what_if(padded, "sA_load")) {
      ASSERT_TRUE(each.wavefronts) << kernel << ' ' << each.change;
      ++counted;
      std::string set = each.change;
      set.replace(set.find('='), 1, ":");
      const session::Session other = recorded(std::string(kernel) + "/set=" + with + set);
      EXPECT_EQ(*each.wavefronts, wavefronts_of(other, "sA_load")) << kernel << ' ' << each.change;
    }
    EXPECT_EQ(counted, 4);
  }
}

/// Staged sums, halfs and their padding inside rows: each layout that is counted costs what it costs when it is
/// recorded.
TEST(WhatIf, HoldsForStagedSumsAndHalfs) {
  const std::tuple<const char*, const char*, std::vector<std::string>> cases[] = {
      {"kernel=sgemm64/size=64x64x16", "cs_store", {"PC=4", "PC=16", "swzC=xor"}},
      {"kernel=sgemm64/size=64x64x16", "cs_load", {"PC=1", "PC=2", "PC=4", "PC=16", "swzC=xor"}},
      {"kernel=half_padded/size=128x128x64", "sA_store", {"pad=8", "swz=xor"}},
      {"kernel=half_padded/size=128x128x64/set=width:4", "sB_store", {"pad=2", "pad=4", "pad=8"}},
  };
  for (const auto& [link, site, changes] : cases) {
    const session::Session plain = recorded(link);
    std::vector<std::string> counted;
    for (const WhatIf& each : what_if(plain, site)) {
      if (!each.wavefronts) continue;
      counted.push_back(each.change);
      std::string set = each.change;
      set.replace(set.find('='), 1, ":");
      const bool more = std::string_view(link).find("set=") != std::string_view::npos;
      const session::Session other = recorded(std::string(link) + (more ? "," : "/set=") + set);
      EXPECT_EQ(*each.wavefronts, wavefronts_of(other, site)) << link << ' ' << site << ' ' << each.change;
    }
    EXPECT_EQ(counted, changes) << link << ' ' << site;
  }
}

TEST(WhatIf, SaysWhichPadsForceNarrowerAccesses) {
  const session::Session session = recorded("site=sA_store");
  for (const WhatIf& each : what_if(session, "sA_store"))
    EXPECT_EQ(each.narrows, each.change == "PA=1" || each.change == "PA=2") << each.change;
  for (const WhatIf& each : what_if(session, "sB_load"))
    EXPECT_EQ(!each.wavefronts, each.change == "PB=1" || each.change == "PB=2") << each.change;
}

TEST(WhatIf, DoesNotGuessRequestsThatWouldBeWider) {
  // With PA=2, As is read 8 bytes at a time; with PA=0 or 4 the kernel would read 16, which was not recorded.
  const session::Session session = recorded("set=PA:2");
  for (const WhatIf& each : what_if(session, "sA_load")) EXPECT_FALSE(each.wavefronts) << each.change;
  for (const WhatIf& each : what_if(session, "sA_store")) EXPECT_TRUE(each.wavefronts) << each.change;
}

TEST(WhatIf, KnowsNothingOfGlobalMemory) { EXPECT_TRUE(what_if(recorded("site=sA_store"), "gA_load").empty()); }

/// omap changes which lane reads what, so that no moving of cells can count it; recorded, it costs what was said.
TEST(WhatIf, OffersAChoiceThatHelpsWherePaddingDoesNot) {
  const std::string kernel = "kernel=block_tile/size=128x128x16";
  const session::Session plain = recorded(kernel), other = recorded(kernel + "/set=omap:interleaved");
  ASSERT_TRUE(plain.look.by_rule.dearest);
  const std::string site = plain.look.summary.sites[*plain.look.by_rule.dearest].name;
  const auto found = std::ranges::find(plain.look.by_rule.layouts, "omap=interleaved", &WhatIf::change);
  ASSERT_NE(found, plain.look.by_rule.layouts.end());
  EXPECT_EQ(*found->wavefronts, wavefronts_of(other, site.c_str()));
  EXPECT_LT(*found->wavefronts, wavefronts_of(plain, site.c_str()));
}

}  // namespace
}  // namespace gemmscope::views
