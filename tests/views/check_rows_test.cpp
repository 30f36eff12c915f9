// SPDX-License-Identifier: MIT
#include "app/views/check/rows.h"
#include "app/views/parts/finding_note.h"

#include <gtest/gtest.h>

#include "app/draw/canvas.h"
#include "app/session/findings.h"
#include "app/session/stepping.h"
#include "app/views/shared/picture.h"
#include "app/views/stores/picture.h"
#include "app/views/view.h"
#include "tests/names_in_order.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

using Cells = std::vector<std::string>;

/// One finding of several races, which one barrier mends.
session::Session race() { return recorded("kernel=warp_tile_no_barrier_before/finding=0"); }

Cells cells_of(const session::Session& s, std::size_t index, bool narrow = false) {
  return finding_cells(*s.look.recording(), s.look.loaded->check.findings[index], narrow);
}

TEST(CheckRows, ARaceNamesBothLinesAndWarps) {
  const session::Session s = race();
  EXPECT_EQ(cells_of(s, 0),
            (Cells{"race: read after write", "As[0][0]", line_text(s, "As_store") + ", " + line_text(s, "As_load"),
                   "between warps 0 and 1", "768\u202f000 accesses"}));
  EXPECT_EQ(cells_of(s, 0, true)[0], "read after write");
  EXPECT_EQ(cells_of(s, 0, true)[3], "warps 0, 1");
  EXPECT_EQ(cells_of(recorded("kernel=sgemm64_no_syncwarp"), 0)[3], "inside warp 0");
}

TEST(CheckRows, ARaceSaysWhereABarrierIsMissing) {
  session::Session s = race();
  const std::string text = missing_barrier(s.look);
  EXPECT_TRUE(names_in_order(text, {" A barrier", "after line ", "same barrier", "9 more races"})) << text;
  EXPECT_EQ(missing_barrier(recorded("kernel=block_tile_half_copied/finding=0").look), "");
}

/// A finding of several races that one barrier fixes has the sum of their counts, and each race its own.
TEST(CheckRows, TheTextSaysThatACountIsOfAllRacesOfAFinding) {
  const session::Session s = race();
  analysis::CheckResult one = s.look.loaded->check;
  one.findings.resize(1), one.gaps.clear();
  ASSERT_GT(one.findings[0].parts.size(), 1u);
  EXPECT_NE(check_text(*s.look.recording(), one).find("accesses in all\n"), std::string::npos);
  one.findings = {one.findings[0].parts[0]};
  EXPECT_EQ(check_text(*s.look.recording(), one).find("accesses in all\n"), std::string::npos);
}

/// A text longer than the panel ends in it, and leaves the rows in sight.
TEST(CheckRows, ALongTextDoesNotReachTheRows) {
  const session::Session s = race();
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {560, 190}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(s.desk.theme), 1, true}, surface, drawing);
  draw(*find_view("check"), s, actions, canvas);
  float row = 0, text = 0;
  for (const draw::Shape& shape : drawing.shapes) {
    const auto* each = std::get_if<draw::Text>(&shape);
    if (each != nullptr && each->text == "As[0][0]") row = each->at.y;
    if (each != nullptr && each->text.starts_with("Thread ") && text == 0) text = each->at.y;
  }
  EXPECT_GT(row, 0);
  EXPECT_GT(text, row);
}

TEST(CheckRows, ARaceOfTwoBlocksSaysSo) {
  const session::Session s = recorded("kernel=vectorized_roles_swapped");
  EXPECT_EQ(cells_of(s, 0)[2], line_text(s, "C_store"));  // one line, twice
  EXPECT_EQ(cells_of(s, 0)[3], "between blocks");
}

TEST(CheckRows, AnAbsentLaneHasTheLineOfTheMask) {
  format::Recording r = *recorded("size=256x256x64").look.recording();
  const auto lines_of = [&](std::uint32_t line) {
    r.absent_lanes = {{{.thread = 3, .line = line, .other_thread = 16, .of_warp = true}}};
    return finding_cells(r, analysis::check(r).findings.at(0), false);
  };
  EXPECT_EQ(lines_of(60), (Cells{"absent lane", "\u2013", "60", "block (0,0,0)", "1 block"}));
  EXPECT_EQ(lines_of(0)[2], "\u2013");
}

TEST(CheckRows, TheAnswerCountsFindingsFaultsAndWhatIsShown) {
  session::Session s = recorded("kernel=block_tile_spilled");
  EXPECT_EQ(check_answer(s.look), "This kernel is broken: 3 findings of 2 kinds");
  session::toggle_fault(s.look, analysis::Fault::kWriteAfterWrite);
  EXPECT_EQ(check_answer(s.look), "This kernel is broken: 3 findings of 2 kinds, 2 shown");
  EXPECT_EQ(check_answer(race().look), "This kernel is broken: 1 finding");
}

/// As its first comment says.
TEST(CheckRows, AKernelThatIsBrokenOnPurposeSaysHow) {
  const char* const what = "8 threads copy a row of As, one element each, but a k-tile is 16 deep";
  const session::Session s = recorded("kernel=block_tile_half_copied");
  EXPECT_EQ(check_detail(s.look), "Broken on purpose: " + std::string(what) + ".");
  EXPECT_NE(check_text(*s.look.recording(), s.look.loaded->check).find(what), std::string::npos);
  EXPECT_EQ(check_detail(recorded("size=256x256x64").look), "");
}

/// Either may be wrong.
TEST(CheckRows, ACommentThatSaysSomethingElseBreaksNoKernel) {
  format::Recording r = format::read_file("tests/data/recorded/product.gst").value();
  r.source.text.insert(r.source.text.find("Bs[Bs_::size];") + 14, "  // gemmscope: As[BK][BM + 1] = A^T");
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(std::move(r)));
  ASSERT_FALSE(s.look.loaded->check.findings.empty());
  EXPECT_TRUE(check_answer(s.look).starts_with("The kernel and a comment disagree: ")) << check_answer(s.look);
}

TEST(CheckRows, ARecordingOfAPartSaysWhatItCannotTell) {
  const session::Session whole = recorded("size=256x256x64"), part = recorded("size=256x256x64/blocks=0,1");
  EXPECT_TRUE(names_in_order(check_answer(whole.look), {"Nothing found by ", " checks of addresses and barriers"}));
  EXPECT_TRUE(names_in_order(scope_lines(*whole.look.recording(), whole.look.loaded->check)[0], {"All ", " checks"}));
  EXPECT_TRUE(names_in_order(check_answer(part.look), {"Nothing found", "part"}));
}

TEST(CheckRows, TheNoteNamesTheAccessThatIsElsewhere) {
  session::Session s = race();
  EXPECT_EQ(finding_note(s.look),
            "As[0][0]: thread 0 (warp 0, lane 0) writes it, line " + line_text(s, "As_store") + ", request 2");
  session::go_to_other_access(s.look);
  EXPECT_EQ(finding_note(s.look),
            "As[0][0]: thread 32 (warp 1, lane 0) reads it, line " + line_text(s, "As_load") + ", request 29");
  session::go_to_block(s.look, 1);
  EXPECT_EQ(finding_note(s.look), "");
  const std::string of_another = finding_note(recorded("kernel=block_tile_spilled/finding=2").look);
  EXPECT_NE(of_another.find("the same bytes"), std::string::npos) << of_another;
  EXPECT_EQ(of_another.find(",,"), std::string::npos) << of_another;
  EXPECT_EQ(finding_note(recorded("kernel=block_tile_half_copied/finding=0").look),
            "As[0][8] is read here, but no thread has written it");
}

}  // namespace
}  // namespace gemmscope::views
