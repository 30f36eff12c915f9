// SPDX-License-Identifier: MIT
#include "app/views/shared/layout_words.h"

#include <gtest/gtest.h>

#include "app/session/link.h"
#include "app/views/shared/picture.h"
#include "app/views/shared/words.h"
#include "tests/stage_views/moments.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

using session::Session;

std::string reason(const Session& session) {
  return reason_sentence(reasons(session.look, *shared_picture(session.look, 0, false)));
}

/// As and Bs have no part in it, unless a cell of theirs is picked.
TEST(SharedLayoutWords, SayNothingOfATileToARequestOfC) {
  Session session = at("C_store", 0);
  EXPECT_EQ(cost_sentence(session.look, *shared_picture(session.look, 0, false)),
            "C: 16 sectors, the ideal for 512 bytes.");
  EXPECT_EQ(reason(session), "");
  session::select_cell(session.look, {*analysis::tensor_named(*session.look.recording(), "As"), 0, 0});
  EXPECT_NE(reason(session), "");
}

/// 64 halves and one of padding: half a bank further on from row to row.
TEST(SharedLayoutWords, HalvesBeginInTheMiddleOfABank) {
  Session session = recorded("kernel=half_padded/preset=h64/size=128x128x64/set=vec:1,pad:1");
  session::select_line(session.look, line_of(session, "As_store"));
  EXPECT_NE(reason(session).find("Rows of As are 130 bytes apart: each begins 0.5 banks after the row before it."),
            std::string::npos)
      << reason(session);
}

/// Lanes of sgemm64 load neighbours along m, where A is column-major: nothing comes of BK.
TEST(SharedLayoutWords, SayNothingOfRowsThatALaneDoesNotGoTo) {
  Session session = recorded("kernel=sgemm64/size=64x64x32");
  session.look.rule = analysis::ConflictModel::kSubop;
  const auto link = session::parse_link("site=tiles_store/k_tile=1");
  ASSERT_TRUE(follow(session, *link));
  EXPECT_EQ(reason(session).find("Because BK"), std::string::npos) << reason(session);
  EXPECT_NE(reason(session).find("splits every access into 4-byte accesses"), std::string::npos) << reason(session);
  EXPECT_NE(reason(session).find("Before this request, "), std::string::npos) << reason(session);
}

const std::string kBecauseOfBK =
    " Because BK = 16, lanes load 4 neighbours along k: 4 lanes share a row of A and store to 4 rows of As.";

TEST(SharedLayoutWords, LeadFromThePaddingToTheRowsThatMeet) {
  EXPECT_EQ(reason(at("As_store", 5)),
            "Rows of As are 512 bytes apart, a multiple of 128: all of them begin in the same bank. "
            "This request touches every 4th row, so all of them share banks." +
                kBecauseOfBK);
  EXPECT_EQ(reason(at("As_store", 5, "PA:4")),
            "Rows of As are 528 bytes apart: each begins 4 banks after the row before it. "
            "This request touches every 4th row, each 16 banks further on, so rows 0 and 8 share a bank." +
                kBecauseOfBK);
  EXPECT_EQ(reason(at("As_store", 5, "PA:2")),
            "Rows of As are 520 bytes apart: each begins 2 banks after the row before it. "
            "This request touches every 4th row, each 8 banks further on, so no two share a bank." +
                kBecauseOfBK);
  EXPECT_EQ(reason(recorded("kernel=swizzled/size=256x256x64/site=As_store/lane=5")),
            "Rows of As are 512 bytes apart; the swizzle moves their columns to other banks, each group of "
            "four rows in its own way: column c of row r is at c ^ ((r >> 2) * 8 & 24). "
            "This request touches every 4th row, so no two share a bank." +
                kBecauseOfBK);
}

/// In k-tile 3 of sgemm64, the last of four, its lanes read what one buffer holds while the other has the k-tile
/// before.
TEST(SharedLayoutWords, SayWhatTheBuffersHold) {
  Session session = recorded("kernel=sgemm64/size=64x64x32");
  session::go_to_k_tile(session.look, 3);
  while (session.look.current->site.op != format::Op::kLoad || !session.look.current->shared())
    session::step_request(session.look, 1);
  EXPECT_EQ(buffers_sentence(session.look, *shared_picture(session.look, 0, false)),
            "tiles+0, buffer 0 holds k-tile 2; tiles+0, buffer 1 holds k-tile 3.");
}

/// Of a request of 16 bytes; single halves are stored with any padding.
TEST(SharedLayoutWords, SayWhichPaddingsFault) {
  Session session = recorded("kernel=half_padded/size=128x128x64/set=pad:8");
  session::select_line(session.look, line_of(session, "As_load"));
  EXPECT_NE(reason(session).find("unless pad is a multiple of 8"), std::string::npos) << reason(session);
  session::select_line(session.look, line_of(session, "As_store"));
  EXPECT_EQ(reason(session).find("unless pad"), std::string::npos) << reason(session);
}

/// The sub-op rule splits only what is wider than a bank.
TEST(SharedLayoutWords, TellWhichRowsMeetByTheSubOpRuleToo) {
  Session session = at("As_store", 5);
  const std::string fused = reason(session);
  session.look.rule = analysis::ConflictModel::kSubop;
  session::select_line(session.look, line_of(session, "As_store"));
  EXPECT_EQ(reason(session), fused);
}

/// The layout that the kernel has is drawn, and its reasons begin with the comment that says another one.
TEST(SharedLayoutWords, SayThatACommentIsNotWhatIsDrawn) {
  const auto reasons_with = [](const std::string& comment) {
    format::Recording r = format::read_file("tests/data/recorded/product.gst").value();
    r.source.text.insert(r.source.text.find("Bs[Bs_::size];") + 14, "  // gemmscope: " + comment);
    session::Session session;
    session::open(session, std::make_shared<const session::Loaded>(std::move(r)));
    const auto As = *analysis::tensor_named(*session.look.recording(), "As");
    EXPECT_EQ(session.look.recording()->tensors[As].layout.pitch, 64u);
    return reasons(session.look, *shared_picture(session.look, 1, true));
  };
  EXPECT_EQ(reasons_with("As[BK][BM + 1] = A^T").front(),
            "Line 33 says As[BK][BM + 1] = A^T, but the kernel does something else, which is drawn: check names the "
            "difference.");
  EXPECT_TRUE(reasons_with("As[BK][BM] = A^T").front().starts_with("Rows of As are 256 bytes apart"));
}

}  // namespace
}  // namespace gemmscope::views
