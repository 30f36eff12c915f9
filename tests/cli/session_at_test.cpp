// SPDX-License-Identifier: MIT
// A link shows the state it was copied from: also where that was another recording.
#include "app/cli/session_at.h"

#include <gtest/gtest.h>

#include "app/session/link.h"
#include "tests/names_in_order.h"
#include "tests/steps/step.h"
#include "tracing/format/file.h"

namespace gemmscope::cli {
namespace {

format::Recording recorded() {
  format::Recording recording = gemmscope::testing::recorded({"warp_tile", "tm1_small"}, {.M = 64, .N = 64, .K = 64});
  recording.origin.date = "then";
  return recording;
}

TEST(SessionAt, WithoutALinkIsTheFirstConflict) {
  const auto session = session_at(recorded(), "");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->look.recording()->origin.date, "then");
  EXPECT_EQ(session->look.cursor.request, 1u);
  EXPECT_GT(session->look.current->cost.excess(), 0);
}

TEST(SessionAt, ALinkLooksThere) {
  const auto session = session_at(recorded(), "warp=2/request=8/lane=5/rule=textbook");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->look.recording()->origin.date, "then");
  EXPECT_EQ(session->look.cursor.warp, 2u);
  EXPECT_EQ(session->look.cursor.request, 7u);
  EXPECT_EQ(session->look.selected.lane, 5);
  EXPECT_EQ(session->look.rule, analysis::ConflictModel::kTextbook);
}

/// A recording of a program cannot be made again from the recording alone: the error says what can be done.
TEST(SessionAt, ALinkCannotRunAProgramAgain) {
  const format::Recording tiled = *format::read_file("tests/data/recorded/tiled.gst");
  const auto session = session_at(tiled, "set=kTile:16");
  ASSERT_FALSE(session);
  EXPECT_NE(session.error().message.find("open the .cu file"), std::string::npos) << session.error().message;
  EXPECT_TRUE(session_at(tiled, "kernel=tiled/lane=1"));
}

TEST(SessionAt, TheViewInFrontIsOneOfTheMiddle) {
  const auto session = session_at(recorded(), "stage=warp_tiling");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->desk.panels.stage, "writers");
  for (const char* other : {"stage=banks", "stage=warp_tilings"}) {
    const auto wrong = session_at(recorded(), other);
    ASSERT_FALSE(wrong) << other;
    EXPECT_TRUE(names_in_order(wrong.error().message, {other, "arrays", "shared", "writers", "stores"}))
        << wrong.error().message;
    EXPECT_EQ(wrong.error().message.find(", banks"), std::string::npos);
  }
}

TEST(SessionAt, WhatIsNotThereIsAnError) {
  for (const char* link : {"request=100000", "block=3,3", "lane=32", "colour=red"}) {
    const auto session = session_at(recorded(), link);
    ASSERT_FALSE(session) << link;
    EXPECT_EQ(session.error().kind, ErrorKind::kUsage) << link;
  }
}

}  // namespace
}  // namespace gemmscope::cli
