// SPDX-License-Identifier: MIT
#include "app/session/history.h"

#include <gtest/gtest.h>

#include <set>

#include "app/session/actions.h"
#include "app/session/following.h"
#include "app/session/link.h"
#include "app/session/own_numbers.h"
#include "app/session/own_product.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/session/studying.h"
#include "app/session/visit.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

/// A frame in which `change` was asked for; what is due is run.
template <class Change, class... Arguments>
void frame(Session& s, Change change, Arguments... arguments) {
  Actions actions;
  actions.add(change, arguments...);
  actions.apply(s);
  while (s.own.due) run_due(s);
}

/// Another launch, of which nothing has to be compiled.
void set_depth(Session& s, std::uint32_t K) { set_own_product(s, {128, 128, K, "1", "0"}); }
void set_padding(Session& s, const char* name, int value) { set_number(s, name, value); }

TEST(History, GoesBackAndForwardOverPlaces) {
  Session s = small_session();
  frame(s, select_lane, 5);
  const Cursor first = s.look.cursor;
  frame(s, visit_block, 1u, 1u);
  frame(s, visit_warp, 2u);
  const Cursor last = s.look.cursor;
  frame(s, go_back);
  EXPECT_EQ(s.look.cursor, (Cursor{3, 0, first.request}));
  frame(s, go_back);
  EXPECT_EQ(s.look.cursor, first);
  EXPECT_EQ(s.look.selected.lane, 5);
  frame(s, go_forward);
  frame(s, go_forward);
  EXPECT_EQ(s.look.cursor, last);
  frame(s, go_forward);
  EXPECT_EQ(s.look.cursor, last);
  EXPECT_EQ(s.desk.notice, "There is nothing to go forward to.");
}

TEST(History, SteppingAndPlayingAreNoPlaces) {
  Session s = small_session();
  frame(s, go_home);
  for (int i = 0; i < 20; ++i) frame(s, step_request, +1);
  s.look.play.on = true;
  for (int i = 0; i < 20; ++i) frame(s, step_request, +9);
  s.look.play.on = false;
  EXPECT_TRUE(s.history.back.empty());
  frame(s, go_home);
  EXPECT_EQ(s.history.back.size(), 1u);
  frame(s, go_back);
  EXPECT_EQ(s.look.cursor.request, 200u);
}

TEST(History, GoesBackOverRecordings) {
  Session s = small_session();
  frame(s, select_line, line_of(s, "As_store"));
  const Cursor there = s.look.cursor;
  frame(s, set_padding, "PA", 4);
  frame(s, set_depth, 32u);
  frame(s, go_back);
  EXPECT_EQ(s.look.recording()->K, 64u);
  EXPECT_EQ(padding_of(s.look), 4u);
  EXPECT_EQ(number(s, "PA"), 4);
  frame(s, go_back);
  EXPECT_EQ(padding_of(s.look), 0u);
  EXPECT_EQ(s.look.cursor, there);
  EXPECT_EQ(number(s, "PA"), 0);
  frame(s, go_forward);
  frame(s, go_forward);
  EXPECT_EQ(s.look.recording()->K, 32u);
  EXPECT_EQ(number(s, "PA"), 4);
}

TEST(History, ANewPlaceEndsTheWayForward) {
  Session s = small_session();
  frame(s, go_home);
  frame(s, visit_warp, 1u);
  frame(s, go_back);
  frame(s, visit_warp, 3u);
  EXPECT_TRUE(s.history.forward.empty());
  frame(s, go_back);
  EXPECT_EQ(s.look.cursor.warp, 0u);
}

TEST(History, IsBoundedAndRecordsAgainWhatItLetGo) {
  Session s = small_session();
  frame(s, go_home);
  const auto kept = [&] {
    std::set<const Loaded*> all;
    for (const Visited& v : s.history.back) {
      all.insert(v.shown.loaded.get());
      if (v.baseline) all.insert(v.baseline->loaded.get());
    }
    all.erase(nullptr);
    return all.size();
  };
  for (std::uint32_t K = 16; K <= 12 * 16; K += 16) frame(s, set_depth, K);
  EXPECT_EQ(s.history.back.size(), 12u);
  EXPECT_LE(kept(), 8u);
  for (int i = 0; i < 12; ++i) frame(s, go_back);
  EXPECT_EQ(s.look.recording()->M, 256u);
  EXPECT_EQ(s.look.cursor.request, 0u);
  EXPECT_EQ(s.history.forward.size(), 12u);
  for (int i = 0; i < 300; ++i) frame(s, i % 2 == 0 ? go_home : go_end);
  EXPECT_LE(s.history.back.size(), 100u);
}

