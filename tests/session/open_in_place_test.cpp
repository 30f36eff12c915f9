// SPDX-License-Identifier: MIT
#include "app/session/open_in_place.h"

#include <gtest/gtest.h>

#include "app/session/playing.h"
#include "app/session/request_edits.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/session/update_recording.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

TEST(OpenInPlace, APaddingChangeKeepsThePlaceAndChangesTheCost) {
  Session s = small_session();
  go_to(s.look, {3, 2, 0});
  go_to_k_tile(s.look, 2);
  select_line(s.look, line_of(s, "sA_store"));
  select_lane(s.look, 5);
  const Current before = *s.look.current;
  ASSERT_EQ(before.cost.max_nway, 4);

  open_in_place(s, recording_of(small_request({{"PA", "4"}})));
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
  open_in_place(s,
                recording_of(small_request({{"PA", "2"}})));  // loads of As are 8 bytes wide now: four instead of two
  EXPECT_EQ(site_here(s), "sA_load");
  EXPECT_EQ(s.look.current->request.step, 3);
  EXPECT_EQ(s.look.current->site.width, 8);
  EXPECT_EQ(s.look.cursor.request, 28u + 8 * 3 + 1);
}

TEST(OpenInPlace, ASmallerRecordingShowsTheNearestPlaceThereIs) {
  Session s = small_session();
  go_to(s.look, {3, 3, 0});
  record::RecordRequest request = small_request();
  request.block_y = request.block_x = format::Range{0, 1};
  request.k_tiles = format::Range{0, 1};
  open_in_place(s, recording_of(request));
  EXPECT_EQ(s.look.cursor.block, 0u);
  EXPECT_EQ(s.look.cursor.warp, 3u);
  ASSERT_TRUE(s.look.current);
}

TEST(OpenInPlace, AnotherKernelOpensAtItsOwnFirstPlace) {
  Session s = small_session();
  step_request(s.look, 40);
  select_lane(s.look, 9);
  record::RecordRequest naive;
  naive.kernel = "naive", naive.M = naive.N = 64, naive.K = 8;
  set_kernel(s, "naive");
  s.bench.wanted = naive;
  open_in_place(s, recording_of(naive));
  EXPECT_EQ(s.look.cursor.request, 0u);
  EXPECT_EQ(s.look.selected.lane, 9);
  EXPECT_EQ(s.desk.panels.stage, "arrays");  // it has no shared memory to look at
  EXPECT_EQ(s.bench.wanted.kernel, "naive");
  EXPECT_EQ(s.bench.wanted.preset, "");
}

TEST(OpenInPlace, MotionStartsAndSettles) {
  Session s = small_session();
  open_in_place(s, recording_of(small_request({{"PA", "4"}})));
  EXPECT_EQ(s.look.motion, 0);
  EXPECT_TRUE(wants_time(s.look));
  advance(s, 0.2f);
  EXPECT_EQ(s.look.motion, 1);
  s.desk.motion_allowed = false;
  open_in_place(s, recording_of(small_request()));
  EXPECT_EQ(s.look.motion, 1);
}

TEST(OpenInPlace, AFailedRecordingKeepsThePictureAndSaysWhy) {
  Session s = small_session();
  const LoadedPtr before = s.look.loaded;
  s.bench.wanted.overrides = {{"PA", "99"}};
  finish_recording(s, fail(ErrorKind::kUsage, "PA=99 is not possible."));
  EXPECT_EQ(s.look.loaded, before);
  EXPECT_EQ(s.desk.error, "PA=99 is not possible.");
  EXPECT_EQ(s.bench.wanted.overrides, small_request().overrides);  // what the picture shows
  finish_recording(s, recording_of(small_request()));
  EXPECT_EQ(s.desk.error, "");
}

}  // namespace
}  // namespace gemmscope::session
