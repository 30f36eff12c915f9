// SPDX-License-Identifier: MIT
#include "app/views/timeline/span.h"

#include <gtest/gtest.h>

namespace gemmscope::views {
namespace {

using views::TimelineState;

constexpr double kTotal = 1000;
constexpr analysis::KTileBand kBand{.k_tile = 3, .begin = 300, .end = 400};

TEST(ShownPart, IsTheKTileUntilOneZooms) {
  const TimelineState part = shown_part({}, &kBand, 350, kTotal);
  EXPECT_EQ(part.first, 300);
  EXPECT_EQ(part.shown, 100);
}

TEST(ShownPart, IsTheKTileWholeWhereOtherWarpsMakeMoreRequestsInIt) {
  constexpr analysis::KTileBand longer{.k_tile = 9, .begin = 950, .end = 1040};
  const TimelineState part = shown_part({}, &longer, 960, kTotal);
  EXPECT_EQ(part.first, 950);
  EXPECT_EQ(part.shown, 90);
}

TEST(ShownPart, FollowsACursorThatLeavesIt) {
  const TimelineState state{.first = 100, .shown = 80, .followed = 120};
  EXPECT_EQ(shown_part(state, &kBand, 150, kTotal).first, 100);
  const TimelineState moved = shown_part(state, &kBand, 500, kTotal);
  EXPECT_EQ(moved.first, 480);
  EXPECT_EQ(moved.followed, 500u);
  EXPECT_EQ(shown_part(moved, &kBand, 500, kTotal).first, 480) << "a second look must not move it again";
}

TEST(ShownPart, StaysWhereOneLooksWhileTheCursorStaysElsewhere) {
  const TimelineState state{.first = 100, .shown = 80, .followed = 500};
  EXPECT_EQ(shown_part(state, &kBand, 500, kTotal).first, 100);
}

TEST(ShownPart, EndsWithTheWarp) {
  EXPECT_EQ(shown_part({.first = 0, .shown = 1e12}, &kBand, 5, kTotal).shown, kTotal);
  EXPECT_EQ(shown_part({.first = 100, .shown = 80, .followed = 0}, &kBand, 999, kTotal).first, 920);
  EXPECT_EQ(shown_part({.first = 0, .shown = 80}, nullptr, 0, 3).shown, 3);
}

TEST(Zoomed, KeepsTheRequestUnderThePointer) {
  const TimelineState state{.first = 200, .shown = 100};
  const TimelineState nearer = zoomed(state, 1, 0.25, kTotal);
  EXPECT_DOUBLE_EQ(nearer.shown, 80);
  EXPECT_DOUBLE_EQ(nearer.first + 0.25 * nearer.shown, 225);
  EXPECT_DOUBLE_EQ(zoomed(state, 100, 0.5, kTotal).shown, 8);
  EXPECT_DOUBLE_EQ(zoomed(state, -100, 0.5, kTotal).shown, kTotal);
}

TEST(Panned, MovesAnEighthAndStopsAtTheEnds) {
  const TimelineState state{.first = 200, .shown = 80};
  EXPECT_DOUBLE_EQ(panned(state, -1, kTotal).first, 210);
  EXPECT_DOUBLE_EQ(panned(state, 100, kTotal).first, 0);
  EXPECT_DOUBLE_EQ(panned(state, -100, kTotal).first, 920);
}

}  // namespace
}  // namespace gemmscope::views
