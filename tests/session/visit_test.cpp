// SPDX-License-Identifier: MIT
// Going to places of a launch, and following links: what has other numbers is run first.
#include "app/session/visit.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/session/baseline.h"
#include "app/session/findings.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

/// Beyond the edge of C threads end before their first access: of block 1,0 warps 8 to 31 make no request.
TEST(Visit, WarpsWithoutRequestsArePassedOver) {
  Session s = opened(recording_of({.name = "shared_tile_early_exit"}, {.M = 40, .N = 64, .K = 64}));
  visit_block(s, 1, 0);
  ASSERT_EQ(warp_requests(*s.look.recording(), s.look.cursor.block, 8), 0u);
  visit_warp(s, 20);
  ASSERT_TRUE(s.look.current);
  EXPECT_EQ(s.look.cursor.warp, 7u);
  EXPECT_EQ(s.desk.notice, "Warp 20 makes no request in this block.");
  visit_next_warp(s, +1);
  EXPECT_EQ(s.look.cursor.warp, 7u);
  visit_block(s, 0, 0);
  visit_warp(s, 20);
  EXPECT_EQ(s.look.cursor.warp, 20u);
  visit_block(s, 1, 0);
  EXPECT_TRUE(s.look.current);
  for (std::size_t finding = 0; finding < s.look.loaded->check.findings.size(); ++finding) {
    open_finding(s, finding);
    EXPECT_TRUE(s.look.current) << finding;
  }
}

TEST(Visit, TheNextBlockOfAWideGridIsTheFirstOfTheNextRow) {
  Session s = opened(recording_of({}, {.M = 256, .N = 384, .K = 64}));
  ASSERT_LT(s.look.recording()->grid_y, s.look.recording()->grid_x);
  visit_block(s, 0, s.look.recording()->grid_x - 1);
  visit_next_block(s, +1);
  EXPECT_EQ(s.look.block().y, 1u);
  EXPECT_EQ(s.look.block().x, 0u);
}

TEST(Visit, ABlockThatIsNotRecordedIsSaidToBeSo) {
  testing::Product row = kSmall;
  row.block_y = format::Range{0, 1}, row.block_x = format::Range{0, 2};
  Session s = opened(recording_of({}, row));
  visit_block(s, 1, 1);
  EXPECT_EQ(s.look.block().y, 0u);
  EXPECT_EQ(s.look.block().x, 0u);
  EXPECT_EQ(s.desk.notice, "Nothing is recorded of block (1,1,0).");
  visit_next_block(s, +1);
  EXPECT_EQ(s.look.block().y, 0u);
  EXPECT_EQ(s.look.block().x, 1u);
}

TEST(Visit, ALinkRunsWhatItNeedsAndLooksThere) {
  Session s = small_session({{"PA", "4"}});
  visit(s, "kernel=warp_tile/set=arguments:384%20256%2032/block=2,1/warp=3/lane=7");
  EXPECT_EQ(s.look.block().y, 0u) << "until it is there";
  run_due(s);
  EXPECT_EQ(s.look.recording()->M, 384u);
  EXPECT_EQ(padding_of(s.look), 0u);
  EXPECT_EQ(s.look.block().y, 2u);
  EXPECT_EQ(s.look.cursor.warp, 3u);
  EXPECT_EQ(s.look.selected.lane, 7);
  EXPECT_EQ(s.desk.error, "");
}

TEST(Visit, ALinkOfAnotherSessionBringsAllOfIt) {
  Session from = small_session();
  go_to(from.look, {3, 2, 57});
  Session s = small_session({{"PA", "4"}});
  visit(s, link_of(from));
  run_due(s);
  EXPECT_EQ(link_of(s), link_of(from));
  EXPECT_EQ(number(s, "PA"), 0);
}

TEST(Visit, ALinkIntoWhatIsShownRunsNothing) {
  Session s = small_session({{"PA", "4"}});
  Session other = small_session({{"PA", "4"}});
  go_to(other.look, {1, 3, 40});
  visit(s, link_of(other));
  EXPECT_FALSE(s.own.due);
  EXPECT_EQ(s.look.cursor, other.look.cursor);
  visit(s, "warp=1");
  EXPECT_EQ(s.look.cursor.warp, 1u);
}

TEST(Visit, WhatCannotBeFollowedIsSaidAndChangesNothing) {
  Session s = small_session();
  const std::string before = link_of(s);
  for (const char* text : {"colour=red", "block=9,9", "set=NONE:9", "kernel=nobody", "size=64x64x64", "warp=4",
                           "hello world", "k_tile=77"}) {
    visit(s, text);
    EXPECT_FALSE(s.own.due) << text;
    EXPECT_NE(s.desk.error, "") << text;
    EXPECT_EQ(link_of(s), before) << text;
  }
}

TEST(Visit, ALinkIntoARecordingIsOfThatRecording) {
  Session s = opened(small_recording());
  visit(s, "kernel=warp_tile/warp=2");
  EXPECT_EQ(s.look.cursor.warp, 2u);
  EXPECT_EQ(s.desk.error, "");
  for (const char* other : {"kernel=naive/warp=3", "kernel=warp_tile/set=PA:4/warp=3", "set=PA:4/warp=3"}) {
    visit(s, other);
    EXPECT_NE(s.desk.error.find("does not contain its program"), std::string::npos) << s.desk.error;
    EXPECT_EQ(s.look.cursor.warp, 2u);
  }
}

TEST(Visit, AComparisonGoesOnBesideWhatALinkRuns) {
  Session s = small_session();
  toggle_baseline(s);
  visit(s, "set=PA:4/block=1,1");
  run_due(s);
  ASSERT_TRUE(s.baseline);
  EXPECT_EQ(padding_of(s.look), 4u);
  EXPECT_EQ(padding_of(s.baseline->look), 0u);
  EXPECT_EQ(s.baseline->look.block().y, 1u);
}

}  // namespace
}  // namespace gemmscope::session
