// SPDX-License-Identifier: MIT
#include "app/views/shared/words.h"

#include <gtest/gtest.h>

#include "app/views/shared/picture.h"
#include "tests/stage_views/moments.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

using session::Session;

std::string cost(const Session& session) {
  return cost_sentence(session.look, *shared_picture(session.look, 0, false));
}
std::string copied(const Session& session) {
  return copy_sentence(session.look, *shared_picture(session.look, 0, false));
}

TEST(SharedWords, CountBanksAndWordsOfTheCostliestKind) {
  EXPECT_EQ(cost(at("As_store", 5)), "8 banks serve 4 different words each: 4 wavefronts, ideal 1.");
  EXPECT_EQ(cost(at("As_store", 5, "PA:4")), "16 banks serve 2 different words each: 2 wavefronts, ideal 1.");
  EXPECT_EQ(cost(at("As_store", 5, "PA:2")), "No bank serves two different words: 1 wavefront, the ideal.");
}

/// Eight rows of the lane are too many to be shown beside those of the request: the sentence is about what is shown.
TEST(SharedWords, SpeakOfTheRowsThatAreShown) {
  const Session session = recorded("kernel=half_padded/size=128x128x64/site=As_store/lane=1");
  EXPECT_EQ(copied(session), "Lane 1 stores A[0][8] to As[8][0]; its 7 other values go to other rows of As.");
  EXPECT_EQ(copy_sentence(session.look, *shared_picture(session.look, 0, true)),
            "Lane 1 copies A[0][8 \u2026 15]. Transposed, its 8 values go to 8 rows of As, 256 bytes apart.");
}

/// Blocks at an edge store to places for which no lane loaded anything.
TEST(SharedWords, SayThatNothingWasLoadedForAPlaceOutside) {
  const std::string at = "kernel=sgemm64/size=80x80x24/block=1,1/k_tile=1/lane=31/site=";
  const std::string stored = copied(recorded(at + "tiles_store")), read = copied(recorded(at + "tiles_load"));
  EXPECT_EQ(stored, "Lane 31 fills tiles+0[1][60 \u2026 63]: outside the matrix, and not loaded.");
  EXPECT_EQ(read, "Lane 31 reads tiles+0[0][28 \u2026 31]: outside the matrix, and not loaded.");
}

/// Neither the lane that reads it nor a selected cell names an element.
TEST(SharedWords, ACellBeyondTheMatrixHoldsNoElement) {
  Session session = recorded("kernel=sgemm64/size=100x100x16/block=1,1/k_tile=0/site=tiles_load/cell=tiles+0[0][63]");
  EXPECT_NE(copied(session).find("bank 31: outside the matrix, and not loaded, written by warp "), std::string::npos)
      << copied(session);
  session::go_home(session.look);
  session::select_cell(session.look, {*analysis::tensor_named(*session.look.recording(), "tiles+0"), 1, 62});
  EXPECT_NE(copied(session).find("not written yet; its place is outside the matrix."), std::string::npos)
      << copied(session);
}

/// The words name those k-tiles in shared memory that lanes have stored.
TEST(SharedWords, NameWhatIsLeftInSharedMemoryFromTheStores) {
  const auto left = [](const std::string& kernel) {
    return copied(recorded("size=64x64x24/k_tile=end/kernel=" + kernel));
  };
  EXPECT_EQ(left("direct_store"), "C is written from registers; tiles+0 still holds k-tiles 1 and 2.");
}

/// Of a load of block 1,0 that begins four rows before the end of A, lanes from 16 on are outside.
TEST(SharedWords, ALoadOutsideItsMatrixIsCalledThat) {
  format::Recording recording = at_first().look.loaded->recording;
  const format::Tensor A = recording.tensors[0];
  ASSERT_EQ(A.name, "A");
  ASSERT_EQ(recording.blocks[2].y, 1u);
  recording.blocks[2].base[0] = (A.layout.rows - 4) * A.layout.pitch * A.element_bytes;
  Session session;
  open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::select_line(session.look, line_of(session, "A_load"));
  session::go_to(session.look, {2, 0, 0});
  session::select_lane(session.look, 20);
  EXPECT_NE(copied(session).find(", which is outside A."), std::string::npos) << copied(session);
  session::select_lane(session.look, 3);
  EXPECT_EQ(copied(session).find("outside"), std::string::npos) << copied(session);
}

TEST(SharedWords, AByteInFrontOfAMatrixIsNegative) {
  format::Recording recording = at_first().look.loaded->recording;
  recording.blocks[0].base[0] -= 4;
  Session session;
  open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::select_line(session.look, line_of(session, "A_load"));
  session::go_to(session.look, {0, 0, 0});
  session::select_lane(session.look, 0);
  EXPECT_NE(copied(session).find("reads byte \u22124, which is outside A"), std::string::npos) << copied(session);
}

TEST(SharedWords, SayWhichKTileIsLeft) {
  EXPECT_EQ(copied(recorded("size=256x256x64/k_tile=end")), "C is written from registers; As still holds k-tile 3.");
}

TEST(SharedWords, SayWhereCComesFrom) {
  const auto sentence = [](const Session& session) {
    return copy_sentence(session.look, *shared_picture(session.look, 1, false));
  };
  EXPECT_EQ(sentence(at_c_store("kernel=direct_store")), "C is written from registers; tiles+0 still holds k-tile 0.");
  EXPECT_EQ(sentence(at_c_store("kernel=direct_store/beta=1")),
            "C is read into registers; tiles+0 still holds k-tile 0.");
}

}  // namespace
}  // namespace gemmscope::views
