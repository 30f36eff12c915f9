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

session::Session race() { return recorded("kernel=warp_tile_no_barrier_before/size=256x256x64/finding=0"); }

Cells cells_of(const session::Session& s, std::size_t index, bool narrow = false) {
  return finding_cells(*s.look.recording(), s.look.loaded->check.findings[index], narrow);
}

TEST(CheckRows, ARaceNamesBothLinesAndWarps) {
  const session::Session s = race();
  EXPECT_EQ(cells_of(s, 0),
            (Cells{"race: read after write", "As[0][0]", line_text(s, "As_store") + ", " + line_text(s, "As_load"), "0",
                   "between warps 0 and 1", "49\u202f152 accesses"}));
  EXPECT_EQ(cells_of(s, 1)[4], "between warps 0 and 1");
  EXPECT_EQ(cells_of(s, 9)[4], "inside warp 0");
  EXPECT_EQ(cells_of(s, 0, true)[0], "read after write");
  EXPECT_EQ(cells_of(s, 0, true)[4], "warps 0, 1");
}

TEST(CheckRows, ARaceSaysWhereABarrierIsMissing) {
  session::Session s = race();
  const std::string text = missing_barrier(s.look);
  EXPECT_EQ(text.substr(0, 22), " A barrier after line ");
  EXPECT_NE(text.find("9 other findings."), std::string::npos) << text;
  EXPECT_EQ(missing_barrier(recorded("kernel=block_tile_half_copied/size=128x128x64/finding=0").look), "");
}

