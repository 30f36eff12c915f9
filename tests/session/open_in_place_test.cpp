// SPDX-License-Identifier: MIT
#include "app/session/open_in_place.h"

#include <gtest/gtest.h>

#include "app/session/playing.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

TEST(OpenInPlace, APaddingChangeKeepsThePlaceAndChangesTheCost) {
  Session s = small_session();
  go_to(s.look, {3, 2, 0});
  go_to_k_tile(s.look, 2);
  select_line(s.look, line_of(s, "As_store"));
  select_lane(s.look, 5);
  const Current before = *s.look.current;
  ASSERT_EQ(before.cost.max_nway, 4);

  open_in_place(s, small_recording({{"PA", "4"}}));
  EXPECT_EQ(s.look.cursor.block, 3u);
  EXPECT_EQ(s.look.cursor.warp, 2u);
  EXPECT_EQ(s.look.current->request.k_tile, before.request.k_tile);
  EXPECT_EQ(s.look.current->site.line, before.site.line);
  EXPECT_EQ(s.look.selected.lane, 5);
  EXPECT_EQ(s.look.current->cost.max_nway, 2);
  EXPECT_EQ(s.look.before->cost.max_nway, 4);
}

TEST(OpenInPlace, TheOccurrenceIsKeptWhereRequestsSplit) {
  Session s = small_session();
  go_to_request(s.look, 28 + 6 * 3 + 1);  // step 3, second load of As: floats 4 .. 7 of the fragment
  ASSERT_EQ(s.look.current->request.step, 3);
  open_in_place(s, small_recording({{"PA", "2"}}));  // loads of As are 8 bytes wide now: four instead of two
  EXPECT_EQ(site_here(s), "As_load");
  EXPECT_EQ(s.look.current->request.step, 3);
  EXPECT_EQ(s.look.current->site.width, 8);
  EXPECT_EQ(s.look.cursor.request, 28u + 8 * 3 + 1);
}

TEST(OpenInPlace, ASmallerRecordingShowsTheNearestPlaceThereIs) {
  Session s = small_session();
  go_to(s.look, {3, 3, 0});
  open_in_place(s, recording_of({}, {.M = 128, .N = 128, .K = 16}));
  EXPECT_EQ(s.look.cursor.block, 0u);
  EXPECT_EQ(s.look.cursor.warp, 3u);
  ASSERT_TRUE(s.look.current);
}

TEST(OpenInPlace, AnotherKernelOpensAtItsOwnFirstPlace) {
  Session s = small_session();
  step_request(s.look, 40);
  select_lane(s.look, 9);
  open_in_place(s, recording_of({.name = "naive"}, {.M = 64, .N = 64, .K = 8}));
  EXPECT_EQ(s.look.cursor.request, 0u);
  EXPECT_EQ(s.look.selected.lane, 9);
  EXPECT_EQ(s.desk.panels.stage, "arrays");  // it has no shared memory to look at
}

TEST(OpenInPlace, MotionStartsAndSettles) {
  Session s = small_session();
  open_in_place(s, small_recording({{"PA", "4"}}));
  EXPECT_EQ(s.look.motion, 0);
  EXPECT_TRUE(wants_time(s.look));
  advance(s, 0.2f);
  EXPECT_EQ(s.look.motion, 1);
  s.desk.motion_allowed = false;
  open_in_place(s, small_recording());
  EXPECT_EQ(s.look.motion, 1);
}

}  // namespace
}  // namespace gemmscope::session
