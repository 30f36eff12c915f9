// SPDX-License-Identifier: MIT
// Following an element: what is followed, where the keys go, and what another recording does to it.
#include "app/session/following.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/session/actions.h"
#include "app/session/baseline.h"
#include "app/session/followed.h"
#include "app/session/link.h"
#include "app/session/open_in_place.h"
#include "app/session/playing.h"
#include "app/session/selecting.h"
#include "app/session/state_json.h"
#include "app/session/stepping.h"
#include "app/session/studying.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

using analysis::Followed;

Followed named(const Session& s, const char* text) { return followed_from(*s.look.recording(), text).value(); }

std::string followed(const Session& s) {
  return s.look.followed ? text_of(*s.look.recording(), *s.look.followed) : "nothing";
}

/// As the window does, and waits for what becomes of it.
void follow_this(Session& s, const char* text) {
  follow_or_let_go(s.look, named(s, text));
  finish_studies(s);
}

Result<void> follow_link(Session& s, const std::string& text) {
  auto there = follow(s, parse_link(text).value());
  finish_studies(s);
  return there;
}

TEST(Following, IsTextAndBack) {
  const Session s = small_session();
  for (const char* text : {"A[3][5]", "As[5][3]@2", "lane13@0,28", "lane0[3]@2,1"})
    EXPECT_EQ(text_of(*s.look.recording(), named(s, text)), text);
  EXPECT_EQ(named(s, "lane7[0]@1,5"), Followed(analysis::Register{.warp = 1, .request = 4, .lane = 7, .part = 0}));
}

TEST(Following, TheSameAgainLetsGo) {
  Session s = small_session();
  EXPECT_EQ(life_of(s.look), nullptr);
  follow_this(s, "A[3][5]");
  ASSERT_NE(life_of(s.look), nullptr);
  EXPECT_FALSE(life_of(s.look)->uses.empty());
  follow_this(s, "A[3][6]");
  EXPECT_EQ(followed(s), "A[3][6]");
  follow_this(s, "A[3][6]");
  EXPECT_EQ(followed(s), "nothing");
  EXPECT_EQ(life_of(s.look), nullptr);
}

/// A[3][5] is stored by request 2 of warp 0, read by request 58 of warps 0 and 1 and multiplied at their request 63.
TEST(Following, KeysGoFromUseToUseThroughTheWarps) {
  Session s = small_session();
  follow_this(s, "A[3][5]");
  EXPECT_EQ(use_here(s.look), 0u);
  const Cursor stops[] = {{0, 0, 2}, {0, 0, 58}, {0, 0, 63}, {0, 1, 58}, {0, 1, 63}};
  for (const Cursor& stop : stops) {
    step_use(s.look, +1);
    EXPECT_EQ(s.look.cursor, stop);
    EXPECT_TRUE(use_here(s.look));
  }
  step_use(s.look, -1);
  EXPECT_EQ(s.look.cursor, stops[3]);
  step_request(s.look, -1);
  EXPECT_EQ(use_here(s.look), std::nullopt);
  step_use(s.look, +1);
  EXPECT_EQ(s.look.cursor, stops[3]);
  go_home(s.look);
  go_to_warp(s.look, 0);
  step_use(s.look, -1);
  EXPECT_EQ(s.look.cursor, Cursor{});
}

TEST(Following, IsComputedAgainOnlyForAnotherBlockOrElement) {
  Session s = small_session();
  follow_this(s, "A[3][5]");
  const analysis::Life* life = life_of(s.look);
  step_request(s.look, 40);
  EXPECT_EQ(life_of(s.look), life);
  go_to_block(s.look, 1);
  finish_studies(s);
  EXPECT_EQ(life_of(s.look)->ends, (std::vector<analysis::Rect>{{3, 128, 1, 128}}));
  go_to_block(s.look, 2);  // the lower row of blocks has other rows of A
  finish_studies(s);
  EXPECT_EQ(life_of(s.look)->absent, std::vector{analysis::Absent::kOtherBlock});
  step_use(s.look, +1);
  EXPECT_EQ(s.look.cursor.block, 2u);
}

TEST(Following, TakesWhatIsSelected) {
  Session s = small_session();
  const auto to_follow = [&] {
    const auto what = selected_to_follow(s.look);
    return what ? text_of(*s.look.recording(), *what) : "nothing";
  };
  EXPECT_EQ(to_follow(), "nothing");
  select_lane(s.look, 13);
  EXPECT_EQ(to_follow(), "lane13@0,1");
  step_request(s.look, +1);  // a store
  EXPECT_EQ(to_follow(), "A[3][4]");
  select_cell(s.look, *element_from(*s.look.recording(), "As[5][3]"));
  go_to_k_tile(s.look, 2);
  EXPECT_EQ(to_follow(), "As[5][3]@2");
  select_element(s.look, *element_from(*s.look.recording(), "B[7][9]"));
  EXPECT_EQ(to_follow(), "B[7][9]");
}

TEST(Following, ALinkReproducesItAndOpensAtItsFirstUse) {
  Session s = small_session();
  ASSERT_TRUE(follow_link(s, "follow=A[131][37]"));
  EXPECT_EQ(s.look.cursor, (Cursor{2, 0, 2 * (28 + 16 * 6)}));
  step_use(s.look, +1);
  Session other = small_session();
  ASSERT_TRUE(follow_link(other, link_of(s)));
  EXPECT_EQ(followed(other), "A[131][37]");
  EXPECT_EQ(other.look.cursor, s.look.cursor);
  EXPECT_EQ(link_of(other), link_of(s));
  EXPECT_EQ(nlohmann::json::parse(state_json(s))["followed"]["element"], "A[131][37]");
  EXPECT_TRUE(nlohmann::json::parse(state_json(small_session()))["followed"].is_null());
  EXPECT_FALSE(follow_link(s, "follow=A[256][0]"));
  EXPECT_EQ(followed(s), "A[131][37]");
}

