// SPDX-License-Identifier: MIT
#include "app/views/shared_layout_words.h"
#include "app/views/shared_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/link.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/shared_grids.h"
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

TEST(SharedPicture, ShowsTheColumnsThatAreTouched) {
  Session session = at("sB_load", 0);
  std::set<std::uint32_t> firsts;
  for (std::uint32_t warp = 0; warp < session.recording()->warps(); ++warp) {
    session::go_to_warp(session, warp);
    const auto picture = shared_picture(session, 0, false);
    ASSERT_FALSE(picture->moved.empty());
    const std::uint32_t column = picture->moved[0].element->column - picture->part.column;
    EXPECT_EQ(picture->columns.first, column / 32 * 32) << warp;
    firsts.insert(picture->columns.first);
  }
  EXPECT_GT(firsts.size(), 1u);
}

TEST(SharedPicture, BeforeTheNextCopyCellsAreThoseOfTheKTileBefore) {
  Session session = session::small_session();
  session::go_to_k_tile(session, 1);
  const auto picture = shared_picture(session, 0, true);
  const format::Recording& recording = *session.recording();
  EXPECT_EQ(picture->state_of(recording, 0, 0, 0), CellState::kThisTile);
  EXPECT_EQ(picture->state_of(recording, 1, 0, 0), CellState::kOtherKTile);
}

/// With a pad of 4, row 4 begins 64 bytes into a line: its label is its own byte, not the line's.
/// Eight halves of a lane go to eight rows, which beside the eight of the request would be too many to see anything.
TEST(SharedPicture, AStoreOfManyValuesShowsTheRowsOfItsRequestAlone) {
  record::RecordRequest request;
  request.kernel = "half_padded", request.M = request.N = 128, request.K = 64;
  Session session;
  open(session, session::recording_of(request));
  session::select_line(session, session::line_of(session, "sA_store"));
  const auto picture = shared_picture(session, 0, false);
  ASSERT_EQ(picture->moved.size(), 8u);
  for (const views::Run& run : picture->lines) EXPECT_EQ(run.first % 16, 0u);  // of rows 0, 8, 16 ..., 256 bytes each
  EXPECT_EQ(picture->lines.size(), 8u);
}

/// Lanes hold sums of C: they load nothing of it before they store to Cs.
TEST(SharedWords, SayNothingOfLoadsWhereSumsAreStored) {
  record::RecordRequest request;
  request.kernel = "sgemm64", request.M = request.N = 64, request.K = 16;
  Session session;
  open(session, session::recording_of(request));
  session::go_to_k_tile(session, format::kEpilogue);
  ASSERT_EQ(session.current->tensor.name, "Cs");
  EXPECT_EQ(rows_sentence(session, *shared_picture(session, 0, false)), "");
}