/// What a link says, and what is compared with.
std::string all_of(const Session& s) {
  return link_of(s) + (s.baseline ? " beside PA=" + std::to_string(padding_of(s.baseline->look)) : "");
}

/// Each change is one step back and one forward, and nothing else has changed.
TEST(History, EachChangeIsUndoneByOneStepAndRedoneByAnother) {
  Session s = small_session();
  frame(s, select_line, line_of(s, "As_store"));
  std::vector<std::string> places;
  const auto change = [&](auto function, auto... arguments) {
    places.push_back(all_of(s));
    frame(s, function, arguments...);
    EXPECT_NE(all_of(s), places.back());
  };
  s.history = {};
  frame(s, [](Look&) {});
  change(next_rule);
  change(set_scope, Scope::kBlock);
  change([](Look& look) { look.views.heatmap.tab = 2; });
  change(toggle_baseline);
  change(set_padding, "PA", 4);
  change(exchange_with_baseline);
  change(visit_block, 1u, 1u);
  change(toggle_baseline);
  change([](Look& look) { look.views.shared.whole = true; });
  change(follow_or_let_go, analysis::Followed{Element{0, 3, 5}});
  places.push_back(all_of(s));
  EXPECT_EQ(s.history.back.size(), places.size() - 1);
  for (std::size_t i = places.size() - 1; i-- > 0;) {
    frame(s, go_back);
    EXPECT_EQ(all_of(s), places[i]) << i;
    EXPECT_EQ(s.baseline ? s.baseline->look.rule : s.look.rule, s.look.rule);
  }
  EXPECT_TRUE(s.history.back.empty());
  for (std::size_t i = 1; i < places.size(); ++i) {
    frame(s, go_forward);
    EXPECT_EQ(all_of(s), places[i]) << i;
  }
}

TEST(History, UndoneInTheBaselineIsUndoneInBoth) {
  Session s = small_session();
  frame(s, toggle_baseline);
  frame(s, set_padding, "PA", 4);
  Actions actions;
  actions.about(Which::kBaseline);
  actions.add(set_rule, analysis::ConflictModel::kTextbook);
  actions.apply(s);
  EXPECT_EQ(s.look.rule, analysis::ConflictModel::kTextbook);
  frame(s, go_back);
  EXPECT_EQ(s.look.rule, analysis::ConflictModel::kFused);
  EXPECT_EQ(s.baseline->look.rule, analysis::ConflictModel::kFused);
  EXPECT_EQ(s.baseline->look.by_rule.rule, analysis::ConflictModel::kFused);
}

TEST(History, SteppingThroughMultiplyAddsAndSelectingAreNoPlaces) {
  Session s = small_session();
  frame(s, go_home);
  for (int i = 0; i < 9; ++i) frame(s, step_multiply_add, +1), frame(s, select_lane, i);
  EXPECT_TRUE(s.history.back.empty());
}

/// What was picked out and followed is named in the words of its own recording until that is there again.
TEST(History, WhatWasPickedComesBackWithARecordingThatWasLetGo) {
  Session s = small_session();
  frame(s, select_line, line_of(s, "As_store"));
  frame(s, select_lane, 13);
  frame(s, follow_or_let_go, analysis::Followed{analysis::Register{0, 40, 9, 0}});
  const std::string before = picked_in_link(s.look);
  const Selected selected = s.look.selected;
  for (std::uint32_t K = 16; K <= 9 * 16; K += 16) frame(s, set_depth, K);
  EXPECT_FALSE(s.look.followed) << "a register of another recording";
  frame(s, select_lane, 2);
  ASSERT_FALSE(s.history.back[1].shown.loaded) << "it was let go";
  while (!s.history.back.empty() && s.look.recording()->M != 256) frame(s, go_back);
  EXPECT_EQ(picked_in_link(s.look), before);
  EXPECT_EQ(s.look.selected, selected);
  finish_studies(s);
  EXPECT_TRUE(life_of(s.look));
}

TEST(History, WithNothingToGoBackToItSaysSo) {
  Session s = small_session();
  frame(s, go_back);
  EXPECT_EQ(s.desk.notice, "There is nothing to go back to.");
}

}  // namespace
}  // namespace gemmscope::session
