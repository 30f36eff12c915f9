// SPDX-License-Identifier: MIT
#include "app/views/writers/picture.h"

#include <gtest/gtest.h>

#include "tests/stage_views/moments.h"

namespace gemmscope::views {
namespace {

TEST(WritersPicture, RegistersFillInTheOrderOfTheRecordedReads) {
  session::Session session = at_first();
  const auto owners = *analysis::ownership(*session.look.recording(), session.look.cursor.block);
  const analysis::LaneShare& share = owners.share(session.look.cursor.warp, 9);
  EXPECT_EQ(ownership_sentence(share, "Lane 9", {}, "C", {0, 0, 1000, 1000}),
            "Lane 9 owns 128 accumulators in 4 subtiles of 8 \u00d7 4: rows 16 \u2026 23, "
            "4 of every 16 columns from 4.");
  EXPECT_FALSE(inner_step(session.look));
  EXPECT_EQ(Fragments::filled(fragments_of(session.look, share, 9).regM), 0u);

  session::select_line(session.look, line_of(session, "As_load"));
  const Fragments first = fragments_of(session.look, share, 9);
  EXPECT_EQ(inner_step(session.look), 0u);
  EXPECT_EQ(first.regM, (std::vector{Entry::kNow, Entry::kNow, Entry::kNow, Entry::kNow, Entry::kEmpty, Entry::kEmpty,
                                     Entry::kEmpty, Entry::kEmpty}));
  EXPECT_EQ(Fragments::filled(first.regN), 0u);

  session::step_request(session.look, 2);  // the first read of Bs
  const Fragments third = fragments_of(session.look, share, 9);
  EXPECT_EQ(third.regM, std::vector(8, Entry::kLoaded));
  EXPECT_EQ(third.regN[3], Entry::kNow);
  EXPECT_EQ(Fragments::filled(third.regN), 4u);
}

std::string sentence(const char* link, int lane) {
  const session::Session session = recorded(link);
  const format::Recording& recording = *session.look.recording();
  const auto owners = analysis::ownership(recording, session.look.cursor.block);
  return ownership_sentence(owners->share(session.look.cursor.warp, lane), "Lane " + std::to_string(lane),
                            analysis::block_tiles(recording, session.look.block(), 0)->C, "C",
                            {0, 0, recording.M, recording.N});
}

TEST(WritersPicture, NamesNoPlacesThatCHasNot) {
  EXPECT_EQ(sentence("kernel=shared_tile/size=40x64x32/block=1,0/warp=20", 3),
            "Lane 3 owns 1 accumulator, of a place outside C.");
  const std::string partly = sentence("kernel=sgemm64/size=80x80x16/block=1,1", 0);
  EXPECT_TRUE(partly.ends_with(" outside C.")) << partly;
}

TEST(WritersPicture, SaysWhatALaneOfEachKernelOwns) {
  EXPECT_EQ(sentence("kernel=naive/size=64x64x4", 5), "Lane 5 owns one accumulator: row 5, column 0 of C.");
  EXPECT_EQ(sentence("kernel=naive/size=64x64x4/block=1,1", 5), "Lane 5 owns one accumulator: row 37, column 32 of C.");
  EXPECT_EQ(sentence("kernel=coalesced/size=64x64x4", 5), "Lane 5 owns one accumulator: row 0, column 5 of C.");
  EXPECT_EQ(sentence("kernel=block_tile/size=128x128x16", 5),
            "Lane 5 owns 8 \u00d7 8 accumulators: rows 0 \u2026 7, columns 40 \u2026 47.");
  EXPECT_EQ(sentence("kernel=interleaved/size=128x128x16", 21),
            "Lane 21 owns 8 \u00d7 8 accumulators: every 16th row from 1, every 16th column from 5.");
  EXPECT_EQ(sentence("kernel=split/size=128x128x16", 5),
            "Lane 5 owns 64 accumulators in 4 subtiles of 4 \u00d7 4: rows 0 \u2026 3, 64 \u2026 67, "
            "columns 20 \u2026 23, 84 \u2026 87.");
}

TEST(WritersPicture, SaysWhatLanesOfSgemm64AndHalfPaddedOwn) {
  EXPECT_EQ(sentence("kernel=sgemm64/size=64x64x16", 0),
            "Lane 0 owns 64 accumulators in 4 subtiles of 4 \u00d7 4: rows 0 \u2026 3, 32 \u2026 35, "
            "columns 0 \u2026 3, 32 \u2026 35.");
  EXPECT_EQ(sentence("kernel=half_padded/size=128x128x64", 5),
            "Lane 5 owns 8 \u00d7 8 accumulators: rows 0 \u2026 7, columns 40 \u2026 47.");
}

TEST(WritersPicture, TheStepIsTheRowOrTheColumnOfATileAsTheKernelHasIt) {
  const auto text = [](const char* link, format::Matrix matrix, std::optional<std::uint32_t> k) {
    return read_in_step(*recorded(link).look.recording(), matrix, k, 8);
  };
  EXPECT_EQ(text("kernel=vectorized/size=128x128x16", format::Matrix::kA, 3), "As[3][m]: 8 values");
  EXPECT_EQ(text("kernel=block_tile/size=128x128x16", format::Matrix::kA, 3), "As[m][3]: 8 values");
  EXPECT_EQ(text("kernel=block_tile/size=128x128x16", format::Matrix::kB, 3), "Bs[3][n]: 8 values");
  EXPECT_EQ(text("kernel=block_tile/size=128x128x16", format::Matrix::kB, {}), "Bs: 8 values");
  EXPECT_EQ(text("kernel=naive/size=64x64x4", format::Matrix::kA, 3), "A, k = 3: 8 values");
}

TEST(WritersPicture, SubtilesAreWhereTheLanesPiecesFillARectangle) {
  const session::Session session = recorded("kernel=split/size=128x128x16");
  const auto owners = *analysis::ownership(*session.look.recording(), 0);
  const LaneGrid grid = lane_grid(owners, 0);
  EXPECT_EQ(grid.rows, 2);
  EXPECT_EQ(grid.columns, 16);
  ASSERT_EQ(grid.subtiles.size(), 4u);
  EXPECT_EQ(grid.subtiles[3].row, 64u);
  EXPECT_EQ(grid.subtiles[3].column, 64u);
  EXPECT_EQ(pieces_of_warp(owners, 0).count(), 2u);  // rows 0 to 7 and 64 to 71, all columns
}

}  // namespace
}  // namespace gemmscope::views
