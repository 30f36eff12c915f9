// SPDX-License-Identifier: MIT
#include "app/views/shared/words.h"

#include <gtest/gtest.h>

#include "app/views/shared/picture.h"
#include "tests/stage_views/moments.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

using session::at;
using session::at_c_store;
using session::Session;

std::string cost(const Session& session) {
  return cost_sentence(session.look, *shared_picture(session.look, 0, false));
}
std::string copied(const Session& session) {
  return copy_sentence(session.look, *shared_picture(session.look, 0, false));
}

TEST(SharedWords, CountBanksAndWordsOfTheCostliestKind) {
  EXPECT_EQ(cost(at("sA_store", 5)), "8 banks serve 4 different words each: 4 wavefronts, ideal 1.");
  EXPECT_EQ(cost(at("sA_store", 5, {{"PA", "4"}})), "16 banks serve 2 different words each: 2 wavefronts, ideal 1.");
  EXPECT_EQ(cost(at("sA_store", 5, {{"PA", "2"}})), "No bank serves two different words: 1 wavefront, the ideal.");
}

/// Eight rows of the lane are too many to be shown beside those of the request: the sentence is about what is shown.
TEST(SharedWords, SpeakOfTheRowsThatAreShown) {
  const Session session = recorded("kernel=half_padded/size=128x128x64/site=sA_store/lane=1");
  EXPECT_EQ(copied(session), "Lane 1 stores A[0][8] to As[8][0]; its 7 other values go to other rows of As.");
  EXPECT_EQ(copy_sentence(session.look, *shared_picture(session.look, 0, true)),
            "Lane 1 copies A[0][8 \u2026 15]. Transposed, its 8 values go to 8 rows of As, 256 bytes apart.");
}

/// Columns that are interleaved are not neighbours in memory.
TEST(SharedWords, SayInHowManyPiecesACopyGoes) {
  for (const auto& [interleave, pieces] : {std::pair(0u, "in one piece."), std::pair(8u, "in four pieces.")}) {
    const Session plain = recorded("kernel=warp_tile/size=128x128x32/site=gB_load/lane=5");
    format::Recording recording = *plain.look.recording();
    recording.tensors[*analysis::tensor_named(recording, "Bs")].layout.interleave = interleave;
    Session changed;
    session::open(changed, std::make_shared<const session::Loaded>(std::move(recording)));
    ASSERT_TRUE(session::follow(changed, *session::parse_link("site=gB_load/lane=5", {})));
    EXPECT_EQ(copied(changed),
              std::string("Lane 5 loads B[0][20 \u2026 23]. It will go to Bs[0][20 \u2026 23] ") + pieces);
  }
}

/// A linear texture goes on in the next row, where other kernels give a zero.
TEST(SharedWords, SayZeroOnlyWhereNothingWasLoaded) {
  const std::string at = "kernel=sgemm64/size=100x100x30/block=1,1/site=s_store/k_tile=3/lane=12/set=oob:";
  const std::string zero = copied(recorded(at + "zero")), texture = copied(recorded(at + "texture"));
  EXPECT_TRUE(zero.ends_with(": outside the matrix, so zero.")) << zero;
  EXPECT_TRUE(texture.ends_with(": outside the matrix.")) << texture;
}

/// Reads come after the stores of all passes: those of a lane that stored zeros in the last one are of zeros, too.
TEST(SharedWords, AReadOfAZeroSaysSo) {
  const Session session = recorded("kernel=warp_tile/size=200x200x16/block=1,1/warp=2/site=sA_load/lane=31");
  EXPECT_TRUE(copied(session).ends_with(": outside the matrix, so zero.")) << copied(session);
}

/// Nobody has an element for it: neither who reads it nor who asks for the cell.
TEST(SharedWords, ACellBeyondTheMatrixHoldsNoElement) {
  Session session = recorded("kernel=warp_tile/size=200x200x16/block=1,1/site=sA_load/cell=As[0][127]");
  EXPECT_NE(copied(session).find("bank 31: outside the matrix, so zero, written by warp "), std::string::npos)
      << copied(session);
  session::go_home(session.look);
  session::select_cell(session.look, {*analysis::tensor_named(*session.look.recording(), "As"), 1, 126});
  EXPECT_NE(copied(session).find("not written yet; its place is outside the matrix."), std::string::npos)
      << copied(session);
}

