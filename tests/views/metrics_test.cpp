// SPDX-License-Identifier: MIT
#include "app/views/parts/excess_words.h"

#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

TEST(Sentences, NameTheLargestExcessAndWhatChangesIt) {
  const session::Session stores = recorded("scope=k_tile/preset=k10_a6000");
  EXPECT_EQ(dearest_site(stores.look)->name, "As_store");
  EXPECT_EQ(
      change_in_words(stores.look),
      "As store: no excess with swzA=xor or PA=2; 64 left with PA=4 or PA=1; no better with PA=8. "
      "PA=1 and PA=2 narrow the accesses to As: a 16-byte one needs rows of a multiple of 16 bytes. Sweep counts the requests.");
  const session::Session loads = recorded("preset=tm1_wniter1");
  EXPECT_EQ(dearest_site(loads.look)->name, "Bs_load");
  EXPECT_TRUE(
      change_in_words(loads.look).starts_with("Bs load: no excess with swzB=xor; no better with PB=4 or PB=8."));
}

TEST(Sentences, SayNothingToChangeWhereNothingIsLost) {
  const session::Session session = recorded("kernel=swizzled");
  EXPECT_EQ(dearest_site(session.look), nullptr);
  EXPECT_TRUE(largest_in_words(session.look).starts_with("No bank conflict; Bs load takes "));
  EXPECT_EQ(change_in_words(session.look), "");
}

}  // namespace
}  // namespace gemmscope::views
