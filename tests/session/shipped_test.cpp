// SPDX-License-Identifier: MIT
// The recordings that come with the program: which there are, and what is shown when one is chosen.
#include "app/session/shipped.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/session/ladder.h"

namespace gemmscope::session {
namespace {

TEST(Shipped, EveryStepIsThereFromEveryRecorder) {
  const auto shipped = shipped_recordings();
  ASSERT_FALSE(shipped.empty());
  for (const ShippedRecording& one : shipped)
    for (const Step& step : ladder_steps())
      EXPECT_EQ(1, std::ranges::count_if(
                       shipped,
                       [&](const ShippedRecording& r) { return r.recorder == one.recorder && r.kernel == step.name; }))
          << one.recorder << ", " << step.name;
  EXPECT_EQ(shipped.back().recorder, "emulator");
  EXPECT_EQ(shipped.back().kernel, ladder_steps().back().name);
}

TEST(Shipped, EachOpensWithItsSize) {
  for (const ShippedRecording& one : shipped_recordings()) {
    Session session;
    session.desk.error = "of before";
    open_shipped(session, one);
    ASSERT_TRUE(session.look.current) << one.kernel;
    EXPECT_EQ(session.desk.error, "");
    const format::Recording& r = *session.look.recording();
    EXPECT_EQ(r.kernel, one.kernel);
    EXPECT_EQ(one.size, std::to_string(r.M) + " × " + std::to_string(r.N) + " × " + std::to_string(r.K));
    EXPECT_EQ(r.origin.date.substr(0, one.date.size()), one.date);
  }
}

TEST(Shipped, OneThatCannotBeReadIsASentence) {
  Session session;
  open_shipped(session,
               {.recorder = "emulator", .kernel = "naive", .source = "", .size = "", .date = "", .file = "nothing"});
  EXPECT_NE(session.desk.error, "");
  EXPECT_EQ(session.look.loaded, nullptr);
}

TEST(Shipped, StandsInForWhatCannotBeRecorded) {
  Session session;
  open_shipped_instead(session, "warp_tile", "there is no compiler");
  ASSERT_TRUE(session.look.current);
  EXPECT_EQ(session.look.recording()->kernel, "warp_tile");
  EXPECT_EQ(session.desk.notice, "");
  EXPECT_TRUE(session.desk.error.starts_with("there is no compiler; ")) << session.desk.error;
  EXPECT_TRUE(session.desk.error.ends_with(" " + shipped_recordings().front().recorder)) << session.desk.error;
  open_shipped_instead(session = {}, "unheard_of", "there is no compiler");
  EXPECT_EQ(session.desk.error, "there is no compiler");
}

}  // namespace
}  // namespace gemmscope::session