/// A finding of several races that one barrier fixes has the sum of their counts, and each race its own.
TEST(CheckRows, TheTextSaysThatACountIsOfAllRacesOfAFinding) {
  const session::Session s = race();
  analysis::CheckResult one = s.look.loaded->check;
  one.findings.resize(1), one.gaps.clear();
  EXPECT_EQ(check_text(*s.look.recording(), one).find("accesses in all\n"), std::string::npos);
  one.findings[0].parts = {s.look.loaded->check.findings[0], s.look.loaded->check.findings[1]};
  EXPECT_NE(check_text(*s.look.recording(), one).find("accesses in all\n"), std::string::npos);
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

TEST(CheckRows, WhatNobodyDidHasABlockAndNoLine) {
  const session::Session s = recorded("kernel=warp_tile_no_warp_origin/size=256x256x32");
  EXPECT_EQ(cells_of(s, 0), (Cells{"never stored", "C[0][64]", "\u2013", "end", "block 0,0", "49\u202f152 elements"}));
  EXPECT_EQ(cells_of(s, 1)[2], line_text(s, "C_store"));  // one line, twice
  const session::Session t = recorded("kernel=vectorized_roles_swapped/size=128x64x16");
  EXPECT_EQ(cells_of(t, 1)[4], "between blocks");
  const session::Session u = recorded("kernel=shared_tile_early_exit/size=64x40x64");
  const format::Divergence& exit = u.look.recording()->divergences.at(0);
  EXPECT_EQ(cells_of(u, 1),
            (Cells{"early exit", "\u2013", std::to_string(exit.line), "\u2013", "block 0,1", "2 blocks"}));
}

TEST(CheckRows, AnAbsentLaneHasTheLineOfTheMask) {
  format::Recording r = *recorded("size=256x256x64").look.recording();
  const auto lines_of = [&](std::uint32_t line) {
    r.absent_lanes = {{{.thread = 3, .line = line, .other_thread = 16, .of_warp = true}}};
    return finding_cells(r, analysis::check(r).findings.at(0), false);
  };
  EXPECT_EQ(lines_of(60), (Cells{"absent lane", "\u2013", "60", "\u2013", "block 0,0", "1 block"}));
  EXPECT_EQ(lines_of(0)[2], "\u2013");
}

TEST(CheckRows, WhereTheMistakeDoesNotShowItSaysWhereItDoes) {
  const session::Session tile = recorded("kernel=vectorized_one_pass/preset=k6_128/size=128x128x32");
  EXPECT_TRUE(tile.look.loaded->check.findings.empty());
  EXPECT_TRUE(check_detail(tile.look).ends_with("; it shows at 128x128x32 with k6_small64."))
      << check_detail(tile.look);
  const session::Session size = recorded("kernel=vectorized_roles_swapped/size=64x64x16");
  EXPECT_TRUE(check_detail(size.look).ends_with("; it shows at 128x64x16.")) << check_detail(size.look);
}

TEST(CheckRows, TheAnswerCountsFindingsFaultsAndWhatIsShown) {
  session::Session s = recorded("kernel=block_tile_half_copied/size=128x128x64");
  EXPECT_EQ(check_answer(s.look), "This kernel is broken: 4 findings of 2 kinds");
  session::toggle_fault(s.look, analysis::Fault::kNeverLoaded);
  EXPECT_EQ(check_answer(s.look), "This kernel is broken: 4 findings of 2 kinds, 2 shown");
  EXPECT_EQ(check_answer(race().look), "This kernel is broken: 10 findings");
  EXPECT_EQ(check_detail(race().look), "Deliberately broken: " + race().look.recording()->mistake + ".");
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
  const session::Session whole = recorded("size=256x256x64"), part = recorded("size=256x256x64/warps=0:2/k_tiles=1:2");
  EXPECT_EQ(check_answer(whole.look),
            "Nothing found by " + std::to_string(analysis::kFaults - 1) + " checks of addresses and barriers");
  EXPECT_TRUE(names_in_order(scope_lines(*whole.look.recording(), whole.look.loaded->check)[0],
                             {"All " + std::to_string(analysis::kFaults - 1) + " checks"}));
  EXPECT_TRUE(names_in_order(check_answer(part.look), {"Nothing found", "part"}));
  const Cells lines = scope_lines(*part.look.recording(), part.look.loaded->check);
  ASSERT_GT(lines.size(), 2u);
  EXPECT_TRUE(
      names_in_order(lines[1], {"Not checked", "uninitialised read, stale read", "not all warps are recorded"}));
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
  const std::string of_another = finding_note(recorded("kernel=block_tile_spilled/size=64x64x16/finding=1").look);
  EXPECT_NE(of_another.find("the same bytes"), std::string::npos) << of_another;
  EXPECT_EQ(of_another.find(",,"), std::string::npos) << of_another;
  EXPECT_EQ(finding_note(recorded("kernel=block_tile_half_copied/size=128x128x64/finding=0").look),
            "As[0][8] is read here, but no thread has written it");
  EXPECT_EQ(finding_note(recorded("kernel=block_tile_spilled/size=64x64x16/finding=3").look), "Byte 512 is outside As");
  EXPECT_EQ(finding_note(recorded("kernel=warp_tile_no_warp_origin/size=256x256x32/finding=0").look),
            "C[0][64] and 49\u202f151 other elements: no thread stores them");
}

TEST(CheckRows, SharedShowsWhereASpillLands) {
  const session::Session s = recorded("kernel=block_tile_spilled/size=64x64x16/finding=3");
  const auto picture = shared_picture(s.look, 0, true);
  ASSERT_EQ(picture->spilled.size(), 4u);  // lanes 28 to 31
  EXPECT_EQ(picture->spilled[0].lane, 28);
  EXPECT_EQ(picture->spilled[0].touch.byte, 512u);
  EXPECT_EQ(picture->lines, (std::vector<views::Run>{{0, 5}}));  // As is the first four
  EXPECT_TRUE(shared_picture(race().look, 0, true)->spilled.empty());
}

TEST(CheckRows, LanesThatStoreAgainAreKnown) {
  const session::Session s = recorded("kernel=warp_tile_no_warp_origin/size=256x256x32/finding=1");
  const auto tiles = analysis::block_tiles(*s.look.recording(), s.look.block(), 0);
  EXPECT_EQ(amiss_lanes(s.look, tiles->C).again, 0xffffffffu);
  session::Session first = s;
  session::go_to_other_access(first.look);
  EXPECT_EQ(amiss_lanes(first.look, tiles->C).again, 0u);
}

}  // namespace
}  // namespace gemmscope::views
