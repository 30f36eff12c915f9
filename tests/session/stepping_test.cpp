// SPDX-License-Identifier: MIT
#include "app/session/stepping.h"

#include <gtest/gtest.h>

#include "app/session/playing.h"
#include "tests/session/fixture.h"
#include "tracing/format/file.h"

namespace gemmscope::session {
namespace {

// Per k-tile, warp and 128 threads: 4 passes of A (1 load, 4 stores), 4 of B (1, 1), then 16 steps of 2 As and 4 Bs
// loads.
constexpr std::uint32_t kCopy = 4 * 5 + 4 * 2, kCompute = 16 * 6, kTile = kCopy + kCompute;

TEST(Stepping, RequestGoesForwardAndBackWithoutLeavingTheWarp) {
  Session s = small_session();
  EXPECT_EQ(site_here(s), "A_load");
  step_request(s.look, -1);
  EXPECT_EQ(s.look.cursor.request, 0u);
  step_request(s.look, +1);
  EXPECT_EQ(site_here(s), "As_store");
  step_request(s.look, 1'000'000);
  EXPECT_EQ(s.look.cursor.request, s.look.current->warp_requests - 1);
  EXPECT_EQ(site_here(s), "C_store");
}

TEST(Stepping, ARecordingOpensAtItsFirstConflict) {
  Session s = opened(small_recording());
  EXPECT_EQ(site_here(s), "As_store");
  EXPECT_EQ(s.look.current->cost.max_nway, 4);
  EXPECT_EQ(s.look.cursor.request, 1u);
  open(s, recording_of({.name = "swizzled"}));  // has none
  EXPECT_EQ(s.look.cursor.request, 0u);
}

/// Of the transpose without padding in tests/data/recorded, whose loads from its tile conflict.
format::Recording transpose() { return *format::read_file("tests/data/recorded/transpose.gst"); }

TEST(Stepping, AProgramOpensAtItsFirstConflictToo) {
  Session s;
  open(s, std::make_shared<const Loaded>(transpose()));
  ASSERT_TRUE(s.look.current);
  EXPECT_GT(s.look.current->cost.max_nway, 1);
  EXPECT_EQ(s.look.cursor.block, 0u);
  EXPECT_EQ(s.look.loaded->timeline(s.look.rule).previous_conflict(0, s.look.cursor.warp, s.look.cursor.request),
            std::nullopt);
  EXPECT_EQ(s.desk.panels.stage, "shared");
}

TEST(Stepping, AConflictOfALaterWarpIsTheFirstIfWarpZeroHasNone) {
  format::Recording r = transpose();
  for (format::Pattern& pattern : r.patterns)  // warps 0 and 1 keep what comes before their barrier
    std::erase_if(pattern.segments, [](const format::Segment& s) { return s.warp < 2 && s.interval > 0; });
  Session s;
  open(s, std::make_shared<const Loaded>(std::move(r)));
  ASSERT_TRUE(s.look.current);
  EXPECT_EQ(s.look.cursor.warp, 2u);
  EXPECT_GT(s.look.current->cost.max_nway, 1);
}

TEST(Stepping, WithoutAConflictItSaysSo) {
  Session none = session_on("swizzled");
  step_conflict(none, +1);
  EXPECT_EQ(none.desk.notice, "Warp 0 of block (0,0,0) has no bank conflict by the fused rule.");
  Session some = small_session();
  step_conflict(some, -1);
  EXPECT_EQ(some.desk.notice, "Warp 0 of block (0,0,0) has no bank conflict before request 1 by the fused rule.");
  step_conflict(some, +1);
  EXPECT_EQ(some.look.cursor.request, 1u);
}

TEST(Stepping, IntervalGoesToTheFirstRequestAfterTheBarrier) {
  Session s = small_session();
  step_interval(s.look, +1);
  EXPECT_EQ(s.look.cursor.request, kCopy);
  EXPECT_EQ(site_here(s), "As_load");
  step_interval(s.look, +1);
  EXPECT_EQ(s.look.cursor.request, kTile);
}

TEST(Stepping, BackwardGoesToTheStartOfTheGroupFirst) {
  Session s = small_session();
  go_to_request(s.look, kCopy + 10);
  step_interval(s.look, -1);
  EXPECT_EQ(s.look.cursor.request, kCopy);
  step_interval(s.look, -1);
  EXPECT_EQ(s.look.cursor.request, 0u);
  step_interval(s.look, -1);
  EXPECT_EQ(s.look.cursor.request, 0u);
}

TEST(Stepping, InnerStepGoesByDotIdx) {
  Session s = small_session();
  go_to_request(s.look, kCopy);
  step_inner(s.look, +1);
  EXPECT_EQ(s.look.cursor.request, kCopy + 6);
  EXPECT_EQ(s.look.current->request.step, 1);
  step_inner(s.look, -1);
  EXPECT_EQ(s.look.current->request.step, 0);
}

TEST(Stepping, LineGoesToTheNextRequestOfAnotherLine) {
  Session s = small_session();
  go_to_request(s.look, kCopy);
  step_line(s.look, +1);
  EXPECT_EQ(site_here(s), "Bs_load");
  EXPECT_EQ(s.look.cursor.request, kCopy + 2);
}

TEST(Stepping, KTileGoesThroughTheMainLoopIntoTheWriteBack) {
  Session s = small_session();
  for (std::uint32_t k_tile = 0; k_tile < 4; ++k_tile) {
    EXPECT_EQ(s.look.k_tile(), k_tile);
    EXPECT_EQ(s.look.cursor.request, k_tile * kTile);
    step_k_tile(s.look, +1);
  }
  EXPECT_EQ(s.look.k_tile(), format::kEpilogue);
  step_k_tile(s.look, -1);
  EXPECT_EQ(s.look.k_tile(), 3u);
}

TEST(Stepping, GoToKTileKeepsTheLine) {
  Session s = small_session();
  step_request(s.look, 2);
  const std::uint32_t line = s.look.current->site.line;
  go_to_k_tile(s.look, 3);
  EXPECT_EQ(s.look.k_tile(), 3u);
  EXPECT_EQ(s.look.current->site.line, line);
}

TEST(Stepping, GoToKTileKeepsTheInnerStep) {
  Session s = small_session();
  go_to_request(s.look, kCopy + 3 * 6 + 1);  // step 3, second load of As
  ASSERT_EQ(s.look.current->request.step, 3);
  go_to_k_tile(s.look, 2);
  EXPECT_EQ(s.look.k_tile(), 2u);
  EXPECT_EQ(site_here(s), "As_load");
  EXPECT_EQ(s.look.current->request.step, 3);
}

TEST(Stepping, ConflictGoesToRequestsWithExcessOnly) {
  Session s = small_session();
  step_conflict(s, +1);
  EXPECT_EQ(s.look.cursor.request, 1u);
  EXPECT_EQ(s.look.current->cost.max_nway, 4);
  step_conflict(s, +1);
  EXPECT_EQ(s.look.cursor.request, 2u);
  go_to_request(s.look, kCopy);
  step_conflict(s, +1);
  EXPECT_EQ(s.look.cursor.request, kTile + 1);
  step_conflict(s, -1);
  EXPECT_EQ(site_here(s), "As_store");
  EXPECT_LT(s.look.cursor.request, kCopy);
}

TEST(Stepping, ConflictStaysWhereThereIsNone) {
  Session s = session_on("swizzled");
  step_conflict(s, +1);
  EXPECT_EQ(s.look.cursor.request, 0u);
}

TEST(Stepping, BlockAndWarpKeepTheRequest) {
  Session s = small_session();
  go_to_request(s.look, 37);
  go_to_warp(s.look, 1);
  go_to_block(s.look, 1);
  EXPECT_EQ(s.look.cursor, (Cursor{1, 1, 37}));
}

TEST(Stepping, PlayMakesItsStepsASecondAndStopsAtTheEnd) {
  Session s = small_session();
  set_speed(s.look, 10);
  toggle_play(s.look);
  EXPECT_TRUE(wants_time(s.look));
  for (int i = 0; i < 10; ++i) advance(s, 0.05f);
  EXPECT_EQ(s.look.cursor.request, 5u);
  go_end(s.look);
  advance(s, 1);
  EXPECT_FALSE(s.look.play.on);
  EXPECT_FALSE(wants_time(s.look));
}

}  // namespace
}  // namespace gemmscope::session