/// The stride of its stores is that of a tile without padding.
TEST(SharedWords, AStoreToPaddingIsCalledThat) {
  const Session session = recorded("kernel=block_tile_spilled/size=64x64x16/set=PA:4/site=sA_store/lane=5");
  EXPECT_EQ(copied(session), "Lane 5 writes to padding of As; it has loaded A[0][5].");
}

/// Of the k-tiles in shared memory those are named that somebody has stored.
TEST(SharedWords, NameWhatIsLeftInSharedMemoryFromTheStores) {
  const auto left = [](const std::string& kernel) {
    return copied(recorded("size=64x64x24/k_tile=end/kernel=" + kernel));
  };
  EXPECT_EQ(left("sgemm64/set=cstore:direct"), "C goes straight to global memory; As still holds k-tiles 1 and 2.");
  EXPECT_EQ(left("warp_tile_long_stride"), "C goes straight to global memory.");
}

/// Of a load of block 1,0 that begins four rows before the end of A, lanes from 16 on are outside.
TEST(SharedWords, ALoadOutsideItsMatrixIsCalledThat) {
  format::Recording recording = session::small_session().look.loaded->recording;
  const format::Tensor A = recording.tensors[0];
  ASSERT_EQ(A.name, "A");
  ASSERT_EQ(recording.blocks[2].y, 1u);
  recording.blocks[2].base[0] = (A.layout.rows - 4) * A.layout.pitch * A.element_bytes;
  Session session;
  open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::select_line(session.look, session::line_of(session, "gA_load"));
  session::go_to(session.look, {2, 0, 0});
  session::select_lane(session.look, 20);
  EXPECT_NE(copied(session).find(", which is outside A."), std::string::npos) << copied(session);
  session::select_lane(session.look, 3);
  EXPECT_EQ(copied(session).find("outside"), std::string::npos) << copied(session);
}

TEST(SharedWords, AByteInFrontOfAMatrixIsNegative) {
  format::Recording recording = session::small_session().look.loaded->recording;
  recording.blocks[0].base[0] -= 4;
  Session session;
  open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::select_line(session.look, session::line_of(session, "gA_load"));
  session::go_to(session.look, {0, 0, 0});
  session::select_lane(session.look, 0);
  EXPECT_NE(copied(session).find("reads byte \u22124, which is outside A"), std::string::npos) << copied(session);
}

/// The last k-tile is in shared memory, whichever are recorded.
TEST(SharedWords, SayWhichKTileIsLeftOnlyWhereItIsRecorded) {
  for (const auto& [end, text] : {std::pair{8u, "C goes straight to global memory; As still holds k-tile 7."},
                                  {2u, "C goes straight to global memory."}}) {
    record::RecordRequest request;
    request.kernel = "warp_tile", request.M = request.N = 256, request.K = 128;
    request.k_tiles = format::Range{0, end};
    Session session = session::opened(request);
    session::go_to_k_tile(session.look, format::kEpilogue);
    EXPECT_EQ(copied(session), text);
  }
}

TEST(SharedWords, SayWhereCComesFrom) {
  const auto sentence = [](const Session& session, int tile) {
    return copy_sentence(session.look, *shared_picture(session.look, tile, false));
  };
  EXPECT_EQ(sentence(at_c_store(), 0), "C is written from registers that were read from Cs.");
  EXPECT_EQ(sentence(at_c_store(), 1), "C is written from registers that were read from Cs.");
  EXPECT_EQ(sentence(at_c_store({}, 1), 0), "C is read into registers, to be added to sums that were read from Cs.");
  EXPECT_EQ(sentence(at_c_store({{"cstore", "direct"}}), 0),
            "C goes straight to global memory; As still holds k-tile 0.");
  EXPECT_EQ(sentence(at_c_store({{"cstore", "direct"}}, 1), 0),
            "C is read straight from global memory; As still holds k-tile 0.");
}

}  // namespace
}  // namespace gemmscope::views
