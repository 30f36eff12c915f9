// SPDX-License-Identifier: MIT
// All kernels under one roofline, beside the thread that draws: only while somebody looks, by the rule that is chosen.
#include "app/session/ladder.h"

#include <gtest/gtest.h>

#include <thread>

#include "app/session/actions.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

using namespace std::chrono_literals;

/// update_ladder() until it has something new, or for ten seconds.
bool updated(Session& session, LadderWorker& worker) {
  for (int i = 0; i < 2000; ++i) {
    if (update_ladder(session, worker)) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

TEST(Ladder, IsWorkedOutOnceSomebodyLooks) {
  Session s = small_session();
  std::atomic<int> woken = 0;
  LadderWorker worker([&] { ++woken; });
  EXPECT_FALSE(update_ladder(s, worker));
  std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(update_ladder(s, worker));
  Actions actions;
  actions.add(want_ladder);
  actions.apply(s);
  ASSERT_TRUE(updated(s, worker));
  EXPECT_EQ(woken, 1);
  ASSERT_NE(ladder_of(s.look), nullptr);
  EXPECT_EQ(ladder_of(s.look)->points.size(), ladder_points(nullptr).size());
  EXPECT_FALSE(update_ladder(s, worker));  // it is there
  set_rule(s.look, analysis::ConflictModel::kTextbook);
  EXPECT_EQ(ladder_of(s.look), nullptr);
  ASSERT_TRUE(updated(s, worker));
  EXPECT_EQ(ladder_of(s.look)->rule, analysis::ConflictModel::kTextbook);
  actions.apply(s);  // a frame that does not ask
  EXPECT_FALSE(s.bench.ladder_wanted);
}

TEST(Ladder, IsGivenUpWhenTheWindowCloses) {
  Session s = small_session();
  want_ladder(s);
  LadderWorker worker({});
  EXPECT_FALSE(update_ladder(s, worker));
}

}  // namespace
}  // namespace gemmscope::session
