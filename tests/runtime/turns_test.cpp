// SPDX-License-Identifier: MIT
// In which order blocks run that end, that wait for others, and that count while they wait. One host thread does it
// all.
#include "tracing/runtime/turns.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

enum class Does { kEnds, kWaits, kCounts };

/// The numbers of the blocks, in the order in which they run: each works, and then does as `does` says, which is asked
/// with its number and how often it has run. At most `most` turns.
template <class What>
std::string order(Turns& turns, What does, int most = 100) {
  std::map<std::uint64_t, int> times;
  std::string all;
  while (most-- > 0) {
    Turns::Turn* const turn = turns.next();
    if (turn == nullptr) return all + ".";
    all += std::to_string(turn->block);
    const int time = times[turn->block]++;
    const Does what = does(turn->block, time);
    if (what == Does::kEnds)
      turns.ends(*turn);
    else
      turns.waits(*turn, time == 0, what == Does::kCounts);
  }
  return all;
}

TEST(Turns, OneBlockAfterTheOtherAsLongAsTheyEnd) {
  Turns turns(4, 1, 100);
  EXPECT_EQ(order(turns, [](auto, int) { return Does::kEnds; }), "0123.");
  EXPECT_TRUE(turns.left().empty());
}

/// What it waits for may have come while it did something else.
TEST(Turns, ABlockThatWorkedLooksOnceMoreBeforeOthersBegin) {
  Turns turns(2, 1, 100);
  EXPECT_EQ(order(turns, [](auto, int time) { return time == 0 ? Does::kWaits : Does::kEnds; }), "0011.");
}

/// So the first blocks look as often as the number doubles, not once for each block.
TEST(Turns, AllThatMayBeginDoSoBeforeOthersLookAgain) {
  Turns turns(4, 1, 100);
  EXPECT_EQ(order(turns, [](auto, int) { return Does::kWaits; }),
            "00"
            "101"
            "230123"
            "0123.");  // asked once more, whether lanes of theirs part
}

TEST(Turns, TwiceAsManyBeginWhenAllWaitUntilThereIsNoMoreRoom) {
  Turns turns(7, 1, 3);
  EXPECT_EQ(order(turns, [](auto, int) { return Does::kWaits; }),
            "00"
            "101"
            "2012"
            "012.");
  EXPECT_EQ(turns.left().size(), 3u);
  EXPECT_FALSE(turns.all_have_begun());
}

TEST(Turns, WhereAllHaveBegunAndWaitNoneGoesOn) {
  Turns turns(2, 1, 100);
  EXPECT_EQ(order(turns, [](auto, int) { return Does::kWaits; }), "0010101.");
  EXPECT_TRUE(turns.all_have_begun());
}

TEST(Turns, WhereNothingGoesOnEachIsToldOnce) {
  Turns turns(1, 1, 100);
  std::string told;
  while (Turns::Turn* const turn = turns.next()) {
    told += turn->stands_still ? 'y' : 'n';
    turns.waits(*turn, turn->stands_still && told == "ny", false);  // the first time its lanes part, and it works
  }
  EXPECT_EQ(told, "nyny");
}

/// Block 2 does what the others wait for.
TEST(Turns, ThoseThatWaitedGoOnWhenWhatTheyWaitedForHasCome) {
  Turns turns(5, 1, 100);
  bool done = false;
  const auto does = [&](std::uint64_t block, int) {
    done = done || block == 2;
    return done ? Does::kEnds : Does::kWaits;
  };
  EXPECT_EQ(order(turns, does),
            "00101"
            "234"
            "01.");
}

TEST(Turns, ABlockThatCountsGoesOnWhereOthersWouldNot) {
  Turns turns(2, 1, 1);
  EXPECT_EQ(order(turns, [](auto block, int time) { return block == 0 && time < 5 ? Does::kCounts : Does::kEnds; }),
            "0000001.");
}

/// And all those that there is room for begin, in case it waits for one of them.
TEST(Turns, MoreBeginIfItCounts) {
  Turns turns(3, 1, 100);
  EXPECT_EQ(order(
                turns, [](auto, int) { return Does::kCounts; }, 8),
            "00101201");
}

TEST(Turns, AfterAFaultThoseThatHaveBegunGoOnWithoutOthers) {
  Turns turns(5, 1, 100);
  const auto does = [&](std::uint64_t block, int time) {
    if (block == 1) return turns.stop(), Does::kEnds;
    return time < 3 ? Does::kCounts : Does::kEnds;
  };
  EXPECT_EQ(order(turns, does), "0010.");
  EXPECT_EQ(turns.left().size(), 1u);
}

TEST(Turns, ABlockIsPatientWhereNoOtherWaits) {
  Turns turns(3, 2, 100);
  Turns::Turn *const first = turns.next(), *const second = turns.next();
  EXPECT_NE(first->block, second->block);
  EXPECT_GT(first->patience, 1'000u);
  turns.note(*first, false);
  EXPECT_TRUE(turns.any_works());
  turns.note(*second, false);
  EXPECT_FALSE(turns.any_works());
  turns.waits(*first, true, false), turns.waits(*second, true, false);
  EXPECT_EQ(turns.next()->patience, 0u);
}

}  // namespace
}  // namespace gemmscope::runtime
