// SPDX-License-Identifier: MIT
// Places that were not recorded are recorded when somebody goes there.
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

using format::Range;

/// Edges of whole vectors on all sides, and 8 x 8 blocks.
record::RecordRequest thousand(const char* kernel = "warp_tile") {
  record::RecordRequest request;
  request.kernel = kernel;
  request.M = request.N = request.K = 1000;
  return request;
}

record::RecordRequest first_block(record::RecordRequest request) {
  request.block_y = request.block_x = Range{0, 1};
  return request;
}

TEST(Visit, ABlockAtTheEdgeIsRecordedAndShown) {
  Session s;
  open(s, recording_of(first_block(thousand())));
  select_line(s.look, line_of(s, "gA_load"));
  visit_block(s, 7, 7);
  EXPECT_EQ(s.desk.notice, "Recording block 7,7 \u2026");
  EXPECT_EQ(s.look.cursor.block, 0u);  // until it is there
  record_due(s);
  EXPECT_EQ(s.look.block().y, 7u);
  EXPECT_EQ(s.look.block().x, 7u);
  EXPECT_EQ(s.desk.error, "");
  EXPECT_EQ(s.desk.notice, "");
  EXPECT_EQ(s.look.recording()->blocks.size(), 64u);
  ASSERT_TRUE(s.look.current);
  EXPECT_EQ(s.look.current->site.line, line_of(s, "gA_load"));
  visit_block(s, 3, 4);
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_EQ(s.look.block().x, 4u);
}

TEST(Visit, WhereTheWholeLaunchTakesLongThePartGrowsOrMoves) {
  record::RecordRequest request = thousand();
  request.M = request.N = request.K = 4096;
  request.block_y = request.block_x = Range{0, 1};
  const auto link = [&](const char* text) { return parse_link(text, request).value(); };
  const record::RecordRequest near = with_place(request, link("block=0,2"));
  EXPECT_EQ(near.block_y, (Range{0, 1}));
  EXPECT_EQ(near.block_x, (Range{0, 3}));
  const record::RecordRequest far = with_place(request, link("block=31,30"));
  EXPECT_EQ(far.block_y, (Range{31, 32}));
  EXPECT_EQ(far.block_x, (Range{30, 31}));
  request.M = request.N = 128, request.K = 1 << 20, request.block_y.reset(), request.block_x.reset();
  request.k_tiles = Range{0, 1};
  EXPECT_EQ(with_place(request, link("k_tile=100")).k_tiles, (Range{0, 101}));
  EXPECT_EQ(with_place(request, link("k_tile=65000")).k_tiles, (Range{65000, 65001}));
}

TEST(Visit, NothingIsRecordedForAPlaceThatIsThereOrThatNoLaunchHas) {
  const record::RecordRequest request = first_block(thousand());
  for (const char* text : {"block=0,0", "block=8,0", "warp=3", "warp=4", "k_tile=5", "k_tile=63", "k_tile=end", ""})
    EXPECT_EQ(with_place(request, parse_link(text, request).value()), request) << text;
}

TEST(Visit, WarpsKTilesAndTheWriteBackAreRecordedToo) {
  Session s = small_part();
  visit_warp(s, 3);
  record_due(s);
  EXPECT_EQ(s.look.cursor.warp, 3u);
  EXPECT_TRUE(s.look.current);

  s = small_part();
  visit_k_tile(s, 2);
  record_due(s);
  EXPECT_EQ(s.look.k_tile(), 2u);

  s = small_part();
  visit_k_tile(s, format::kEpilogue);
  record_due(s);
  EXPECT_EQ(s.look.k_tile(), format::kEpilogue);
}

