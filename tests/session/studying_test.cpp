// SPDX-License-Identifier: MIT
// What is worked out beside the thread that draws: only what is wanted, of what is shown, for both Looks.
#include "app/session/studying.h"

#include <gtest/gtest.h>

#include <thread>

#include "app/session/actions.h"
#include "app/session/followed.h"
#include "app/session/following.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

using namespace std::chrono_literals;

analysis::Followed named_in(const Session& s, const char* text) {
  return followed_from(*s.look.recording(), text).value();
}

/// Updates, as frames do, until something is as it should be, or for two minutes: sanitizers are slow.
template <class Done>
bool updated(Session& session, Student& student, Done done) {
  for (int i = 0; i < 120'000 && !done(); ++i) {
    update_studies(session, student);
    std::this_thread::sleep_for(1ms);
  }
  return done();
}

TEST(Studying, NothingIsWorkedOutUnasked) {
  Session s = small_session();
  Student student({});
  EXPECT_FALSE(update_studies(s, student));
  EXPECT_FALSE(student.busy());
  finish_studies(s);
  EXPECT_EQ(life_of(s.look), nullptr);
  EXPECT_EQ(reuse_of(s.look), nullptr);
  EXPECT_EQ(limits_of(s.look), nullptr);
}

TEST(Studying, TheWindowLooksAgainOnceSomethingIsThere) {
  Session s = small_session();
  std::atomic<int> woken = 0;
  Student student([&] { ++woken; });
  Actions actions;
  actions.add(want, StudyKind::kReuse);
  actions.apply(s);
  EXPECT_EQ(reuse_of(s.look), nullptr);
  ASSERT_TRUE(updated(s, student, [&] { return reuse_of(s.look) != nullptr; }));
  EXPECT_GE(woken, 1);
  EXPECT_FALSE(update_studies(s, student));  // it is there
  set_rule(s.look, analysis::ConflictModel::kTextbook);
  EXPECT_EQ(reuse_of(s.look), nullptr);
  ASSERT_TRUE(updated(s, student, [&] { return reuse_of(s.look) != nullptr; }));
}

TEST(Studying, AFrameThatDoesNotAskStopsIt) {
  Session s = small_session();
  Student student({});
  Actions actions;
  actions.add(want, StudyKind::kReuse);
  actions.apply(s);
  update_studies(s, student);
  actions.apply(s);  // a frame that does not ask
  update_studies(s, student);
  student.wait();
  EXPECT_FALSE(student.take());
  EXPECT_EQ(reuse_of(s.look), nullptr);
}

TEST(Studying, WhatIsFollowedIsWorkedOutBesideAndThenShown) {
  Session s = small_session();
  Student student({});
  follow_or_let_go(s.look, named_in(s, "A[3][5]"));
  EXPECT_EQ(life_of(s.look), nullptr);
  EXPECT_EQ(next_use(s.look, +1), std::nullopt);
  ASSERT_TRUE(updated(s, student, [&] { return life_of(s.look) != nullptr; }));
  EXPECT_EQ(life_of(s.look)->what, *s.look.followed);
  EXPECT_FALSE(life_of(s.look)->uses.empty());
}

/// Whatever the first one came to is of no use: only the second is taken up.
TEST(Studying, FollowingSomethingElseStopsTheFirst) {
  Session s = small_session();
  Student student({});
  follow_or_let_go(s.look, named_in(s, "C[3][5]"));
  update_studies(s, student);
  follow_or_let_go(s.look, named_in(s, "A[3][6]"));
  ASSERT_TRUE(updated(s, student, [&] { return life_of(s.look) != nullptr; }));
  EXPECT_EQ(life_of(s.look)->what, named_in(s, "A[3][6]"));
  EXPECT_EQ(life_of(s.look)->element->column, 6u);
}

TEST(Studying, LettingGoStopsIt) {
  Session s = small_session();
  Student student({});
  follow_or_let_go(s.look, named_in(s, "C[3][5]"));
  update_studies(s, student);
  follow_nothing(s.look);
  update_studies(s, student);
  student.wait();
  EXPECT_FALSE(student.take());
  EXPECT_EQ(life_of(s.look), nullptr);
}

TEST(Studying, BothLooksAreServed) {
  Session s = small_session();
  const Session padded = small_session({{"PA", "4"}});
  pin(s, padded.look.loaded);
  Student student({});
  Actions actions;
  actions.add([](Look& look) { follow_or_let_go(look, Element{0, 3, 5}); });
  actions.apply(s);
  const Look& other = s.baseline->look;
  ASSERT_TRUE(updated(s, student, [&] { return life_of(s.look) != nullptr && life_of(other) != nullptr; }));
  EXPECT_NE(life_of(s.look)->cell->byte, life_of(other)->cell->byte);
  EXPECT_EQ(life_of(other)->what, *other.followed);
}

TEST(Studying, TwoLooksOfOneRecordingAreWorkedOutOnce) {
  Session s = small_session();
  toggle_baseline(s);
  follow_or_let_go(s.look, named_in(s, "A[3][5]"));
  keep_in_step(s);
  finish_studies(s);
  ASSERT_NE(life_of(s.look), nullptr);
  EXPECT_EQ(life_of(s.look), life_of(s.baseline->look));
}

TEST(Studying, ALinkGoesToTheFirstUseOnceItIsKnown) {
  Session s = small_session();
  step_request(s.look, 200);
  const Cursor before = s.look.cursor;
  ASSERT_TRUE(follow(s, *parse_link("follow=A[130][5]")));
  EXPECT_EQ(s.look.cursor, before);
  finish_studies(s);
  EXPECT_EQ(use_here(s.look), 0u);
  EXPECT_EQ(s.look.block().y, 1u);  // the first that works on row 130
}

TEST(Studying, WhoeverMovesTheCursorMeanwhileStaysThere) {
  Session s = small_session();
  ASSERT_TRUE(follow(s, *parse_link("follow=A[130][5]")));
  step_request(s.look, 7);
  const Cursor there = s.look.cursor;
  finish_studies(s);
  EXPECT_EQ(s.look.cursor, there);
}

TEST(Studying, OfAnotherRecordingNothingIsKept) {
  Session s;
  open(s, std::make_shared<const Loaded>(small_session().look.loaded->recording));
  follow_or_let_go(s.look, named_in(s, "A[3][5]"));
  finish_studies(s);
  ASSERT_NE(life_of(s.look), nullptr);
  const std::weak_ptr<const Loaded> old = s.look.loaded;
  open(s, small_session({{"PA", "4"}}).look.loaded);
  EXPECT_EQ(life_of(s.look), nullptr);
  EXPECT_TRUE(old.expired());
}

TEST(Studying, IsGivenUpWhenTheWindowCloses) {
  Session s = small_session();
  want(s.look, StudyKind::kReuse);
  Student student({});
  EXPECT_FALSE(update_studies(s, student));
  EXPECT_TRUE(student.busy());
}

}  // namespace
}  // namespace gemmscope::session
