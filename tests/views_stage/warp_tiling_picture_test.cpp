// SPDX-License-Identifier: MIT
#include "app/views/warp_tiling_picture.h"

#include <gtest/gtest.h>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::views {
namespace {

TEST(WarpTilingPicture, RegistersFillInTheOrderOfTheRecordedReads) {
  session::Session session = session::small_session();
  const auto tiling = *analysis::warp_tiling(*session.recording());
  EXPECT_EQ(ownership_sentence(tiling, 9), "Lane 9 owns 8 \u00d7 4 accumulators in each of 4 subtiles: 128.");
  EXPECT_FALSE(inner_step(session));
  EXPECT_EQ(Fragments::filled(fragments_of(session, tiling, 9).regM), 0u);

  session::select_line(session, session::line_of(session, "sA_load"));
  const Fragments first = fragments_of(session, tiling, 9);
  EXPECT_EQ(inner_step(session), 0u);
  EXPECT_EQ(first.regM, (std::vector{Entry::kNow, Entry::kNow, Entry::kNow, Entry::kNow, Entry::kEmpty, Entry::kEmpty,
                                     Entry::kEmpty, Entry::kEmpty}));
  EXPECT_EQ(Fragments::filled(first.regN), 0u);

  session::step_request(session, 2);  // the first read of Bs
  const Fragments third = fragments_of(session, tiling, 9);
  EXPECT_EQ(third.regM, std::vector(8, Entry::kLoaded));
  EXPECT_EQ(third.regN[3], Entry::kNow);
  EXPECT_EQ(Fragments::filled(third.regN), 4u);
}

}  // namespace
}  // namespace gemmscope::views