TEST(SharedLabels, AreOfTheRowThatBeginsInALine) {
  const Session session = at("sA_store", 0, {{"PA", "4"}});
  const format::Recording& recording = *session.recording();
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

std::string cost(const Session& session) { return cost_sentence(session, *shared_picture(session, 0, false)); }
std::string reason(const Session& session) { return reason_sentence(session, *shared_picture(session, 0, false)); }

TEST(SharedWords, CountBanksAndWordsOfTheCostliestKind) {
  EXPECT_EQ(cost(at("sA_store", 5)), "8 banks serve 4 different words each: 4 wavefronts, ideal 1.");
  EXPECT_EQ(cost(at("sA_store", 5, {{"PA", "4"}})), "16 banks serve 2 different words each: 2 wavefronts, ideal 1.");
  EXPECT_EQ(cost(at("sA_store", 5, {{"PA", "2"}})), "No bank serves two different words: 1 wavefront, the ideal.");
}

/// As and Bs have no part in it, unless a cell of theirs is picked.
TEST(SharedWords, SayNothingOfATileToARequestOfC) {
  Session session = at("C_store", 0);
  EXPECT_EQ(cost(session), "C: 16 sectors, the ideal for 512 bytes.");
  EXPECT_EQ(reason(session), "");
  session::select_cell(session, {*analysis::tensor_named(*session.recording(), "As"), 0, 0});
  EXPECT_NE(reason(session), "");
}

/// 64 halves and one of padding: half a bank further on from row to row.
TEST(SharedWords, HalvesBeginInTheMiddleOfABank) {
  record::RecordRequest request;
  request.kernel = "half_padded", request.preset = "h64", request.M = request.N = 128, request.K = 64;
  request.overrides = {{"width", "2"}, {"pad", "1"}};
  Session session;
  open(session, session::recording_of(request));
  session::select_line(session, session::line_of(session, "sA_store"));
  EXPECT_NE(reason(session).find("Rows of As are 130 bytes apart: each begins 0.5 banks after the row before it."),
            std::string::npos)
      << reason(session);
}

std::string copied(const Session& session) { return copy_sentence(session, *shared_picture(session, 0, false)); }

/// Beyond the matrix a texture gives its last element, where other kernels give a zero.
TEST(SharedWords, SayZeroOnlyWhereNothingWasLoaded) {
  record::RecordRequest request;
  request.kernel = "sgemm64", request.M = request.N = 100, request.K = 30;
  for (const char* oob : {"zero", "texture"}) {
    request.overrides = {{"oob", oob}};
    Session session;
    open(session, session::recording_of(request));
    const auto link = session::parse_link("block=1,1/site=s_store/k_tile=3/lane=12", {});
    ASSERT_TRUE(follow(session, *link));
    EXPECT_EQ(copied(session).ends_with(": outside the matrix, so zero."), oob == std::string("zero"))
        << copied(session);
  }
}

/// Reads come after the stores of all passes: those of a lane that stored zeros in the last one are of zeros, too.
TEST(SharedWords, AReadOfAZeroSaysSo) {
  record::RecordRequest request;
  request.kernel = "warp_tile", request.M = request.N = 200, request.K = 16;
  Session session;
  open(session, session::recording_of(request));
  const auto link = session::parse_link("block=1,1/warp=2/site=sA_load/lane=31", {});
  ASSERT_TRUE(follow(session, *link));
  EXPECT_TRUE(copied(session).ends_with(": outside the matrix, so zero.")) << copied(session);
}

/// Lanes of sgemm64 load neighbours along m, where A is column-major: nothing comes of BK.
TEST(SharedWords, SayNothingOfRowsThatALaneDoesNotGoTo) {
  record::RecordRequest request;
  request.kernel = "sgemm64", request.M = request.N = 64, request.K = 32;
  Session session;
  open(session, session::recording_of(request));
  session.rule = analysis::ConflictModel::kSubop;
  const auto link = session::parse_link("site=s_store/k_tile=1", {});
  ASSERT_TRUE(follow(session, *link));
  EXPECT_EQ(reason(session).find("Because BK"), std::string::npos) << reason(session);
  EXPECT_NE(reason(session).find("splits every access into 4-byte accesses"), std::string::npos) << reason(session);
  EXPECT_NE(reason(session).find("Before this request, "), std::string::npos) << reason(session);
}

/// Of a load of block 1,0 that begins four rows before the end of A, lanes from 16 on are outside.
TEST(SharedWords, ALoadOutsideItsMatrixIsCalledThat) {
  format::Recording recording = session::small_session().loaded->recording;
  const format::Tensor A = recording.tensors[0];
  ASSERT_EQ(A.name, "A");
  ASSERT_EQ(recording.blocks[2].y, 1u);
  recording.blocks[2].base[0] = (A.rows - 4) * A.pitch * A.element_bytes;
  Session session;
  open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::select_line(session, session::line_of(session, "gA_load"));
  session::go_to(session, {2, 0, 0});
  session::select_lane(session, 20);
  EXPECT_NE(copied(session).find(", which is outside A."), std::string::npos) << copied(session);
  session::select_lane(session, 3);
  EXPECT_EQ(copied(session).find("outside"), std::string::npos) << copied(session);
}

/// The last k-tile is in shared memory, whichever are recorded.
TEST(SharedWords, SayWhichKTileIsLeftOnlyWhereItIsRecorded) {
  for (const auto& [end, text] : {std::pair{8u, "C goes straight to global memory; As still holds k-tile 7."},
                                  {2u, "C goes straight to global memory."}}) {
    record::RecordRequest request;
    request.kernel = "warp_tile", request.M = request.N = 256, request.K = 128;
    request.k_tiles = format::Range{0, end};
    Session session;
    open(session, session::recording_of(request));
    session::go_to_k_tile(session, format::kEpilogue);
    EXPECT_EQ(copied(session), text);
  }
}

const std::string kBecauseOfBK =
    " Because BK = 16, lanes load 4 neighbours along k: 4 lanes share a row of A and store to 4 rows of As.";

TEST(SharedWords, LeadFromThePaddingToTheRowsThatMeet) {
  EXPECT_EQ(reason(at("sA_store", 5)),
            "Rows of As are 512 bytes apart, a multiple of 128: all of them begin in the same bank. "
            "This request touches every 4th row, so all of them share banks." +
                kBecauseOfBK);
  EXPECT_EQ(reason(at("sA_store", 5, {{"PA", "4"}})),
            "Rows of As are 528 bytes apart: each begins 4 banks after the row before it. "
            "This request touches every 4th row, each 16 banks further on, so rows 0 and 8 share a bank." +
                kBecauseOfBK);
  EXPECT_EQ(reason(at("sA_store", 5, {{"PA", "2"}})),
            "Rows of As are 520 bytes apart: each begins 2 banks after the row before it. "
            "This request touches every 4th row, each 8 banks further on, so no two share a bank." +
                kBecauseOfBK);
  EXPECT_EQ(reason(at("sA_store", 5, {{"swzA", "xor"}})),
            "Rows of As are 512 bytes apart; the swizzle moves their columns to other banks, every four rows "
            "differently: column c of row r is at c ^ ((r >> 2) * 8 & 31). "
            "This request touches every 4th row, so no two share a bank." +
                kBecauseOfBK);
}

/// In k-tile 3 of sgemm64, the last of four, its lanes read what one buffer holds while the other has the k-tile
/// before.
TEST(SharedWords, SayWhatTheBuffersHold) {
  record::RecordRequest request;
  request.kernel = "sgemm64", request.M = request.N = 64, request.K = 32;
  Session session;
  open(session, session::recording_of(request));
  session::go_to_k_tile(session, 3);
  while (session.current->site.op != format::Op::kLoad || !session.current->shared()) session::step_request(session, 1);
  EXPECT_EQ(buffers_sentence(session, *shared_picture(session, 0, false)),
            session.current->tensor.name + "0 holds k-tile 2; " + session.current->tensor.name + "1 holds k-tile 3.");
}

TEST(SharedWords, SayWhichPaddingsFault) {
  record::RecordRequest request;
  request.kernel = "half_padded", request.M = request.N = 128, request.K = 32;
  Session session;
  open(session, session::recording_of(request));
  EXPECT_NE(alignment_sentence(session, *shared_picture(session, 0, false)).find("unless pad is a multiple of 8"),
            std::string::npos);
}

TEST(SharedPicture, ACellThatNoLaneTouchesIsShownInsteadOfALane) {
  Session session = at("sA_store", 5, {{"PA", "4"}});
  const auto As = *analysis::tensor_named(*session.recording(), "As");
  session::go_to_k_tile(session, 1);
  session::select_cell(session, {As, 3, 7});
  ASSERT_FALSE(session.selected.lane);
  const auto picture = shared_picture(session, 0, false);
  ASSERT_TRUE(picture->picked);
  EXPECT_EQ(picture->lane, -1);
  ASSERT_EQ(picture->moved.size(), 1u);
  EXPECT_EQ(picture->moved[0].cell->byte, 3 * 528u + 28);
  const std::uint32_t line = picture->moved[0].cell->byte / kLineBytes;
  EXPECT_TRUE(std::any_of(picture->lines.begin(), picture->lines.end(),
                          [&](const views::Run& run) { return line - run.first < run.count; }));
  EXPECT_EQ(copy_sentence(session, *picture),
            "As[3][7] is byte 1\u202f612, bank 19: it holds A[7][3], written by warp 0, lane 28 for k-tile 0; "
            "A[7][19] comes next.");
  session::select_cell(session, {As, 4, 1});  // which lane 5 touches
  EXPECT_FALSE(shared_picture(session, 0, false)->picked);
  EXPECT_EQ(shared_picture(session, 0, false)->lane, 5);
}

TEST(SharedPicture, CellsMoveFromTheirRowAndColumnBeforeThePaddingChanged) {
  const Session before = at("sA_store", 5), after = at("sA_store", 5, {{"PA", "4"}});
  const format::Tensor& old = before.current->tensor;
  EXPECT_EQ(lines_in(*shared_picture(after, 0, false), old), shared_picture(before, 0, false)->lines);
  const auto picture = shared_picture(after, 0, true);
  EXPECT_EQ(lines_in(*picture, old), shared_picture(before, 0, true)->lines);
  const analysis::Cell cell = analysis::cell_of(*after.recording(), picture->tile, 12, 1);
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
  const Session session = at("sA_store", 5, {{"PA", "4"}});
  const format::Recording& recording = *session.recording();
  const auto picture = shared_picture(session, 0, false);
  EXPECT_EQ(picture->state_of(recording, 0, 128 * 4, 0), CellState::kPadding);
  EXPECT_EQ(picture->state_of(recording, 0, 0, 1), CellState::kTouched);
  EXPECT_EQ(picture->state_of(recording, 0, 127 * 4, 0), CellState::kNever);
}

/// sgemm64 with one k-tile, at the first store to C: Cs has been written over the As that it was computed from.
Session at_c_store(std::vector<format::Parameter> overrides = {}, float beta = 0) {
  record::RecordRequest request;
  request.kernel = "sgemm64";
  request.M = request.N = 64, request.K = 8, request.beta = beta;
  request.overrides = std::move(overrides);
  Session session;
  open(session, session::recording_of(request));
  session::go_to_k_tile(session, format::kEpilogue);
  for (int left = 100; left > 0 && session.current->shared(); --left) session::step_request(session, 1);
  return session;
}

TEST(SharedPicture, CellsThatAnotherTileHasNowAreItsOwn) {
  Session session = at_c_store();
  const format::Recording& recording = *session.recording();
  const auto As = *analysis::tensor_named(recording, "As"), Cs = *analysis::tensor_named(recording, "Cs");
  const auto picture = shared_picture(session, 1, true);
  ASSERT_EQ(picture->tile, As);
  EXPECT_EQ(picture->state_of(recording, 0, 0, 0), CellState::kOther);
  EXPECT_EQ(picture->other_at(recording, 0), Cs);
  EXPECT_EQ(picture->writer_of(recording, 0), nullptr);
  EXPECT_EQ(picture->state_of(recording, 0, 4 * 256, 0), CellState::kThisTile);  // warp 1's rows: it comes later
  EXPECT_EQ(shared_picture(session, 3, true)->state_of(recording, 0, 0, 0), CellState::kThisTile);
  session::select_cell(session, {As, 0, 1});
  EXPECT_EQ(copy_sentence(session, *shared_picture(session, 1, true)),
            "As[0][1] is byte 4, bank 1: it is a cell of Cs now.");
  session::go_home(session);
  session::step_request(session, 20);
  session::select_cell(session, {Cs, 0, 1});
  EXPECT_EQ(copy_sentence(session, *shared_picture(session, 3, true)),
            "Cs[0][1] is byte 4, bank 1: no sum of C is here yet; it is a cell of As now.");
}

TEST(SharedWords, SayWhereCComesFrom) {
  const auto sentence = [](const Session& session, int tile) {
    return copy_sentence(session, *shared_picture(session, tile, false));
  };
  EXPECT_EQ(sentence(at_c_store(), 0), "C is written from registers that were read from Cs.");
  EXPECT_EQ(sentence(at_c_store(), 1), "C is written from registers that were read from Cs.");
  EXPECT_EQ(sentence(at_c_store({}, 1), 0), "C is read into registers, to be added to sums that were read from Cs.");
  EXPECT_EQ(sentence(at_c_store({{"cstore", "direct"}}), 0),
            "C goes straight to global memory; As still holds k-tile 0.");
  EXPECT_EQ(sentence(at_c_store({{"cstore", "direct"}}, 1), 0),
            "C is read straight from global memory; As still holds k-tile 0.");
}

TEST(SharedPicture, EightHalvesSideBySideAreOutlinedOverFourBanks) {
  record::RecordRequest request;
  request.kernel = "half_padded";
  request.M = request.N = 128, request.K = 32;
  Session session;
  open(session, session::recording_of(request));
  session::select_line(session, session::line_of(session, "sA_load"));
  session::select_lane(session, 0);
  const auto halves = moved_groups(session, *shared_picture(session, 0, false));
  ASSERT_EQ(halves.size(), 1u);
  EXPECT_EQ(halves[0].count, 8u);  // 16 bytes
  EXPECT_EQ(halves[0].banks, 4u);
  EXPECT_TRUE(halves[0].now);

  const Session floats = at("sB_store", 5);
  const auto groups = moved_groups(floats, *shared_picture(floats, 0, false));
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].count, 4u);
  EXPECT_EQ(groups[0].banks, 4u);
  const Session transposed = at("sA_store", 5);
  EXPECT_EQ(moved_groups(transposed, *shared_picture(transposed, 0, false)).size(), 4u);
}

TEST(SharedPicture, RunsJoinNeighboursAndDropRepeats) {
  EXPECT_EQ(runs_of({7, 2, 3, 3, 1}), (std::vector<views::Run>{{1, 3}, {7, 1}}));
  EXPECT_TRUE(runs_of({}).empty());
}

}  // namespace
}  // namespace gemmscope::views
