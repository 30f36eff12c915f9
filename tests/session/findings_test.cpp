// SPDX-License-Identifier: MIT
#include "app/session/findings.h"

#include <gtest/gtest.h>

#include "app/session/link.h"
#include "app/session/open_in_place.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/names_in_order.h"
#include "tests/session/fixture.h"
#include "tracing/format/check.h"

namespace gemmscope::session {
namespace {

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
  r.selection = {{0, 1}, {0, 1}, {0, 1}};
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

/// The findings of that fault, by their numbers.
std::vector<std::size_t> of_fault(const Session& s, analysis::Fault fault) {
  std::vector<std::size_t> numbers;
  const std::vector<analysis::Finding>& all = s.look.loaded->check.findings;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].fault == fault) numbers.push_back(i);
  return numbers;
}

TEST(Findings, StepsGoThroughTheShownOnesAndRoundAgain) {
  using analysis::Fault;
  Session s = wrong_session("block_tile_spilled");  // a fault, and writes without a barrier
  const Fault spill = s.look.loaded->check.findings.at(0).fault;
  const auto writes = of_fault(s, Fault::kWriteAfterWrite), spills = of_fault(s, spill);
  ASSERT_GE(writes.size(), 2u);
  ASSERT_FALSE(spills.empty());
  const std::size_t all = shown_findings(s.look).size();
  step_finding(s, -1);
  EXPECT_EQ(s.look.views.check.chosen, all - 1);
  step_finding(s, +1);
  EXPECT_EQ(s.look.views.check.chosen, 0u);

  toggle_fault(s.look, Fault::kWriteAfterWrite);
  EXPECT_EQ(shown_findings(s.look), writes);
  for (const std::size_t write : writes) {
    step_finding(s, +1);
    EXPECT_EQ(s.look.views.check.chosen, write);
  }
  step_finding(s, +1);
  EXPECT_EQ(s.look.views.check.chosen, writes.front());
  toggle_fault(s.look, spill);  // as well
  EXPECT_EQ(shown_findings(s.look).size(), writes.size() + spills.size());
  show_all_faults(s.look);
  EXPECT_EQ(s.look.views.check.faults, 0u);
}

TEST(Findings, WhatIsMissingIsShownInTheWholeTile) {
  Session s = wrong_session("block_tile_half_copied");  // an uninitialised read
  open_finding(s, 0);
  EXPECT_TRUE(s.look.views.shared.whole);
  Session t = wrong_session(race());
  t.look.views.shared.whole = true;
  open_finding(t, 0);
  EXPECT_FALSE(t.look.views.shared.whole);
}

TEST(Findings, EveryOneOfEveryWrongKernelCanBeOpened) {
  for (const std::string& kernel : testing::all_broken()) {
    Session s = wrong_session(kernel);
    ASSERT_TRUE(s.look.loaded) << kernel;
    EXPECT_FALSE(s.look.loaded->check.findings.empty()) << kernel;
    for (std::size_t i = 0; i < s.look.loaded->check.findings.size(); ++i) {
      open_finding(s, i);
      EXPECT_TRUE(s.look.current) << kernel << " " << i;
      EXPECT_EQ(s.look.cursor.block, chosen_finding(s.look)->block) << kernel << " " << i;
      if (const auto& at = chosen_finding(s.look)->at) {
        EXPECT_TRUE(is_here(s.look, *at)) << kernel << " " << i;
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
  open_finding(s, 0);
  ASSERT_NE(chosen_finding(s.look), nullptr);
  toggle_fault(s.look, analysis::Fault::kReadAfterWrite);
  open_in_place(s, wrong_session(race()).look.loaded);
  EXPECT_EQ(chosen_finding(s.look), nullptr);
  EXPECT_EQ(s.look.views.check.faults, 0u);
  open_finding(s, 0);
  select_nothing(s);
  EXPECT_EQ(chosen_finding(s.look), nullptr);
}

TEST(Findings, LinksCarryTheFilterAndTheChosenOne) {
  Session s = wrong_session("vectorized_one_pass");  // two uninitialised reads
  toggle_fault(s.look, analysis::Fault::kUninitialisedRead);
  toggle_fault(s.look, analysis::Fault::kReadWithoutBeta);
  open_finding(s, 1);
  step_request(s.look, 2);
  const std::string text = link_of(s);
  EXPECT_NE(text.find("faults=uninitialised-read,C-read-with-beta-0/finding=1"), std::string::npos) << text;
  const auto link = parse_link(text);
  ASSERT_TRUE(link) << link.error().message;
  Session again = wrong_session("vectorized_one_pass");
  ASSERT_TRUE(follow(again, *link));
  EXPECT_EQ(again.look.views.check.chosen, 1u);
  EXPECT_EQ(again.look.views.check.faults, s.look.views.check.faults);
  EXPECT_EQ(again.look.cursor, s.look.cursor);  // where one was, not where the finding is
  EXPECT_EQ(link_of(again), text);
}

TEST(Findings, ALinkWithAFindingAloneOpensIt) {
  Session s = wrong_session(race());
  ASSERT_TRUE(follow(s, *parse_link("finding=0/stage=writers")));
  EXPECT_TRUE(is_here(s.look, *chosen_finding(s.look)->at));
  EXPECT_EQ(s.desk.panels.stage, "writers");
  const auto beyond = follow(s, *parse_link("finding=99"));
  ASSERT_FALSE(beyond);
  EXPECT_TRUE(names_in_order(beyond.error().message, {"findings 0 to"}));
  EXPECT_FALSE(parse_link("faults=race"));
  EXPECT_FALSE(parse_link("faults="));
  EXPECT_FALSE(parse_link("finding=-1"));
}

}  // namespace
}  // namespace gemmscope::session
