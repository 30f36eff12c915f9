// SPDX-License-Identifier: MIT
#include "app/views/parts/excess_words.h"

#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

TEST(Sentences, NameTheLargestExcess) {
  EXPECT_EQ(dearest_site(recorded("scope=k_tile").look)->name, "As_store");
  EXPECT_EQ(dearest_site(recorded("preset=tm1_wniter1").look)->name, "Bs_load");
}

TEST(Sentences, SayThatNothingIsLost) {
  const session::Session session = recorded("kernel=swizzled");
  EXPECT_EQ(dearest_site(session.look), nullptr);
  EXPECT_TRUE(largest_in_words(session.look).starts_with("No bank conflict; Bs load takes "));
}

}  // namespace
}  // namespace gemmscope::views
