// SPDX-License-Identifier: MIT
#include "app/session/findings.h"

#include <gtest/gtest.h>

#include "app/session/link.h"
#include "app/session/open_in_place.h"
#include "app/session/request_edits.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "kernels/broken.h"
#include "kernels/table.h"
#include "tests/names_in_order.h"
#include "tests/session/fixture.h"
#include "tracing/format/check.h"

namespace gemmscope::session {
namespace {

/// A deliberately broken kernel, at the size at which it shows.
Session wrong_session(const std::string& kernel) {
  Session s;
  set_kernel(s, kernel);
  open(s, recording_of(s.bench.wanted));
  return s;
}

std::string race() { return "warp_tile_no_barrier_before"; }

TEST(Findings, OpeningOneGoesToItsStepAndShowsItsPlace) {
  Session s = wrong_session(race());
  open_finding(s, 0);
  const analysis::Finding& finding = *chosen_finding(s.look);
  ASSERT_EQ(finding.fault, analysis::Fault::kReadAfterWrite);
  EXPECT_EQ(s.look.cursor, cursor_of(*finding.at));
  EXPECT_EQ(s.look.selected.lane, finding.at->lane);
  EXPECT_EQ(s.desk.panels.focus_view, "shared");
  EXPECT_EQ(s.desk.panels.focus_beside, (std::vector<std::string>{"source", "check"}));
  EXPECT_EQ(s.look.selected.line, s.look.recording()->sites[finding.at->site].line);
  const auto& cell = std::get<analysis::Cell>(finding.place);
  EXPECT_EQ(s.look.selected.cell, (Element{cell.tensor, cell.row, cell.column}));
}

TEST(Findings, OpeningOneLeavesAClosedSourceClosed) {
  Session s = wrong_session(race());
  s.desk.panels.closed = {"source"};
  open_finding(s, 0);
  EXPECT_EQ(s.desk.panels.focus_beside, std::vector<std::string>{"check"});
}

TEST(Findings, TheOtherAccessIsOneKeyAwayAndBack) {
  Session s = wrong_session(race());
  go_to_other_access(s.look);  // of nothing
  EXPECT_EQ(s.look.cursor.request, 1u);
  open_finding(s, 0);
  const analysis::Finding& finding = *chosen_finding(s.look);
  EXPECT_EQ(access_elsewhere(s.look), &*finding.other);
  go_to_other_access(s.look);
  EXPECT_EQ(s.look.cursor, cursor_of(*finding.other));
  EXPECT_EQ(s.look.selected.lane, finding.other->lane);
  EXPECT_EQ(access_elsewhere(s.look), &*finding.at);
  step_request(s.look, 1);  // at neither: the finding's own
  EXPECT_EQ(access_elsewhere(s.look), &*finding.at);
  go_to_other_access(s.look);
  EXPECT_EQ(s.look.cursor, cursor_of(*finding.at));
}

/// Lane 5 copies 512 bytes to shared memory in one go, of an array that has 160.
format::Recording copied_beyond() {
  format::Recording r;
  r.kernel = "copy";
  r.grid_y = r.grid_x = 1, r.threads = 32, r.shared_bytes = 512;
  r.selection = {{0, 1}, {0, 1}, {0, 1}, {0, 0}, true};
  r.tensors.resize(2);
  r.tensors[0] = {.name = "a", .layout = {.rows = 1, .columns = 40, .pitch = 40}};
  r.tensors[1] = {
      .name = "cells", .space = format::Space::kShared, .layout = {.rows = 1, .columns = 128, .pitch = 128}};
  r.sites = {{.name = "load", .tensor = 0, .width = 16, .line = 3, .asynchronous = true},
             {.name = "store", .tensor = 1, .op = format::Op::kStore, .width = 16, .line = 3, .asynchronous = true}};
  format::Template coded;
  for (const std::uint16_t site : std::initializer_list<std::uint16_t>{0, 1}) {
    coded.rows.push_back({.mask = 0xffffffff, .site = site, .k_tile = format::Row::kEpilogueRow, .bulk = 1 + 5});
    for (std::uint32_t piece = 0; piece < 32; ++piece) coded.addresses.push_back(16 * piece);
  }
  coded.rows[0].base = 0;
  r.templates = {coded};
  r.patterns.resize(1);
  r.patterns[0].segments = {{.k_tile = format::kEpilogue}}, r.patterns[0].barrier_lines = {0};
  r.blocks = {{}};
  format::index_patterns(r);
  return r;
}

TEST(Findings, InABulkCopyOneOpensAtThePieceThatHasItsByte) {
  const auto wrong = format::check(copied_beyond());
  ASSERT_FALSE(wrong) << wrong->what;
  Session s;
  open(s, std::make_shared<const Loaded>(copied_beyond()));
  ASSERT_EQ(s.look.loaded->check.findings.at(0).fault, analysis::Fault::kOutOfBounds);
  open_finding(s, 0);
  const analysis::Finding& finding = *chosen_finding(s.look);
  EXPECT_EQ(finding.at->lane, 5);
  EXPECT_EQ(finding.byte, 160u);
  EXPECT_EQ(s.look.selected.lane, 160 / 16);
}

TEST(Findings, AThreadThatLeftOpensAtAWarpThatIsRecorded) {
  Session s;
  set_kernel(s, "shared_tile_early_exit");
  s.bench.wanted.warps = format::Range{20, 21};
  open(s, recording_of(s.bench.wanted));
  ASSERT_EQ(s.look.loaded->check.findings[0].fault, analysis::Fault::kEarlyExit);
  open_finding(s, 0);
  EXPECT_EQ(s.look.cursor.warp, 20u);
  EXPECT_TRUE(s.look.current);
}

TEST(Findings, StepsGoThroughTheShownOnesAndRoundAgain) {
  Session s = wrong_session("block_tile_half_copied");  // two uninitialised reads, two that are never loaded
  ASSERT_EQ(shown_findings(s.look).size(), 4u);
  step_finding(s, -1);
  EXPECT_EQ(s.look.views.check.chosen, 3u);
  step_finding(s, +1);
  EXPECT_EQ(s.look.views.check.chosen, 0u);
  toggle_fault(s.look, analysis::Fault::kNeverLoaded);
  EXPECT_EQ(shown_findings(s.look), (std::vector<std::size_t>{2, 3}));
  step_finding(s, +1);
  EXPECT_EQ(s.look.views.check.chosen, 2u);
  step_finding(s, +1);
  step_finding(s, +1);
  EXPECT_EQ(s.look.views.check.chosen, 2u);
  toggle_fault(s.look, analysis::Fault::kUninitialisedRead);  // as well
  EXPECT_EQ(shown_findings(s.look).size(), 4u);
  show_all_faults(s.look);
  EXPECT_EQ(s.look.views.check.faults, 0u);
}

TEST(Findings, WhatNobodyDidOpensItsBlockAndElement) {
  Session s = wrong_session("warp_tile_no_warp_origin");
  open_finding(s, 0);
  ASSERT_EQ(chosen_finding(s.look)->fault, analysis::Fault::kNeverStored);
  EXPECT_EQ(s.look.selected.element, std::get<Element>(chosen_finding(s.look)->place));
  EXPECT_EQ(s.look.cursor.warp, s.look.recording()->warps() - 1);  // when all that is stored has been
  EXPECT_EQ(s.look.cursor.request + 1, s.look.current->warp_requests);
  EXPECT_EQ(s.desk.panels.focus_view, "stores");
}

TEST(Findings, WhatNobodyLoadedOpensAfterAllLoadsOfItsKTile) {
  Session s = wrong_session("block_tile_half_copied");
  open_finding(s, 2);
  ASSERT_EQ(chosen_finding(s.look)->fault, analysis::Fault::kNeverLoaded);
  EXPECT_EQ(s.desk.panels.focus_view, "arrays");
  EXPECT_EQ(s.look.k_tile(), 0u);
  EXPECT_EQ(s.look.cursor.warp, s.look.recording()->warps() - 1);
  step_request(s.look, 1);
  EXPECT_EQ(s.look.k_tile(), 1u);
  Session t = wrong_session("sgemm64_no_tail");  // the k-tile has no request at all
  open_finding(t, 0);
  EXPECT_EQ(t.look.cursor.request + 1, t.look.current->warp_requests);
}

TEST(Findings, WhatIsMissingIsShownInTheWholeTile) {
  Session s = wrong_session("block_tile_half_copied");
  open_finding(s, 0);
  EXPECT_TRUE(s.look.views.shared.whole);
  Session t = wrong_session(race());
  t.look.views.shared.whole = true;
  open_finding(t, 0);
  EXPECT_FALSE(t.look.views.shared.whole);
}

TEST(Findings, EveryOneOfEveryWrongKernelCanBeOpened) {
  for (const kernels::KernelInfo& kernel : kernels::broken_kernels()) {
    Session s = wrong_session(std::string(kernel.name));
    ASSERT_TRUE(s.look.loaded) << kernel.name;
    EXPECT_FALSE(s.look.loaded->check.findings.empty()) << kernel.name;
    for (std::size_t i = 0; i < s.look.loaded->check.findings.size(); ++i) {
      open_finding(s, i);
      EXPECT_TRUE(s.look.current) << kernel.name << " " << i;
      EXPECT_EQ(s.look.cursor.block, chosen_finding(s.look)->block) << kernel.name << " " << i;
      if (const auto& at = chosen_finding(s.look)->at) {
        EXPECT_TRUE(is_here(s.look, *at)) << kernel.name << " " << i;
      }
    }
  }
}

TEST(Findings, ARightKernelHasNone) {
  Session s = small_session();
  EXPECT_TRUE(shown_findings(s.look).empty());
  step_finding(s, +1);
  EXPECT_EQ(chosen_finding(s.look), nullptr);
  EXPECT_EQ(s.desk.panels.focus_beside, std::vector<std::string>{"check"});  // which says so
}

TEST(Findings, AnotherRecordingForgetsTheChosenOne) {
  Session s = wrong_session(race());
  open_finding(s, 3);
  toggle_fault(s.look, analysis::Fault::kReadAfterWrite);
  open_in_place(s, wrong_session(race()).look.loaded);
  EXPECT_EQ(chosen_finding(s.look), nullptr);
  EXPECT_EQ(s.look.views.check.faults, 0u);
  open_finding(s, 3);
  select_nothing(s);
  EXPECT_EQ(chosen_finding(s.look), nullptr);
}

TEST(Findings, LinksCarryTheFilterAndTheChosenOne) {
  Session s = wrong_session("block_tile_half_copied");
  toggle_fault(s.look, analysis::Fault::kUninitialisedRead);
  toggle_fault(s.look, analysis::Fault::kReadWithoutBeta);
  open_finding(s, 1);
  step_request(s.look, 2);
  const std::string text = link_of(s);
  EXPECT_NE(text.find("faults=uninitialised-read,C-read-with-beta-0/finding=1"), std::string::npos) << text;
  const auto link = parse_link(text, {});
  ASSERT_TRUE(link) << link.error().message;
  Session again = wrong_session("block_tile_half_copied");
  ASSERT_TRUE(follow(again, *link));
  EXPECT_EQ(again.look.views.check.chosen, 1u);
  EXPECT_EQ(again.look.views.check.faults, s.look.views.check.faults);
  EXPECT_EQ(again.look.cursor, s.look.cursor);  // where one was, not where the finding is
  EXPECT_EQ(link_of(again), text);
}

TEST(Findings, ALinkWithAFindingAloneOpensIt) {
  Session s = wrong_session(race());
  ASSERT_TRUE(follow(s, *parse_link("finding=2/stage=writers", {})));
  EXPECT_TRUE(is_here(s.look, *chosen_finding(s.look)->at));
  EXPECT_EQ(s.desk.panels.stage, "writers");
  const auto beyond = follow(s, *parse_link("finding=99", {}));
  ASSERT_FALSE(beyond);
  EXPECT_TRUE(names_in_order(beyond.error().message, {"findings 0 to 9"}));
  EXPECT_FALSE(parse_link("faults=race", {}));
  EXPECT_FALSE(parse_link("faults=", {}));
  EXPECT_FALSE(parse_link("finding=-1", {}));
}

TEST(Findings, AWrongKernelIsRecordedAtItsOwnSizeAndStaysIt) {
  Session s = wrong_session("shared_tile_half_zeroed");
  const kernels::Mistake& mistake = *kernels::find_kernel("shared_tile_half_zeroed")->mistake;
  EXPECT_EQ(s.look.recording()->K, mistake.K);
  EXPECT_NE(s.look.recording()->mistake, "");
  EXPECT_EQ(request_of(*s.look.recording()).kernel, "shared_tile_half_zeroed");
  EXPECT_TRUE(request_of(*wrong_session("block_tile_half_copied").look.recording()).overrides.empty());
}

}  // namespace
}  // namespace gemmscope::session
