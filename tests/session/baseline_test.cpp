// SPDX-License-Identifier: MIT
#include "app/session/baseline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/actions.h"
#include "app/session/correspond.h"
#include "app/session/following.h"
#include "app/session/open_in_place.h"
#include "app/session/own_numbers.h"
#include "app/session/refresh.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/session/studying.h"
#include "app/session/visit.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

/// PA=0 pinned, PA=4 shown, at a store to As.
Session padded_beside_plain() {
  Session s = small_session();
  select_line(s.look, line_of(s, "As_store"));
  toggle_baseline(s);
  set_number(s, "PA", 4);
  run_due(s);
  keep_in_step(s);  // the first frame that shows it
  return s;
}

/// What happens in a frame that asks for `change` of the Look of `which`.
template <class Change, class... Arguments>
void frame(Session& s, Which which, Change change, Arguments... arguments) {
  Actions actions;
  actions.about(which);
  actions.add(change, arguments...);
  actions.apply(s);
}

/// Its tensors are others: As, by its number, is none of them.
TEST(Baseline, AKernelWithoutSharedMemoryIsPinnedWhileACellIsFollowed) {
  Session s = small_session();
  const auto As = *analysis::tensor_named(*s.look.recording(), "As");
  frame(s, Which::kShown, follow_or_let_go, analysis::Followed{analysis::TileCell{{As, 5, 3}, 0}});
  pin(s, recording_of({.name = "naive"}, {.M = 64, .N = 64, .K = 64}));
  finish_studies(s);
  EXPECT_TRUE(s.look.followed && life_of(s.look));
  EXPECT_FALSE(s.baseline->look.followed || life_of(s.baseline->look));
}

TEST(Baseline, BothAreAtTheSamePlaceWhoeverMoves) {
  Session s = padded_beside_plain();
  Look& pinned = s.baseline->look;
  EXPECT_EQ(padding_of(pinned), 0u);
  EXPECT_EQ(padding_of(s.look), 4u);
  frame(s, Which::kShown, step_request, 2);
  EXPECT_EQ(pinned.cursor, s.look.cursor);
  EXPECT_EQ(pinned.current->cost.wavefronts, 4);
  EXPECT_EQ(s.look.current->cost.wavefronts, 2);
  const std::uint32_t before = s.look.cursor.request;
  frame(s, Which::kBaseline, step_request, 1);
  EXPECT_EQ(s.look.cursor.request, before + 1);
  EXPECT_EQ(pinned.cursor, s.look.cursor);
  frame(s, Which::kBaseline, go_to_warp, 2u);
  EXPECT_EQ(s.look.cursor.warp, 2u);
}

TEST(Baseline, WhatIsPickedOrPointedAtInOneIsSoInTheOther) {
  Session s = padded_beside_plain();
  Look& pinned = s.baseline->look;
  frame(s, Which::kBaseline, select_lane, 9);
  EXPECT_EQ(s.look.selected.lane, 9);
  EXPECT_EQ(s.look.selected.cell, pinned.selected.cell);
  frame(s, Which::kShown, select_lane, 10);
  EXPECT_EQ(pinned.selected.lane, 10);
  frame(s, Which::kBaseline, hover_bank, 3u);
  EXPECT_EQ(s.look.hover.bank, 3u);
  frame(s, Which::kShown, [](Look&) {});
  EXPECT_FALSE(pinned.hover.bank);
}

TEST(Baseline, RuleScopeAndChoicesOfViewsAreShared) {
  Session s = padded_beside_plain();
  frame(s, Which::kBaseline, [](Look& look) { look.views.shared.whole = true; });
  EXPECT_TRUE(s.look.views.shared.whole);
  frame(s, Which::kShown, set_rule, analysis::ConflictModel::kTextbook);
  EXPECT_EQ(s.baseline->look.rule, analysis::ConflictModel::kTextbook);
  EXPECT_EQ(s.baseline->look.by_rule.rule, analysis::ConflictModel::kTextbook);
  frame(s, Which::kShown, set_scope, Scope::kBlock);
  EXPECT_EQ(s.baseline->look.summary_scope.blocks, s.look.summary_scope.blocks);
}

