// SPDX-License-Identifier: MIT
// What other layouts would cost against recordings made with them.
#include "tracing/analysis/what_if.h"

#include <algorithm>
#include <map>

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

/// "PA:4": as a link sets it.
std::string setting_of(const WhatIf& each) {
  std::string set = each.change;
  return set.replace(set.find('='), 1, ":");
}

/// `each`, said of `link`, which ends where another parameter can follow, costs what was said when it is recorded.
void expect_as_recorded(const std::string& link, const char* site, const WhatIf& each) {
  EXPECT_EQ(*each.wavefronts, wavefronts_of(recorded(link + setting_of(each)), site))
      << link << ' ' << site << ' ' << each.change;
}

/// A layout that was recorded costs what the words about another recording said it would.
TEST(WhatIf, HoldsForEveryLayoutThatCanBeRecorded) {
  for (const char* preset : {"k10_a6000", "k10_a100", "tm1_wniter1", "tm1_small"})
    for (const char* site : {"As_store", "Bs_load"}) {
      const session::Session plain = recorded("preset=" + std::string(preset));
      for (const WhatIf& each : what_if(plain, site))
        if (each.wavefronts) expect_as_recorded("preset=" + std::string(preset) + "/set=", site, each);
    }
}

/// Kernels and layouts whose reads are single floats whatever the padding.
TEST(WhatIf, HoldsForSingleFloats) {
  const std::pair<const char*, const char*> kernels[] = {{"kernel=block_tile/size=128x128x16", ""},
                                                         {"kernel=vectorized/size=128x128x8", "As:row,"}};
  for (const auto& [kernel, with] : kernels) {
    const session::Session padded = recorded(std::string(kernel) + "/set=" + with + "PA:1");
    int counted = 0;
    for (const WhatIf& each : what_if(padded, "As_load")) {
      ASSERT_TRUE(each.wavefronts) << kernel << ' ' << each.change;
      ++counted;
      expect_as_recorded(std::string(kernel) + "/set=" + with, "As_load", each);
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
      {"kernel=half_padded/size=128x128x64", "As_store", {"pad=8", "swz=xor"}},
      {"kernel=half_padded/size=128x128x64/set=width:4", "Bs_store", {"pad=2", "pad=4", "pad=8"}},
  };
  for (const auto& [link, site, changes] : cases) {
    const session::Session plain = recorded(link);
    std::vector<std::string> counted;
    for (const WhatIf& each : what_if(plain, site)) {
      if (!each.wavefronts) continue;
      counted.push_back(each.change);
      const bool more = std::string_view(link).find("set=") != std::string_view::npos;
      expect_as_recorded(std::string(link) + (more ? "," : "/set="), site, each);
    }
    EXPECT_EQ(counted, changes) << link << ' ' << site;
  }
}

/// What the table says of widths and layouts is enough: each layout that is counted costs what it costs when it is
/// recorded, at every site of every kernel.
TEST(WhatIf, HoldsAtEverySiteOfEveryKernel) {
  const std::pair<const char*, int> cases[] = {
      {"kernel=shared_tile/size=64x64x32", 12}, {"kernel=block_tile/size=128x128x16", 12},
      {"kernel=vectorized/size=128x128x8", 14}, {"kernel=warp_tile/size=128x128x16", 14},
      {"kernel=sgemm64/size=64x64x16", 8},      {"kernel=half_padded/size=128x128x64", 6},
  };
  for (const auto& [link, expected] : cases) {
    const session::Session plain = recorded(link);
    std::map<std::string, session::Session> others;
    int counted = 0;
    for (const analysis::SiteSummary& site : plain.look.summary.sites)
      for (const WhatIf& each : what_if(plain, site.name.c_str())) {
        if (!each.wavefronts) continue;
        const std::string set = setting_of(each);
        if (!others.contains(set)) others.emplace(set, recorded(std::string(link) + "/set=" + set));
        EXPECT_EQ(*each.wavefronts, wavefronts_of(others.at(set), site.name.c_str()))
            << link << ' ' << site.name << ' ' << each.change;
        ++counted;
      }
    EXPECT_EQ(counted, expected) << link;
  }
}

TEST(WhatIf, SaysWhichPadsForceNarrowerAccesses) {
  const session::Session session = recorded("site=As_store");
  for (const WhatIf& each : what_if(session, "As_store"))
    EXPECT_EQ(each.narrows, each.change == "PA=1" || each.change == "PA=2") << each.change;
  for (const WhatIf& each : what_if(session, "Bs_load"))
    EXPECT_EQ(!each.wavefronts, each.change == "PB=1" || each.change == "PB=2") << each.change;
}

TEST(WhatIf, DoesNotGuessRequestsThatWouldBeWider) {
  // With PA=2, As is read 8 bytes at a time; with PA=0 or 4 the kernel would read 16, which was not recorded.
  const session::Session session = recorded("set=PA:2");
  for (const WhatIf& each : what_if(session, "As_load")) EXPECT_FALSE(each.wavefronts) << each.change;
  for (const WhatIf& each : what_if(session, "As_store")) EXPECT_TRUE(each.wavefronts) << each.change;
}

/// 8-byte accesses become 4-byte ones, too.
TEST(WhatIf, SaysThatNarrowAccessesBecomeNarrower) {
  const session::Session session = recorded("set=PA:2");
  const std::vector<WhatIf> found = what_if(session, "As_store");
  EXPECT_EQ(found.size(), 4u);
  for (const WhatIf& each : found) EXPECT_EQ(each.narrows, each.change == "PA=1") << each.change;
  // The stores to Cs alone: its loads are single floats anyway.
  for (const WhatIf& each : what_if(recorded("kernel=sgemm64/size=64x64x16"), "cs_load"))
    EXPECT_EQ(each.narrows, each.change == "PC=1" || each.change == "PC=2") << each.change;
}

TEST(WhatIf, LeavesASwizzledTileAsItIs) {
  const session::Session session = recorded("kernel=swizzled");
  EXPECT_TRUE(what_if(session, "As_store").empty());
  EXPECT_FALSE(what_if(session, "Bs_load").empty());
}

/// A recording from before a change to the kernel.
TEST(WhatIf, KnowsNothingOfATileThatTheTableHasOtherwise) {
  const session::Session session = recorded("site=As_store");
  format::Recording older = *session.look.recording();
  older.tensors[3].layout.pitch += 1;
  EXPECT_TRUE(analysis::what_if(older, session.look.loaded->costs, *session.look.summary.site("As_store")).empty());
  older.kernel = "unknown";
  EXPECT_TRUE(analysis::what_if(older, session.look.loaded->costs, *session.look.summary.site("As_store")).empty());
}

TEST(WhatIf, KnowsNothingOfGlobalMemory) { EXPECT_TRUE(what_if(recorded("site=As_store"), "A_load").empty()); }

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
