// SPDX-License-Identifier: MIT
// A link shows the state it was copied from: also where that was another recording.
#include "app/cli/session_at.h"

#include <gtest/gtest.h>

#include "app/session/link.h"
#include "tests/names_in_order.h"
#include "tracing/format/file.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

format::Recording recorded() {
  record::RecordRequest request;
  request.preset = "tm1_small";
  request.M = request.N = request.K = 64;
  auto recording = simt::record(request);
  EXPECT_TRUE(recording);
  recording->origin.date = "then";
  return std::move(*recording);
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

TEST(SessionAt, ALinkToTheSameRecordingDoesNotRecordAnew) {
  const auto session = session_at(recorded(), "kernel=k000/preset=tm1_small/size=64x64x64/lane=1");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->look.recording()->origin.date, "then");
}

TEST(SessionAt, ALinkWithOtherParametersIsRecordedAnew) {
  const auto session = session_at(recorded(), "set=PA:4/size=64x128x64/lane=1");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_NE(session->look.recording()->origin.date, "then");
  EXPECT_EQ(session->look.recording()->parameter("PA"), "4");
  EXPECT_EQ(session->look.recording()->N, 128u);
  EXPECT_EQ(session->look.selected.lane, 1);
}

/// A recording of a program cannot be made again from the recording alone: the error says that, and what can be done.
TEST(SessionAt, ALinkCannotRunAProgramAgain) {
  const format::Recording tiled = *format::read_file("tests/data/recorded/tiled.gst");
  for (const char* link : {"baseline=set=kTile:16", "set=kTile:16"}) {
    const auto session = session_at(tiled, link);
    ASSERT_FALSE(session);
    EXPECT_NE(session.error().message.find("gemmscope run --set"), std::string::npos) << session.error().message;
  }
  EXPECT_TRUE(session_at(tiled, "kernel=tiled/lane=1"));
  EXPECT_TRUE(session_at(tiled, "baseline=kernel=naive%2Fsize=32x32x32"));
  const auto no_size = session_at(tiled, "baseline=kernel=naive");
  ASSERT_FALSE(no_size);
  for (const char* way : {"baseline=kernel=naive%2Fsize=", "gemmscope compare A.gst B.gst"})
    EXPECT_NE(no_size.error().message.find(way), std::string::npos) << no_size.error().message;
}

TEST(SessionAt, APlaceThatWasNotRecordedIsRecorded) {
  record::RecordRequest request;
  request.preset = "tm1_small";
  request.M = request.N = 128, request.K = 64;
  request.block_y = request.block_x = format::Range{0, 1};
  auto part = simt::record(request);
  ASSERT_TRUE(part);
  const auto session = session_at(std::move(*part), "block=1,1/warp=2");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->look.block().y, 1u);
  EXPECT_EQ(session->look.block().x, 1u);
  EXPECT_EQ(session->look.cursor.warp, 2u);
  EXPECT_EQ(session->look.recording()->blocks.size(), 4u);
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

TEST(SessionAt, ABaselineIsRecordedBesideTheFile) {
  const auto session = session_at(recorded(), "baseline=set=PA:4/site=sA_store/lane=1/rule=textbook");
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_TRUE(session->baseline);
  const session::Look &shown = session->look, &pinned = session->baseline->look;
  EXPECT_EQ(shown.recording()->origin.date, "then");
  EXPECT_EQ(pinned.recording()->parameter("PA"), "4");
  EXPECT_EQ(pinned.recording()->preset, "tm1_small");
  EXPECT_EQ(pinned.cursor, shown.cursor);
  EXPECT_EQ(pinned.selected.lane, 1);
  EXPECT_EQ(pinned.by_rule.rule, analysis::ConflictModel::kTextbook);
}

TEST(SessionAt, ALinkThatHoldsBothIsReproducedAndTheFileIsEitherOfThem) {
  const auto first = session_at(recorded(), "baseline=set=PA:4/site=sA_store");
  ASSERT_TRUE(first) << first.error().message;
  const std::string text = session::link_of(*first);
  const auto again = session_at(recorded(), text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(session::link_of(*again), text);
  const auto exchanged = session_at(recorded(), "set=PA:4/baseline=set=PA:0");
  ASSERT_TRUE(exchanged) << exchanged.error().message;
  EXPECT_EQ(exchanged->look.recording()->parameter("PA"), "4");
  EXPECT_EQ(exchanged->baseline->look.recording()->origin.date, "then");
  EXPECT_TRUE(exchanged->baseline->recorded.overrides.empty());
}

TEST(SessionAt, ABaselineIsRecordedWhereTheLinkLooks) {
  record::RecordRequest request;
  request.preset = "tm1_small";
  request.M = request.N = 128, request.K = 64;
  request.block_y = request.block_x = format::Range{0, 1};
  auto part = simt::record(request);
  ASSERT_TRUE(part);
  const auto session = session_at(std::move(*part), "block=1,1/baseline=set=PA:4");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->baseline->look.block().y, 1u);
  EXPECT_EQ(session->baseline->look.block().x, 1u);
}

TEST(SessionAt, WhatIsNotThereIsAnError) {
  for (const char* link :
       {"request=100000", "block=3,3", "lane=32", "colour=red", "set=PA:99", "baseline=lane=3", "baseline=set=PA:99"}) {
    const auto session = session_at(recorded(), link);
    ASSERT_FALSE(session) << link;
    EXPECT_EQ(session.error().kind, ErrorKind::kUsage) << link;
  }
}

}  // namespace
}  // namespace gemmscope::cli
