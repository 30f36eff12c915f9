// SPDX-License-Identifier: MIT
#include "app/views/metrics_what_if.h"

#include "app/views/metrics_words.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

std::uint64_t wavefronts_of(const session::Session& session, const char* site) {
  return session.summary.site(site)->count.by(session.rule).wavefronts;
}

/// A layout that was recorded costs what the words about another recording said it would.
TEST(WhatIf, HoldsForEveryLayoutThatCanBeRecorded) {
  for (const char* preset : {"k10_a6000", "k10_a100", "seed_tm1_w1", "seed_small"})
    for (const char* site : {"sA_store", "sB_load"}) {
      const session::Session plain = recorded("preset=" + std::string(preset));
      for (const WhatIf& each : what_if(plain, *plain.summary.site(site))) {
        if (!each.wavefronts) continue;
        std::string set = each.change;
        set.replace(set.find('='), 1, ":");
        const session::Session other = recorded("preset=" + std::string(preset) + "/set=" + set);
        EXPECT_EQ(*each.wavefronts, wavefronts_of(other, site)) << preset << ' ' << site << ' ' << each.change;
      }
    }
}

TEST(WhatIf, SaysWhichPadsForceNarrowerAccesses) {
  const session::Session session = recorded("line=71");
  for (const WhatIf& each : what_if(session, *session.summary.site("sA_store")))
    EXPECT_EQ(each.narrows, each.change == "PA=1" || each.change == "PA=2") << each.change;
  for (const WhatIf& each : what_if(session, *session.summary.site("sB_load")))
    EXPECT_EQ(!each.wavefronts, each.change == "PB=1" || each.change == "PB=2") << each.change;
}

TEST(WhatIf, DoesNotGuessRequestsThatWouldBeWider) {
  // With PA=2, As is read 8 bytes at a time; with PA=0 or 4 the kernel would read 16, which was not recorded.
  const session::Session session = recorded("set=PA:2");
  for (const WhatIf& each : what_if(session, *session.summary.site("sA_load"))) EXPECT_FALSE(each.wavefronts) << each.change;
  for (const WhatIf& each : what_if(session, *session.summary.site("sA_store"))) EXPECT_TRUE(each.wavefronts) << each.change;
}

TEST(Sentences, NameTheLargestExcessAndWhatChangesIt) {
  const session::Session stores = recorded("preset=k10_a6000");
  EXPECT_EQ(dearest_site(stores)->name, "sA_store");
  EXPECT_EQ(change_in_words(stores), "As store with PA=1 +64*, PA=2 +0*, PA=4 +64, swzA=xor +0; no better with PA=8. * narrower accesses.");
  const session::Session loads = recorded("preset=seed_tm1_w1");
  EXPECT_EQ(dearest_site(loads)->name, "sB_load");
  EXPECT_TRUE(change_in_words(loads).starts_with("Bs load with swzB=xor +0; no better with PB=4, PB=8."));
}

TEST(Sentences, SayNothingToChangeWhereNothingIsLost) {
  const session::Session session = recorded("set=swzA:xor");
  EXPECT_EQ(dearest_site(session), nullptr);
  EXPECT_TRUE(largest_in_words(session).starts_with("No bank conflict; Bs load takes "));
  EXPECT_EQ(change_in_words(session), "");
}

}  // namespace
}  // namespace gemmscope::views
