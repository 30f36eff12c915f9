// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "app/session/link.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

TEST(TimelinePanel, TheTransportButtonsStepAndPlay) {
  SessionWindow window(session::small_session());
  const auto request = [&] { return window.session().look.cursor.request; };
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//###timeline");
    context.ItemClick("forward");
    IM_CHECK_EQ(request(), 1u);
    context.ItemClick("back");
    IM_CHECK_EQ(request(), 0u);
    context.ItemClick("next conflict");
    IM_CHECK_EQ(window.session().look.current->cost.max_nway, 4);
    context.ItemClick("last");
    IM_CHECK_EQ(window.session().look.k_tile(), format::kEpilogue);
    context.ItemClick("first");
    IM_CHECK_EQ(request(), 0u);
    context.ItemClick("speed");
    IM_CHECK_EQ(window.session().look.play.steps_per_second, 30.0f);
    context.ItemClick("play");
    IM_CHECK(window.session().look.play.on);
    context.ItemClick("play");
  });
  EXPECT_FALSE(window.session().look.play.on);
}

TEST(TimelinePanel, TheTimelineIsDraggedAlong) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const ImRect area = context.ItemInfo("//###timeline/requests").RectFull;
    const auto at = [&](float share, float warp) {
      context.MouseMoveToPos({area.Min.x + area.GetWidth() * share, area.Min.y + area.GetHeight() * (warp + 0.5f) / 4});
    };
    at(0.25f, 1);
    context.MouseDown();
    context.Yield(2);
    IM_CHECK_EQ(window.session().look.cursor.warp, 1u);
    at(0.75f, 2);
    context.Yield(2);
    context.MouseUp();
  });
  EXPECT_EQ(window.session().look.cursor.warp, 2u);
  EXPECT_NEAR(window.session().look.cursor.request, 0.75 * 124, 2);
}

/// small_recording(), of which warp 3 copies nothing in that interval, as where there is nothing beyond an edge.
session::Session with_less_to_copy(std::uint32_t interval, const char* where) {
  format::Recording r = session::small_recording()->recording;
  for (format::Pattern& pattern : r.patterns)
    std::erase_if(pattern.segments, [&](const auto& s) { return s.warp == 3 && s.interval == interval; });
  session::Session s = session::opened(std::make_shared<const session::Loaded>(std::move(r)));
  EXPECT_TRUE(follow(s, *session::parse_link(where)));
  return s;
}

/// The same k-tile has other numbers in a warp that makes fewer requests before it.
TEST(TimelinePanel, AllWarpsShowTheSameKTile) {
  session::Session s = with_less_to_copy(0, "block=1,1/k_tile=2");
  const auto bands = [&](std::uint32_t warp) {
    return s.look.loaded->timeline(s.look.rule).k_tile_bands(s.look.cursor.block, warp);
  };
  ASSERT_NE(bands(0)[2].begin, bands(3)[2].begin);
  const std::uint32_t begin = bands(3)[2].begin;
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    const ImRect area = context.ItemInfo("//###timeline/requests").RectFull;
    context.MouseMoveToPos({area.Min.x + 1, area.Min.y + area.GetHeight() * 3.5f / 4});
    context.MouseClick();
  });
  EXPECT_EQ(window.session().look.cursor.warp, 3u);
  EXPECT_EQ(window.session().look.cursor.request, begin);
}

/// Warp 3 has nothing to copy in it; warp 0's longer k-tile is shown whole all the same, and of warp 3 no
/// other.
TEST(TimelinePanel, AKTileIsShownWholeInEveryWarp) {
  session::Session s = with_less_to_copy(4, "block=1,1/warp=3/k_tile=2");
  const auto band = [&](std::uint32_t warp) {
    return s.look.loaded->timeline(s.look.rule).k_tile_bands(s.look.cursor.block, warp)[2];
  };
  const analysis::KTileBand longer = band(0), shorter = band(3);
  ASSERT_LT(shorter.end - shorter.begin, longer.end - longer.begin);
  SessionWindow window(std::move(s));
  const auto at_the_end = [&](ImGuiTestContext& context, float warp) {
    const ImRect area = context.ItemInfo("//###timeline/requests").RectFull;
    context.MouseMoveToPos({area.Max.x - 2, area.Min.y + area.GetHeight() * (warp + 0.5f) / 4});
    context.MouseClick();
    return window.session().look.cursor.request;
  };
  window.run([&](ImGuiTestContext& context) {
    EXPECT_EQ(at_the_end(context, 3), shorter.end - 1);
    EXPECT_EQ(at_the_end(context, 0), longer.end - 1);
  });
}