TEST(Following, GoesOnInAnotherLayoutAndAnotherKernel) {
  Session s = small_session();
  follow_this(s, "As[5][3]@1");
  const std::uint32_t byte = life_of(s.look)->cell->byte;
  open_in_place(s, small_recording({{"PA", "4"}}));
  finish_studies(s);
  EXPECT_EQ(followed(s), "As[5][3]@1");
  EXPECT_EQ(life_of(s.look)->cell->byte, byte + 5 * 16);
  open_in_place(s, recording_of({.name = "sgemm64"}, {.M = 64, .N = 64, .K = 8}));
  finish_studies(s);
  EXPECT_EQ(followed(s), "nothing");  // what cell [5][3] is depends on the kernel
  follow_this(s, "A[3][5]");
  open_in_place(s, small_recording());
  finish_studies(s);
  EXPECT_EQ(followed(s), "A[3][5]");
  follow_this(s, "lane3@0,1");
  open_in_place(s, small_recording({{"PA", "4"}}));
  finish_studies(s);
  EXPECT_EQ(followed(s), "nothing");
}

TEST(Following, TheBaselineFollowsTheSame) {
  Session s = small_session();
  toggle_baseline(s);
  follow_this(s, "A[3][5]");
  keep_in_step(s);
  EXPECT_EQ(s.baseline->look.followed, s.look.followed);
  follow_nothing(s.look);
  keep_in_step(s);
  EXPECT_EQ(life_of(s.baseline->look), nullptr);
}

TEST(Following, TheMarkMovesFromTheUseBefore) {
  Session s = small_session();
  follow_this(s, "A[3][5]");
  EXPECT_EQ(s.look.motion, 1);
  step_use(s.look, +1);
  EXPECT_EQ(s.look.use_before, 0u);
  EXPECT_EQ(s.look.motion, 0);
  EXPECT_FALSE(s.look.before);  // no cell has another place
  EXPECT_TRUE(wants_time(s.look));
  for (int i = 0; i < 10; ++i) advance(s, 0.1f);
  EXPECT_FALSE(wants_time(s.look));
  step_use(s.look, +1);
  step_request(s.look, +1);  // somewhere else: nothing moves
  EXPECT_EQ(s.look.use_before, std::nullopt);
  EXPECT_EQ(s.look.motion, 1);
}

TEST(Following, NothingMovesWhereMotionIsOff) {
  Session s = small_session();
  set_motion(s, false);
  follow_this(s, "A[3][5]");
  Actions actions;
  actions.add(step_use, +1);
  actions.apply(s);
  EXPECT_EQ(use_here(s.look), 1u);
  EXPECT_EQ(s.look.motion, 1);
  set_speed(s.look, 10);
  toggle_play(s.look);
  advance(s, 0.1f);
  EXPECT_EQ(use_here(s.look), 2u);
  EXPECT_EQ(s.look.motion, 1);
}

TEST(Following, PlayingGoesFromUseToUseAndPausesAtTheLast) {
  Session s = small_session();
  follow_or_let_go(s.look, named(s, "A[3][5]"));
  set_speed(s.look, 10);
  toggle_play(s.look);
  advance(s, 1);
  EXPECT_EQ(s.look.cursor, Cursor{});  // it is not known yet where it goes
  finish_studies(s);
  for (int i = 0; i < 3; ++i) advance(s, 0.1f);
  EXPECT_EQ(s.look.cursor, (Cursor{0, 0, 63}));
  EXPECT_TRUE(s.look.play.on);
  for (int i = 0; i < 30; ++i) advance(s, 0.1f);
  EXPECT_FALSE(s.look.play.on);
  EXPECT_EQ(use_here(s.look), life_of(s.look)->kinds.back().first + life_of(s.look)->kinds.back().tally.requests - 1);
}

/// Lane 13 loads A[3][5], lanes 0 to 3 read it; a lane that somebody has selected stays.
TEST(Following, TheLaneOfTheUseIsDrawnInDetailUnlessOneIsSelected) {
  Session s = small_session();
  follow_this(s, "A[3][5]");
  EXPECT_EQ(s.look.lane(), 13);
  EXPECT_EQ(s.look.selected.lane, std::nullopt);
  go_to_use(s.look, 2);
  EXPECT_EQ(s.look.lane(), 0);
  go_to_use(s.look, 0);
  select_lane(s.look, 5);
  EXPECT_EQ(s.look.lane(), 5);
  select_nothing(s);
  step_request(s.look, +1);  // uses nothing of it
  EXPECT_EQ(s.look.lane(), 0);
}

TEST(Following, NoUseIsGoneToBeforeItIsKnown) {
  Session s = small_session();
  follow_or_let_go(s.look, named(s, "A[3][5]"));
  go_to_use(s.look, 2);
  EXPECT_EQ(s.look.cursor, Cursor{});
  finish_studies(s);
  go_to_use(s.look, 1'000'000);
  EXPECT_EQ(s.look.cursor, Cursor{});
}

}  // namespace
}  // namespace gemmscope::session
