// SPDX-License-Identifier: MIT
#include "app/views/parts/stage_words.h"

#include <gtest/gtest.h>

#include "app/views/shared/words.h"
#include "tests/stage_views/moments.h"

namespace gemmscope::views {
namespace {

std::string spread(session::Session session, const std::string& site) {
  session::select_line(session.look, line_of(session, site));
  return spread_text(*session.look.recording(), elements_touched(session.look));
}

TEST(SpreadText, SaysStepsInsteadOfABoxAroundThem) {
  const session::Session session = at_first();
  EXPECT_EQ(spread(session, "As_store"), "32 elements of A: rows 0 \u2026 7, every 4th of columns 0 \u2026 12");
  EXPECT_EQ(spread(session, "A_load"), "A[0 \u2026 7][0 \u2026 15]");
  EXPECT_EQ(spread(session, "C_store"), "128 elements of C: every 8th of rows 0 \u2026 56, columns 0 \u2026 15");
}

TEST(EveryText, CountsAsPeopleDo) {
  for (const auto& [step, text] : {std::pair(2u, "2nd"),
                                   {3u, "3rd"},
                                   {4u, "4th"},
                                   {11u, "11th"},
                                   {12u, "12th"},
                                   {21u, "21st"},
                                   {32u, "32nd"},
                                   {113u, "113th"},
                                   {123u, "123rd"}})
    EXPECT_EQ(every_text(step), std::string("every ") + text);
}

TEST(SpreadText, PromisesNoGridWhereThereIsNone) {
  const session::Session session = at_first();
  const auto A = *analysis::tensor_named(*session.look.recording(), "A");
  EXPECT_EQ(spread_text(*session.look.recording(), {{A, 0, 0}, {A, 1, 2}, {A, 0, 0}}),
            "2 elements of A in rows 0 \u2026 1, columns 0 \u2026 2");
  EXPECT_EQ(spread_text(*session.look.recording(), {}), "");
}

TEST(ShareText, CountsOnlyWhatLiesInTheMatrix) {
  EXPECT_EQ(share_text({0, 0, 100, 20}, {64, 0, 64, 64}, 7), "7 of 720");
  EXPECT_EQ(share_text({50, 0, 50, 20}, {64, 0, 64, 64}, 7), "7 of 720");
}

TEST(KTileInShared, IsTheLastOneAfterTheMainLoop) {
  session::Session session = at_first();
  EXPECT_EQ(session.look.k_tile_in_shared(), 0u);
  session::go_to_k_tile(session.look, format::kEpilogue);
  ASSERT_EQ(session.look.k_tile(), format::kEpilogue);
  EXPECT_EQ(session.look.k_tile_in_shared(), 3u);
  session::set_scope(session.look, session::Scope::kKTile);  // figures are those of the write-back alone
  EXPECT_TRUE(session.look.summary_scope.epilogue);
  EXPECT_EQ(session.look.summary_scope.k_tiles, (format::Range{0, 0}));
  const auto picture = shared_picture(session.look, 1, false);
  EXPECT_EQ(picture->part.column, 48u);
  EXPECT_EQ(picture->state_of(*session.look.recording(), session.look.k_tile_in_shared(), 0, 0), CellState::kThisTile);
}

}  // namespace
}  // namespace gemmscope::views