TEST(TimelinePanel, AKTileOfTheTimelineIsGoneTo) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const ImRect area = context.ItemInfo("//###timeline/k-tiles").RectFull;
    context.MouseMoveToPos(
        {area.Min.x + area.GetWidth() * 0.5f, area.GetCenter().y});  // of 4 k-tiles and the write-back
    context.MouseClick();
  });
  EXPECT_EQ(window.session().look.k_tile(), 2u);
}

TEST(TimelinePanel, TheWheelZoomsTheTimelineAroundThePointer) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.MouseMove("//###timeline/requests");
    context.MouseWheelY(2);
    context.Yield(2);
  });
  const views::TimelineState& state = window.session().look.views.timeline;
  EXPECT_NEAR(state.shown, 124 * 0.64, 0.1);
  EXPECT_NEAR(state.first + state.shown / 2, 62, 1);
}

TEST(TimelinePanel, AClickInAZoomedTimelineGoesWhereItPointsThoughTheViewHasJustMoved) {
  SessionWindow window(session::small_session());
  const auto request = [&] { return window.session().look.cursor.request; };
  window.run([&](ImGuiTestContext& context) {
    context.MouseMove("//###timeline/requests");
    context.MouseWheelY(6);
    context.KeyPress(ImGuiKey_End);
    context.Yield(3);
    const views::TimelineState state = window.session().look.views.timeline;
    IM_CHECK(state.first <= request() && request() < state.first + state.shown);
    const ImRect area = context.ItemInfo("//###timeline/requests").RectFull;
    context.MouseMoveToPos({area.Min.x + area.GetWidth() * 0.25f, area.GetCenter().y});
    context.MouseDown();
    context.Yield(6);  // held for as long as a click takes
    IM_CHECK_EQ(request(), static_cast<std::uint32_t>(state.first + 0.25 * state.shown));
    context.MouseUp();
  });
}

TEST(TimelinePanel, TheTimelineDoesNotRunAwayUnderADragPastItsEdge) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.MouseMove("//###timeline/requests");
    context.MouseWheelY(6);
    context.Yield(2);
    const views::TimelineState state = window.session().look.views.timeline;
    const ImRect area = context.ItemInfo("//###timeline/requests").RectFull;
    context.MouseDown();
    context.MouseMoveToPos({area.Max.x + 30, area.GetCenter().y});
    context.Yield(6);
    IM_CHECK_EQ(window.session().look.views.timeline.first, state.first);
    IM_CHECK_EQ(window.session().look.cursor.request,
                static_cast<std::uint32_t>(std::ceil(state.first + state.shown)) - 1);
    context.MouseUp();
  });
}

TEST(TimelinePanel, LookingElsewhereInTheTimelineIsNotUndone) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.MouseMove("//###timeline/requests");
    context.MouseWheelY(6);
    context.Yield(2);
    context.KeyDown(ImGuiMod_Shift);
    context.MouseWheelY(-10);  // so far that the cursor is out of sight
    context.KeyUp(ImGuiMod_Shift);
    context.Yield(3);
    const views::TimelineState state = window.session().look.views.timeline;
    IM_CHECK_GT(state.first, static_cast<double>(window.session().look.cursor.request));
    context.MouseClick();
    const double middle = state.first + state.shown / 2;
    IM_CHECK_LE(std::abs(window.session().look.cursor.request - middle), 1.0);
  });
}

}  // namespace
}  // namespace gemmscope::ui