/// Beyond the edge of C threads end before their first access: of block 1,0 warps 8 to 31 make no request.
TEST(Visit, WarpsWithoutRequestsArePassedOver) {
  record::RecordRequest request;
  request.kernel = "shared_tile_early_exit", request.M = 40, request.N = request.K = 64;
  Session s;
  open(s, recording_of(request));
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

TEST(Visit, KeysGoOnWhereTheRecordingEnds) {
  Session s = small_part();
  ASSERT_EQ(s.look.cursor.warp, 1u);
  visit_next_block(s, -1);  // there is none
  EXPECT_FALSE(s.bench.record_due);
  visit_next_block(s, +1);
  record_due(s);
  EXPECT_EQ(s.look.block().y, 0u);
  EXPECT_EQ(s.look.block().x, 1u);

  s = small_part();
  visit_next_warp(s, -1);
  record_due(s);
  EXPECT_EQ(s.look.cursor.warp, 0u);

  s = small_part();
  visit_next_k_tile(s, +1);
  record_due(s);
  EXPECT_EQ(s.look.k_tile(), 1u);
  visit_next_k_tile(s, +1);
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_EQ(s.look.k_tile(), 2u);
}

TEST(Visit, TheNextBlockOfAWideGridIsTheFirstOfTheNextRow) {
  record::RecordRequest request = small_request();
  request.M = 256, request.N = 384;
  Session s;
  open(s, recording_of(request));
  ASSERT_LT(s.look.recording()->grid_y, s.look.recording()->grid_x);
  visit_block(s, 0, s.look.recording()->grid_x - 1);
  visit_next_block(s, +1);
  EXPECT_EQ(s.look.block().y, 1u);
  EXPECT_EQ(s.look.block().x, 0u);
}

TEST(Visit, BackwardsFromTheWriteBackIsTheLastKTile) {
  Session s = small_part();
  visit_k_tile(s, format::kEpilogue);
  record_due(s);
  while (s.look.k_tile() == format::kEpilogue && !s.bench.record_due) visit_next_k_tile(s, -1);
  if (s.bench.record_due) record_due(s);
  EXPECT_EQ(s.look.k_tile(), s.look.recording()->k_tiles - 1);
}

TEST(Visit, ALinkRecordsWhatItNeedsAndLooksThere) {
  Session s = small_session({{"PA", "4"}});
  visit(s, "kernel=naive/preset=square16/size=64x48x32/block=2,1/warp=3/lane=7");
  record_due(s);
  EXPECT_EQ(s.look.recording()->kernel, "naive");
  EXPECT_EQ(s.look.recording()->preset, "square16");
  EXPECT_EQ(s.look.block().y, 2u);
  EXPECT_EQ(s.look.cursor.warp, 3u);
  EXPECT_EQ(s.look.selected.lane, 7);
  EXPECT_EQ(s.desk.error, "");
}

TEST(Visit, ALinkOfAnotherSessionBringsAllOfIt) {
  Session from = small_session();
  go_to(from.look, {3, 2, 57});
  Session s = small_session({{"PA", "4"}, {"swzB", "xor"}});
  visit(s, link_of(from));
  record_due(s);
  EXPECT_EQ(link_of(s), link_of(from));
  EXPECT_EQ(s.bench.wanted.overrides, std::vector<format::Parameter>{});
}

TEST(Visit, ALinkIntoWhatIsBeingRecordedLetsItGoOn) {
  Session s = small_session();
  visit(s, "set=PA:4");
  s.bench.record_due = false, s.bench.recording_now = true;
  visit(s, "lane=5");
  EXPECT_FALSE(s.bench.record_due);
  s.bench.recording_now = false;
  finish_recording(s, recording_of(next_to_record(s.bench)));
  EXPECT_EQ(s.look.recording()->parameter("PA"), "4");
  EXPECT_EQ(s.look.selected.lane, 5);
}

TEST(Visit, ALinkIntoWhatIsShownRecordsNothing) {
  Session s = small_session({{"PA", "4"}});
  Session other = small_session({{"PA", "4"}});
  go_to(other.look, {1, 3, 40});
  visit(s, link_of(other));
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_EQ(s.look.cursor, other.look.cursor);
  visit(s, "warp=1");
  EXPECT_EQ(s.look.cursor.warp, 1u);
}

TEST(Visit, WhatCannotBeFollowedIsSaidAndChangesNothing) {
  Session s = small_session();
  const std::string before = link_of(s);
  for (const char* text :
       {"colour=red", "block=9,9", "set=PA:99", "kernel=nobody", "size=0x1x1", "warp=4", "hello world", "k_tile=77"}) {
    visit(s, text);
    EXPECT_FALSE(s.bench.record_due) << text;
    EXPECT_NE(s.desk.error, "") << text;
    EXPECT_EQ(link_of(s), before) << text;
  }
}

TEST(Visit, WhatIsChosenMeanwhileIsRecordedWithThePlace) {
  Session s = small_part();
  visit_block(s, 1, 1);
  s.bench.record_due = false, s.bench.recording_now = true;
  set_parameter(s, "PA", "4");
  s.bench.recording_now = false;
  record_due(s);
  EXPECT_EQ(s.look.block().y, 1u);
  EXPECT_EQ(s.look.recording()->parameter("PA"), "4");
}

TEST(Visit, AFailedRecordingStaysWhereItWas) {
  Session s = small_part();
  const record::RecordRequest before = s.bench.wanted;
  visit_block(s, 1, 1);
  s.bench.record_due = false;
  finish_recording(s, fail(ErrorKind::kNoSpace, "There is not enough memory."));
  EXPECT_EQ(s.bench.wanted, before);
  EXPECT_EQ(s.bench.arrival, "");
  EXPECT_EQ(s.desk.error, "There is not enough memory.");
  EXPECT_EQ(s.desk.notice, "");
}

}  // namespace
}  // namespace gemmscope::session
