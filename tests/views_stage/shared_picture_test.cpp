// SPDX-License-Identifier: MIT
#include "app/views/shared_picture.h"

#include <gtest/gtest.h>

#include "app/session/selecting.h"
#include "tests/session/fixture.h"

namespace gemmscope::views {
namespace {

using session::Session;

Session at(const std::string& site, int lane, std::vector<format::Parameter> overrides = {}) {
  Session session = session::small_session(std::move(overrides));
  session::select_line(session, session::line_of(session, site));
  session::select_lane(session, lane);
  return session;
}

TEST(SharedPicture, ATransposedStoreShowsTheFloat4OfItsLaneInFourRowsOfAs) {
  const Session session = at("sA_store", 5);
  const auto picture = shared_picture(session, 0, false);
  ASSERT_TRUE(picture);
  EXPECT_EQ(copy_sentence(session, *picture),
            "Lane 5 copies A[1][4 \u2026 7]. Transposed, its four values go to four rows of As, 512 bytes apart.");
  ASSERT_EQ(picture->moved.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(picture->moved[i].cell->byte, (4 + i) * 512 + 4);
  // Rows 0, 4, 8, 12 of the request, and 5, 6, 7 of the lane's other three values: each begins a line of four.
  EXPECT_EQ(picture->lines, (std::vector<views::Run>{{0, 1}, {16, 1}, {20, 1}, {24, 1}, {28, 1}, {32, 1}, {48, 1}}));
  EXPECT_EQ(picture->rows, (std::vector<views::Run>{{0, 8}}));
}

TEST(SharedPicture, TheVerdictCountsBanksAndWordsOfTheCostliestKind) {
  EXPECT_EQ(conflict_sentence(at("sA_store", 5)),
            "8 banks are each asked for 4 different words: 4 wavefronts where 1 would do.");
  EXPECT_EQ(conflict_sentence(at("sA_store", 5, {{"PA", "4"}})),
            "16 banks are each asked for 2 different words: 2 wavefronts where 1 would do.");
  EXPECT_EQ(conflict_sentence(at("sA_store", 5, {{"PA", "2"}})),
            "No bank is asked for two different words: 1 wavefront.");
}

TEST(SharedPicture, APadTurnsIntoBanksPerRow) {
  const Session session = at("sA_store", 5, {{"PA", "4"}});
  EXPECT_EQ(pitch_sentence(session.recording()->tensors[shared_picture(session, 0, false)->tile]),
            "Rows of As are 528 bytes apart: each begins 4 banks after the row before it.");
}

TEST(SharedPicture, CellsTellPaddingAndWhatWasNeverWritten) {
  const Session session = at("sA_store", 5, {{"PA", "4"}});
  const format::Recording& recording = *session.recording();
  const auto picture = shared_picture(session, 0, false);
  EXPECT_EQ(picture->state_of(recording, 0, 128 * 4, 0), CellState::kPadding);
  EXPECT_EQ(picture->state_of(recording, 0, 0, 1), CellState::kTouched);
  EXPECT_EQ(picture->state_of(recording, 0, 127 * 4, 0), CellState::kNever);
}

TEST(SharedPicture, RunsJoinNeighboursAndDropRepeats) {
  EXPECT_EQ(runs_of({7, 2, 3, 3, 1}), (std::vector<views::Run>{{1, 3}, {7, 1}}));
  EXPECT_TRUE(runs_of({}).empty());
}

}  // namespace
}  // namespace gemmscope::views