TEST(Baseline, IsExchangedWithAllThatItWasRecordedFrom) {
  Session s = padded_beside_plain();
  frame(s, Which::kShown, exchange_with_baseline);
  EXPECT_EQ(padding_of(s.look), 0u);
  EXPECT_EQ(number(s, "PA"), 0);
  EXPECT_FALSE(s.own.due);
  EXPECT_EQ(padding_of(s.baseline->look), 4u);
  frame(s, Which::kShown, exchange_with_baseline);
  EXPECT_EQ(padding_of(s.look), 4u);
  EXPECT_EQ(number(s, "PA"), 4);
  frame(s, Which::kShown, toggle_baseline);
  EXPECT_FALSE(s.baseline);
}

TEST(Baseline, OfAnotherKernelIsPinnedAtThePlaceOfWhatIsShown) {
  Session s = small_session();
  go_to(s.look, {3, 0, 0});
  select_line(s.look, line_of(s, "As_load"));
  select_lane(s.look, 9);
  set_rule(s.look, analysis::ConflictModel::kTextbook);
  pin(s, recording_of({.name = "block_tile"}));
  const Look& pinned = s.baseline->look;
  ASSERT_TRUE(pinned.current);
  EXPECT_EQ(pinned.block().y, 1u);
  EXPECT_EQ(pinned.block().x, 1u);
  EXPECT_EQ(pinned.current->site.name, "As_load");
  EXPECT_EQ(pinned.selected.lane, 9);
  EXPECT_EQ(pinned.by_rule.rule, analysis::ConflictModel::kTextbook);
  const std::uint32_t before = s.look.cursor.request;
  keep_in_step(s);
  EXPECT_EQ(s.look.cursor.request, before);  // the baseline follows, not what is shown
}

/// Lines of its source have moved, and its tiles are not found.
TEST(Correspond, ABrokenTwinIsAtTheSameSite) {
  Session s = opened(recording_of({}, {.M = 256, .N = 256, .K = 32}));
  const LoadedPtr twin = recording_of({.name = "warp_tile_no_warp_origin"}, {.M = 256, .N = 256, .K = 32});
  ASSERT_NE(s.look.recording()->source.text, twin->recording.source.text);
  for (const char* site : {"A_load", "As_store", "Bs_store", "As_load", "Bs_load", "C_store"}) {
    select_line(s.look, line_of(s, site));
    step_request(s.look, 1);
    const Cursor there = correspond(s.look, *twin);
    const auto now = look_at(*twin, there, s.look.rule);
    ASSERT_TRUE(now) << site;
    EXPECT_EQ(now->site.name, s.look.current->site.name);
    EXPECT_EQ(there.request, s.look.cursor.request) << site;  // the mistake is in an address alone
  }
}

TEST(Correspond, ElementsAreThoseOfTheTensorOfThatName) {
  const Session s = small_session();
  const format::Recording& from = *s.look.recording();
  format::Recording to = from;  // its tensors stand in another order
  std::rotate(to.tensors.begin(), to.tensors.begin() + 1, to.tensors.end());
  Selected selected;
  selected.anchor = Anchor::kElement;
  selected.element = Element{*analysis::tensor_named(from, "C"), 3, 5};
  const Selected there = correspond(selected, from, to);
  EXPECT_EQ(to.tensors[there.element->tensor].name, "C");
  EXPECT_EQ(there.element->row, 3u);
  to.tensors[there.element->tensor].layout.rows = 3;  // rows 0 to 2
  EXPECT_EQ(correspond(selected, from, to).anchor, Anchor::kNone);
}

/// Rows have padding behind their last column, columns do not.
TEST(Correspond, AColumnMajorMatrixEndsAtItsLastColumn) {
  const Session s = small_session();
  const format::Recording& from = *s.look.recording();
  const std::uint16_t C = *analysis::tensor_named(from, "C");
  format::Recording to = from;
  to.tensors[C].layout = {.rows = 130, .columns = 36, .pitch = 132, .column_major = true};
  const auto there = [&](std::uint32_t row, std::uint32_t column) {
    Selected selected;
    selected.element = Element{C, row, column};
    return correspond(selected, from, to).element.has_value();
  };
  EXPECT_TRUE(there(129, 35));
  EXPECT_FALSE(there(129, 36));
  to.tensors[C].layout = {.rows = 130, .columns = 36, .pitch = 40};
  EXPECT_TRUE(there(129, 39));
  EXPECT_FALSE(there(129, 40));
  EXPECT_FALSE(there(130, 35));
}

}  // namespace
}  // namespace gemmscope::session
