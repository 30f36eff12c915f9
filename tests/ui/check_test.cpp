// SPDX-License-Identifier: MIT
// What the window says and marks of findings and of deliberately broken kernels.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/gl/framebuffer.h"
#include "app/session/findings.h"
#include "app/views/timeline/draw.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/ui/window_texts.h"

namespace gemmscope::ui {
namespace {

using session::Session;

TEST(Check, AFindingThatTheFilterHidesIsNotToldInFull) {
  Session s = wrong_session("block_tile_spilled", "finding=0");
  s.desk.panels.focus_view = "check";
  const std::string told = "with no barrier between them";
  EXPECT_TRUE(says(written_in_window(s), told));
  session::toggle_fault(s.look, analysis::Fault::kOutOfBounds);
  EXPECT_FALSE(says(written_in_window(s), told));
}

TEST(Check, AllViewsNameBothAccesses) {
  const Session race = wrong_session("warp_tile_no_barrier_before", "finding=0"),
                twice = wrong_session("warp_tile_no_warp_origin", "finding=1");
  const auto line = [](const Session& s, const char* site) { return std::to_string(session::line_of(s, site)); };
  const auto written = written_in_window(race);
  EXPECT_TRUE(says(written, "As[0][0]: thread 0 (warp 0, lane 0) writes it, line " + line(race, "As_store") +
                                ", request 2"));  // Shared
  EXPECT_TRUE(tagged(written, "finding"));
  EXPECT_TRUE(tagged(written, "other access"));
  EXPECT_TRUE(says(written, "Flag: finding, warp 1, request 29 (here); hollow: other access, warp 0"));
  EXPECT_TRUE(says(written, "warps 0, 1"));  // Check, in a panel of this width
  EXPECT_TRUE(says(written, "no barrier between"));
  const auto in_c = written_in_window(twice);
  EXPECT_TRUE(
      says(in_c, "C[0][0]: thread 0 (warp 0, lane 0) writes it, line " + line(twice, "C_store") + ", request 249"));
  EXPECT_TRUE(says(in_c, "lane that stores an element again"));
}

/// The columns from 40 on have no threads any more: the others copy, and wait for them.
TEST(Check, TimelineFlagsThreadsThatDoNotMeetAtABarrier) {
  Session s = wrong_session("shared_tile_early_exit", "finding=0");
  const auto& all = s.look.loaded->check.findings;
  const auto exits = std::ranges::find(all, analysis::Fault::kEarlyExit, &analysis::Finding::fault);
  ASSERT_NE(exits, all.end());
  session::open_finding(s, static_cast<std::size_t>(exits - all.begin()));
  const format::Divergence& d = *session::chosen_finding(s.look)->divergence;
  const auto thread = [](std::uint32_t t) { return "thread " + std::to_string(t); };
  EXPECT_TRUE(says(written_in_window(s), "Flag: " + thread(d.thread) + " waits at the barrier of line " +
                                             std::to_string(d.line) + "; hollow: " + thread(d.other_thread) +
                                             " has ended"));
  const std::vector<views::Flag> flags = views::flags_of(s.look);
  ASSERT_EQ(flags.size(), 2u);
  EXPECT_EQ(flags[0].warp, d.thread / format::kLanes);
  EXPECT_EQ(flags[0].request, 3.5);  // two loads and two stores are made
  EXPECT_EQ(flags[1].request, -0.5);
}

TEST(Check, ArraysSaysWhichKTileIsNotLoaded) {
  const auto written = written_in_window(wrong_session("sgemm64_no_tail", "finding=1"));
  EXPECT_TRUE(says(written, "k-tile 2 is never loaded"));
  EXPECT_FALSE(says(written, "All k-tiles are added up"));
  EXPECT_TRUE(tagged(written, "never loaded"));
  const auto half = written_in_window(wrong_session("block_tile_half_copied", "finding=2"));
  EXPECT_TRUE(says(half, "Tile 0 of A times tile 0 of B, parts of which are never loaded, is added to tile 0,0 of C."));
  const auto summed = written_in_window(wrong_session("block_tile_half_copied", "k_tile=end/stage=arrays"));
  EXPECT_TRUE(says(summed, "Parts of A and B are never loaded"));
  const auto copied = written_in_window(wrong_session("block_tile_half_copied", "k_tile=1/stage=arrays"));
  EXPECT_TRUE(says(copied, "Part of tile 1 of A and part of tile 1 of B is copied to shared memory"));
}

/// The lower part of the outer loop's picture, without its texts.
std::vector<std::uint8_t> arrays_picture(Session s) {
  const views::View* view = views::find_view("arrays");
  const auto platform = std::move(*platform::open_headless(view->width, view->height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  for (int frame = 0; frame < 4; ++frame) gui->draw_view(s, *view);
  const gl::Picture picture = gl::read_picture(view->width, view->height);
  constexpr std::size_t kBelowTexts = 112;
  return {picture.rgb.begin() + static_cast<std::ptrdiff_t>(3 * kBelowTexts * static_cast<std::size_t>(picture.width)),
          picture.rgb.end()};
}

TEST(Check, ArraysMarksTheElementOfTheFinding) {
  const auto in_a = arrays_picture(wrong_session("sgemm64_no_tail", "finding=0")),
             in_b = arrays_picture(wrong_session("sgemm64_no_tail", "finding=1"));
  ASSERT_EQ(in_a.size(), in_b.size());
  std::size_t different = 0;  // two frames; letters may differ by a few, as they come into the font's picture in turn
  for (std::size_t i = 0; i < in_a.size(); ++i) different += in_a[i] != in_b[i];
  EXPECT_GT(different, 100u);
}

TEST(Check, StoresTellsReadsOfCFromWrites) {
  const auto read = written_in_window(wrong_session("coalesced_reads_C", "finding=0"));
  EXPECT_TRUE(tagged(read, "read by this request"));
  EXPECT_FALSE(tagged(read, "by this request"));
}

TEST(Check, StoresSaysWhoseTileIsWritten) {
  const auto stray = written_in_window(wrong_session("vectorized_roles_swapped", "finding=1"));
  EXPECT_TRUE(says(stray, "Lane 0 writes C[16][0 \u2026 3], which belongs to the tile of block 0,0"));
  EXPECT_TRUE(says(stray, "0 of 4\u202f096 elements written, none by this request"));
  EXPECT_TRUE(says(stray, "O: other access, in block 0,0"));
}

TEST(Check, ACellIsNotSaidToHoldWhatNobodyLoaded) {
  const auto stray = written_in_window(
      wrong_session("vectorized_roles_swapped", "block=1,0/warp=0/request=41/cell=As[0][0]/stage=shared"));
  EXPECT_TRUE(says(stray, "A[64][0] belongs here; written"));
  EXPECT_FALSE(says(stray, "it holds A[64][0]"));
}

TEST(Check, TheSourceTagsBarriersThatNotAllThreadsReach) {
  Session s = wrong_session("shared_tile_early_exit", "finding=1");
  EXPECT_TRUE(tagged(written_in_window(s, 1280, 720), "finding"));
}

/// Its panel is not as large in the first frame as in the next ones.
TEST(Check, TheSourceShowsTheFindingsLine) {
  const Session of_Cs = wrong_session("sgemm64_no_barrier", "finding=17");
  const auto race = written_in_window(of_Cs);
  EXPECT_TRUE(tagged(race, "finding"));
  EXPECT_TRUE(tagged(race, std::to_string(of_Cs.look.selected.line.value()).c_str()));
  // Nobody loads its elements: the line is the store of the C that lacks them.
  const Session no_tail = wrong_session("sgemm64_no_tail", "finding=1");
  EXPECT_TRUE(tagged(written_in_window(no_tail), std::to_string(session::line_of(no_tail, "C_store")).c_str()));
}

TEST(Check, SharedSaysWhatIsMissingAndWhatSpills) {
  const auto missing = written_in_window(wrong_session("block_tile_half_copied", "finding=0"));
  EXPECT_TRUE(says(missing, "Lane 0 reads As[0][8], which no thread has written"));
  EXPECT_FALSE(says(missing, "which holds"));
  const auto spilled = written_in_window(wrong_session("block_tile_spilled", "finding=3"));
  EXPECT_TRUE(says(spilled, "Lane 28 writes byte 512, which is outside As."));
  EXPECT_TRUE(tagged(spilled, "outside As"));
}

TEST(Check, TheListSaysHowManyFindingsAreBelowAndAbove) {
  const auto list = [](const char* where) {
    Session s = wrong_session("sgemm64_no_barrier", where);  // 23 findings
    s.desk.panels.focus_beside = {"check"};
    const auto written = written_in_window(std::move(s));
    const auto found = std::ranges::find_if(
        written, [](const Written& each) { return each.text.starts_with("\u2026 ") && each.ink.y > 700; });
    return found == written.end() ? "" : found->text;
  };
  // How many rows there is room for is the panel's matter; what is counted must add up.
  const auto numbers = [](const std::string& text) {
    std::vector<int> all;
    for (std::size_t at = 0; (at = text.find_first_of("0123456789", at)) != std::string::npos;) {
      std::size_t length = 0;
      all.push_back(std::stoi(text.substr(at), &length));
      at += length;
    }
    return all;
  };
  const std::string first = list(""), middle = list("finding=10"), last = list("finding=22");
  ASSERT_EQ(numbers(first).size(), 1u) << first;
  EXPECT_TRUE(first.ends_with(" below")) << first;
  ASSERT_EQ(numbers(middle).size(), 2u) << middle;
  EXPECT_TRUE(middle.ends_with(" above") && middle.find(" rows below, ") != std::string::npos) << middle;
  EXPECT_LE(numbers(middle)[0], 12);
  EXPECT_LE(numbers(middle)[1], 10);
  EXPECT_LT(numbers(middle)[0] + numbers(middle)[1], 22) << "a single row is no list";
  ASSERT_EQ(numbers(last).size(), 1u) << last;
  EXPECT_TRUE(last.ends_with(" above")) << last;
  EXPECT_EQ(numbers(last)[0], numbers(middle)[0] + numbers(middle)[1]) << "as many rows as before";
}

TEST(Check, ARightKernelSaysWhatWasLookedAt) {
  Session s = session::small_session();
  s.desk.panels.focus_view = "check";
  const auto written = written_in_window(std::move(s));
  EXPECT_TRUE(
      says(written, "Nothing found by " + std::to_string(analysis::kFaults - 1) + " checks of addresses and barriers"));
}

}  // namespace
}  // namespace gemmscope::ui
