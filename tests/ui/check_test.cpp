// SPDX-License-Identifier: MIT
// What the window says and marks of findings and of deliberately broken kernels.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/findings.h"
#include "app/session/link.h"
#include "app/views/parts/mistake.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/ui/window_texts.h"

namespace gemmscope::ui {
namespace {

using session::Session;
using session::wrong_session;

TEST(Check, AFindingThatTheFilterHidesIsNotToldInFull) {
  Session s = wrong_session("block_tile_spilled", "finding=1");
  s.desk.panels.focus_view = "check";
  const std::string told = "with no barrier between them";
  EXPECT_TRUE(says(written_in_window(s), told));
  session::toggle_fault(s.look, s.look.loaded->check.findings[0].fault);
  EXPECT_FALSE(says(written_in_window(s), told));
}

TEST(Check, AllViewsNameBothAccesses) {
  const Session race = wrong_session("warp_tile_no_barrier_before", "finding=0");
  const auto line = [](const Session& s, const char* site) { return std::to_string(session::line_of(s, site)); };
  const auto written = written_in_window(race);
  EXPECT_TRUE(says(written, "As[0][0]: thread 0 (warp 0, lane 0) writes it, line " + line(race, "As_store") +
                                ", request 2"));  // Shared
  EXPECT_TRUE(tagged(written, "finding"));
  EXPECT_TRUE(tagged(written, "other access"));
  EXPECT_TRUE(says(written, "Flag: finding, warp 1, request 29 (here); hollow: other access, warp 0"));
  EXPECT_TRUE(says(written, "warps 0, 1"));  // Check, in a panel of this width
  EXPECT_TRUE(says(written, "no barrier between"));
}

TEST(Check, StoresTellsReadsOfCFromWrites) {
  const auto read = written_in_window(wrong_session("coalesced_reads_C", "finding=0"));
  EXPECT_TRUE(tagged(read, "read by this request"));
  EXPECT_FALSE(tagged(read, "by this request"));
}

/// Its panel is not as large in the first frame as in the next ones.
TEST(Check, TheSourceShowsTheFindingsLine) {
  const Session of_Cs = wrong_session("sgemm64_no_barrier", "finding=2");
  const auto race = written_in_window(of_Cs);
  EXPECT_TRUE(tagged(race, "finding"));
  EXPECT_TRUE(tagged(race, std::to_string(of_Cs.look.selected.line.value()).c_str()));
}

TEST(Check, SharedSaysWhatIsMissingAndWhatSpills) {
  const auto missing = written_in_window(wrong_session("block_tile_half_copied", "finding=0"));
  EXPECT_TRUE(says(missing, "As[0][8] is read here, but no thread has written it"));
  EXPECT_FALSE(says(missing, "which holds"));
  const auto spilled = written_in_window(wrong_session("block_tile_spilled", "finding=0"));
  EXPECT_TRUE(says(spilled, "Lane 0 writes byte 1\u202f024, which is outside Bs."));
}

/// 32 lanes load from each of 16 arrays that have 4 elements.
session::LoadedPtr beyond_16_arrays() {
  format::Recording r;
  r.kernel = "load";
  r.grid_y = r.grid_x = 1, r.threads = 32;
  r.selection = {{0, 1}, {0, 1}, {0, 1}};
  format::Template coded;
  for (std::uint16_t i = 0; i < 16; ++i) {
    const std::string name = "a" + std::to_string(i);
    r.tensors.push_back({.name = name, .layout = {.rows = 1, .columns = 4, .pitch = 4}});
    r.sites.push_back({.name = name + "_load", .tensor = i, .width = 4, .line = 3u + i});
    coded.rows.push_back({.mask = 0xffffffff, .site = i, .k_tile = format::Row::kEpilogueRow});
    coded.rows.back().base = static_cast<std::uint8_t>(i);
    for (std::uint32_t lane = 0; lane < 32; ++lane) coded.addresses.push_back(4 * lane);
  }
  r.templates = {coded};
  r.patterns.resize(1);
  r.patterns[0].segments = {{.k_tile = format::kEpilogue}}, r.patterns[0].barrier_lines = {0};
  r.blocks = {{}};
  format::index_patterns(r);
  return std::make_shared<const session::Loaded>(std::move(r));
}

TEST(Check, TheListSaysHowManyFindingsAreBelowAndAbove) {
  const session::LoadedPtr beyond = beyond_16_arrays();
  ASSERT_EQ(beyond->check.findings.size(), 16u);
  const auto list = [&](const char* where) {
    Session s = session::opened(beyond);
    EXPECT_TRUE(follow(s, *session::parse_link(where))) << where;
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
  const std::string first = list(""), middle = list("finding=7"), last = list("finding=15");
  ASSERT_EQ(numbers(first).size(), 1u) << first;
  EXPECT_TRUE(first.ends_with(" below")) << first;
  ASSERT_EQ(numbers(middle).size(), 2u) << middle;
  EXPECT_TRUE(middle.ends_with(" above") && middle.find(" rows below, ") != std::string::npos) << middle;
  EXPECT_LE(numbers(middle)[0], 8);
  EXPECT_LE(numbers(middle)[1], 7);
  EXPECT_LT(numbers(middle)[0] + numbers(middle)[1], 15) << "a single row is no list";
  ASSERT_EQ(numbers(last).size(), 1u) << last;
  EXPECT_TRUE(last.ends_with(" above")) << last;
  EXPECT_EQ(numbers(last)[0], numbers(middle)[0] + numbers(middle)[1]) << "as many rows as before";
}

TEST(Check, ARightKernelSaysWhatWasLookedAt) {
  Session s = session::small_session();
  s.desk.panels.focus_view = "check";
  const auto written = written_in_window(std::move(s));
  EXPECT_TRUE(says(written, "Nothing found"));
}

TEST(Check, AWrongKernelIsMarkedInWindowsOfAnySize) {
  const Session s = wrong_session("warp_tile_no_barrier_before");
  EXPECT_TRUE(says(written_in_window(s), "deliberately broken: " + views::mistake_said(*s.look.recording())));
  EXPECT_TRUE(says(written_in_window(s, 800, 600), "deliberately broken"));
}

}  // namespace
}  // namespace gemmscope::ui
