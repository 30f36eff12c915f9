// SPDX-License-Identifier: MIT
// Links that hold what is shown and a baseline: what of both is recorded, and in which order.
#include "app/session/visit.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/session/baseline.h"
#include "app/session/bring.h"
#include "app/session/findings.h"
#include "app/session/request_edits.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/session/update_recording.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

/// PA=4 at block 1,1, beside PA=0.
std::string compared_link() {
  Session s = small_session();
  toggle_baseline(s);
  set_padding(s, "PA", 4);
  record_due(s);
  go_to(s.look, {3, 2, 57});
  keep_in_step(s);
  return link_of(s);
}

TEST(VisitBoth, ALinkThatHoldsBothRecordsTheBaselineFirstAndThenWhatIsShown) {
  const std::string text = compared_link();
  Session s = small_session({{"PB", "3"}});
  visit(s, text);
  const LoadedPtr before = s.look.loaded;
  record_due(s);
  EXPECT_EQ(s.look.loaded, before);  // until both are there
  EXPECT_FALSE(s.baseline);
  record_due(s);
  ASSERT_TRUE(s.baseline);
  EXPECT_EQ(s.look.recording()->parameter("PA"), "4");
  EXPECT_EQ(s.baseline->look.recording()->parameter("PA"), "0");
  EXPECT_EQ(s.baseline->look.recording()->parameter("PB"), "0");
  EXPECT_EQ(s.look.cursor, (Cursor{3, 2, 57}));
  EXPECT_EQ(s.baseline->look.cursor, s.look.cursor);
  EXPECT_EQ(link_of(s), text);
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_EQ(s.desk.error, "");
}

TEST(VisitBoth, WhatIsLoadedOfBothIsNotRecordedAgain) {
  const std::string text = compared_link();
  Session shown = small_session({{"PA", "4"}});
  visit(shown, text);
  EXPECT_TRUE(shown.bench.record_due);
  record_due(shown);
  EXPECT_FALSE(shown.bench.record_due);
  EXPECT_EQ(link_of(shown), text);

  Session pinned = small_session();
  visit(pinned, text);
  record_due(pinned);
  EXPECT_FALSE(pinned.bench.record_due);
  EXPECT_EQ(link_of(pinned), text);

  Session exchanged = shown;
  exchange_with_baseline(exchanged);
  keep_in_step(exchanged);
  EXPECT_NE(link_of(exchanged), text);
  visit(exchanged, text);
  EXPECT_FALSE(exchanged.bench.record_due);
  EXPECT_EQ(link_of(exchanged), text);
}

TEST(VisitBoth, ABaselineIsRecordedWhereTheLinkLooks) {
  Session s = small_part();
  visit(s, "baseline=set=PA:4/block=1,1");
  record_due(s), record_due(s);
  ASSERT_TRUE(s.baseline);
  EXPECT_EQ(s.baseline->look.recording()->parameter("PA"), "4");
  EXPECT_EQ(s.look.recording()->parameter("PA"), "0");
  for (const Look* look : {&std::as_const(s).look, &std::as_const(s).baseline->look}) {
    EXPECT_EQ(look->block().y, 1u);
    EXPECT_EQ(look->block().x, 1u);
  }
}

TEST(VisitBoth, AWholeLinkWithoutABaselineEndsTheComparisonOnceItIsThere) {
  const std::string alone = link_of(small_session({{"PB", "3"}}));
  Session s = small_session({{"PA", "4"}});
  visit(s, compared_link());
  record_due(s);
  visit(s, "warp=1");
  EXPECT_TRUE(s.baseline);
  visit(s, alone);
  EXPECT_TRUE(s.baseline);
  record_due(s);
  EXPECT_FALSE(s.baseline);
  EXPECT_EQ(link_of(s), alone);
}

TEST(VisitBoth, ABaselineThatCannotBeRecordedChangesNothing) {
  Session s = small_session();
  const std::string before = link_of(s);
  visit(s, "baseline=set=PA:99/set=PA:4");
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_NE(s.desk.error, "");
  visit(s, "baseline=set=PA:8/set=PA:4");
  s.bench.record_due = false;
  finish_recording(s, fail(ErrorKind::kNoSpace, "There is not enough memory."));
  EXPECT_EQ(s.desk.error, "There is not enough memory.");
  EXPECT_FALSE(s.bench.record_due || s.bench.to_pin || s.baseline);
  EXPECT_EQ(link_of(s), before);
}

TEST(VisitBoth, AnotherKernelChosenMeanwhileIsShownAlone) {
  Session s = small_session();
  visit(s, "baseline=set=PA:8/set=PA:4");
  s.bench.record_due = false, s.bench.recording_now = true;
  set_kernel(s, "naive");
  s.bench.recording_now = false;
  record_due(s);
  EXPECT_EQ(s.look.recording()->kernel, "naive");
  EXPECT_FALSE(s.bench.record_due || s.baseline);
}

TEST(VisitBoth, AnotherLinkMeanwhileKeepsTheBaselineUnlessItIsWhole) {
  const std::string alone = link_of(small_session({{"PB", "3"}}));
  for (const bool whole : {false, true}) {
    Session s = small_session();
    visit(s, "baseline=set=PA:8/set=PA:4");
    visit(s, whole ? alone : "set=PB:3/lane=5");
    int recordings = 0;
    for (; s.bench.record_due; ++recordings) record_due(s);
    EXPECT_EQ(recordings, whole ? 1 : 2);
    EXPECT_EQ(s.look.recording()->parameter("PB"), "3");
    EXPECT_EQ(s.baseline.has_value(), !whole);
  }
}

}  // namespace
}  // namespace gemmscope::session
