// SPDX-License-Identifier: MIT
#include "app/views/shared/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/views/shared/grids.h"
#include "app/views/shared/words.h"
#include "tests/stage_views/moments.h"

namespace gemmscope::views {
namespace {

using session::Session;

TEST(SharedPicture, ATransposedStoreShowsTheFloat4OfItsLaneInFourRowsOfAs) {
  const Session session = at("As_store", 5);
  const auto picture = shared_picture(session.look, 0, false);
  ASSERT_TRUE(picture);
  EXPECT_EQ(copy_sentence(session.look, *picture),
            "Lane 5 copies A[1][4 \u2026 7]. Transposed, its four values go to four rows of As, 512 bytes apart.");
  ASSERT_EQ(picture->moved.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(picture->moved[i].cell->byte, (4 + i) * 512 + 4);
  // Rows 0, 4, 8, 12 of the request, and 5, 6, 7 of the lane's other three values: each begins a line of four.
  EXPECT_EQ(picture->lines, (std::vector<views::Run>{{0, 1}, {16, 1}, {20, 1}, {24, 1}, {28, 1}, {32, 1}, {48, 1}}));
  EXPECT_EQ(picture->rows, (std::vector<views::Run>{{0, 8}}));
}

TEST(SharedPicture, ShowsTheColumnsThatAreTouched) {
  Session session = at("Bs_load", 0);
  std::set<std::uint32_t> firsts;
  for (std::uint32_t warp = 0; warp < session.look.recording()->warps(); ++warp) {
    session::go_to_warp(session.look, warp);
    const auto picture = shared_picture(session.look, 0, false);
    ASSERT_FALSE(picture->moved.empty());
    const std::uint32_t column = picture->moved[0].element->column - picture->part.column;
    EXPECT_EQ(picture->columns.first, column / 32 * 32) << warp;
    firsts.insert(picture->columns.first);
  }
  EXPECT_GT(firsts.size(), 1u);
}

TEST(SharedPicture, BeforeTheNextCopyCellsAreThoseOfTheKTileBefore) {
  Session session = at_first();
  session::go_to_k_tile(session.look, 1);
  const auto picture = shared_picture(session.look, 0, true);
  const format::Recording& recording = *session.look.recording();
  EXPECT_EQ(picture->state_of(recording, 0, 0, 0), CellState::kThisTile);
  EXPECT_EQ(picture->state_of(recording, 1, 0, 0), CellState::kOtherKTile);
}

/// Eight halves of a lane go to eight rows, which beside the eight of the request would be too many to see anything.
TEST(SharedPicture, AStoreOfManyValuesShowsTheRowsOfItsRequestAlone) {
  Session session = recorded("kernel=half_padded/size=128x128x64");
  session::select_line(session.look, line_of(session, "As_store"));
  const auto picture = shared_picture(session.look, 0, false);
  ASSERT_EQ(picture->moved.size(), 8u);
  for (const views::Run& run : picture->lines) EXPECT_EQ(run.first % 16, 0u);  // of rows 0, 8, 16 ..., 256 bytes each
  EXPECT_EQ(picture->lines.size(), 8u);
  EXPECT_TRUE(picture->rows_left_out);
  EXPECT_FALSE(shared_picture(session.look, 0, true)->rows_left_out);
}

/// With a pad of 4, row 4 begins 64 bytes into a line: its label is its own byte, not the line's.
TEST(SharedLabels, AreOfTheRowThatBeginsInALine) {
  const Session session = at("As_store", 0, "PA:4");
  const format::Recording& recording = *session.look.recording();
  const auto tile = *analysis::tensor_named(recording, "As");
  const LineLabel row = label_of_line(recording, tile, 2112 / 128);
  EXPECT_EQ(row.text(recording.tensors[tile]), "As[4]");
  EXPECT_EQ(row.byte, 2112u);
  EXPECT_EQ(row.byte, analysis::cell_of(recording, tile, 4, 0).byte);
  const LineLabel on = label_of_line(recording, tile, 2112 / 128 + 1);
  EXPECT_EQ(on.text(recording.tensors[tile]), "\u2026As[4]");
  EXPECT_EQ(on.byte, 2112u / 128 * 128 + 128);
  EXPECT_FALSE(label_of_line(recording, tile, 0xffffff).row);
}

TEST(SharedPicture, ACellThatNoLaneTouchesIsShownInsteadOfALane) {
  Session session = at("As_store", 5, "PA:4");
  const auto As = *analysis::tensor_named(*session.look.recording(), "As");
  session::go_to_k_tile(session.look, 1);
  session::select_cell(session.look, {As, 3, 7});
  ASSERT_FALSE(session.look.selected.lane);
  const auto picture = shared_picture(session.look, 0, false);
  ASSERT_TRUE(picture->picked);
  EXPECT_EQ(picture->lane, -1);
  ASSERT_EQ(picture->moved.size(), 1u);
  EXPECT_EQ(picture->moved[0].cell->byte, 3 * 528u + 28);
  const std::uint32_t line = picture->moved[0].cell->byte / kLineBytes;
  EXPECT_TRUE(std::any_of(picture->lines.begin(), picture->lines.end(),
                          [&](const views::Run& run) { return line - run.first < run.count; }));
  EXPECT_EQ(copy_sentence(session.look, *picture),
            "As[3][7] is byte 1\u202f612, bank 19: it holds A[7][3], written by warp 0, lane 28 for k-tile 0; "
            "A[7][19] comes next.");
  session::select_cell(session.look, {As, 4, 1});  // which lane 5 touches
  EXPECT_FALSE(shared_picture(session.look, 0, false)->picked);
  EXPECT_EQ(shared_picture(session.look, 0, false)->lane, 5);
}

TEST(SharedPicture, CellsMoveFromTheirRowAndColumnBeforeThePaddingChanged) {
  const Session before = at("As_store", 5), after = at("As_store", 5, "PA:4");
  const format::Tensor& old = before.look.current->tensor;
  EXPECT_EQ(lines_in(*shared_picture(after.look, 0, false), old), shared_picture(before.look, 0, false)->lines);
  const auto picture = shared_picture(after.look, 0, true);
  EXPECT_EQ(lines_in(*picture, old), shared_picture(before.look, 0, true)->lines);
  const analysis::Cell cell = analysis::cell_of(*after.look.recording(), picture->tile, 12, 1);
  ASSERT_EQ(byte_in(old, cell), 12 * 512u + 4);

  const draw::Rect space{0, 0, 320, 200};
  GridPlaces places{Strips(picture->lines, space, 20), space, {0, 32}};
  const draw::Rect there = *places.place(cell);
  places.old = OldMemory{old, Strips(lines_in(*picture, old), space, 20), 0};
  const draw::Rect from = *places.place(cell);
  EXPECT_EQ(from.x, 10);    // bank 1
  EXPECT_EQ(there.x, 170);  // bank 17
  EXPECT_FLOAT_EQ(from.y, places.old->strips.row(48)->y);
  ASSERT_NE(from.y, there.y);
  places.old->settled = 0.5f;
  EXPECT_EQ(places.place(cell)->x, 90);
  EXPECT_FLOAT_EQ(places.place(cell)->y, (from.y + there.y) / 2);
  places.old->settled = 1;
  EXPECT_EQ(places.place(cell)->y, there.y);
}

TEST(SharedPicture, CellsTellPaddingAndWhatWasNeverWritten) {
  const Session session = at("As_store", 5, "PA:4");
  const format::Recording& recording = *session.look.recording();
  const auto picture = shared_picture(session.look, 0, false);
  EXPECT_EQ(picture->state_of(recording, 0, 128 * 4, 0), CellState::kPadding);
  EXPECT_EQ(picture->state_of(recording, 0, 0, 1), CellState::kTouched);
  EXPECT_EQ(picture->state_of(recording, 0, 127 * 4, 0), CellState::kNever);
}

/// Sums of C are stored over the tile of A: no tile holds them, and the cells that they take are not A's any more.
TEST(SharedPicture, CellsThatAnotherArrayHasNowAreItsOwn) {
  Session session = at_c_store();
  const format::Recording& recording = *session.look.recording();
  const auto sums = *analysis::tensor_named(recording, "tiles"), As = *analysis::tensor_named(recording, "tiles+0");
  ASSERT_EQ(shared_tiles(recording).at(0), As);
  const auto picture = shared_picture(session.look, 1, true);
  EXPECT_EQ(picture->state_of(recording, 0, 0, 0), CellState::kOther);
  EXPECT_EQ(picture->other_at(recording, 0), sums);
  EXPECT_EQ(picture->writer_of(recording, 0), nullptr);
  EXPECT_EQ(picture->state_of(recording, 0, 4 * 256, 0), CellState::kThisTile);  // warp 1's rows: it comes later
  session::select_cell(session.look, {As, 0, 1});
  EXPECT_EQ(copy_sentence(session.look, *shared_picture(session.look, 1, true)),
            "tiles+0[0][1] is byte 4, bank 1: it is a cell of tiles now.");
}

TEST(SharedPicture, ARequestThatStagesSumsHasNoTile) {
  Session session = recorded("kernel=sgemm64/size=64x64x8/k_tile=end");
  ASSERT_EQ(session.look.current->tensor.name, "tiles");
  EXPECT_FALSE(shared_picture(session.look, 0, false));
  EXPECT_TRUE(shared_picture(session.look, 1, false));
}

TEST(SharedPicture, EightHalvesSideBySideAreOutlinedOverFourBanks) {
  Session session = recorded("kernel=half_padded/size=128x128x64");
  session::select_line(session.look, line_of(session, "As_load"));
  session::select_lane(session.look, 0);
  const auto halves = moved_groups(session.look, *shared_picture(session.look, 0, false));
  ASSERT_EQ(halves.size(), 1u);
  EXPECT_EQ(halves[0].count, 8u);  // 16 bytes
  EXPECT_EQ(halves[0].banks, 4u);
  EXPECT_TRUE(halves[0].now);

  const Session floats = at("Bs_store", 5);
  const auto groups = moved_groups(floats.look, *shared_picture(floats.look, 0, false));
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].count, 4u);
  EXPECT_EQ(groups[0].banks, 4u);
  const Session transposed = at("As_store", 5);
  EXPECT_EQ(moved_groups(transposed.look, *shared_picture(transposed.look, 0, false)).size(), 4u);
}

TEST(SharedPicture, RunsJoinNeighboursAndDropRepeats) {
  EXPECT_EQ(runs_of({7, 2, 3, 3, 1}), (std::vector<views::Run>{{1, 3}, {7, 1}}));
  EXPECT_TRUE(runs_of({}).empty());
}

}  // namespace
}  // namespace gemmscope::views
