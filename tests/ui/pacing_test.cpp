// SPDX-License-Identifier: MIT
// Input that arrives while the window is about to fall asleep.
#include <gtest/gtest.h>

#include "imgui_internal.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

TEST(Pacing, SleepsAfterThreeFrames) {
  shell::Pacing pacing;
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_FALSE(pacing.asleep());
    pacing.drawn();
  }
  EXPECT_TRUE(pacing.asleep());
  pacing.wake();
  EXPECT_FALSE(pacing.asleep());
}

TEST(Pacing, FramesThatNobodyWaitsForTakeLessThanHalfACore) {
  shell::Pacing pacing;
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_LT(pacing.period(0.04), 0.02) << "the person waits for what comes of the input";
    pacing.drawn();
  }
  pacing.let_time_pass();
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_FALSE(pacing.asleep());
    for (const double work : {0.01, 0.04, 0.2}) EXPECT_GT(pacing.period(work), 2 * work);
    EXPECT_LT(pacing.period(0.002), 0.02) << "a GPU draws as often as the display shows";
    pacing.drawn();
  }
  EXPECT_TRUE(pacing.asleep());
  pacing.wake();
  EXPECT_LT(pacing.period(0.04), 0.02);
}

/// Dear ImGui shows a press and a release that arrive together to two frames. The window must draw both, and what comes
/// of the click, without waiting for another event.
TEST(Pacing, AClickInTheLastDueFrameIsDone) {
  SessionWindow window(session::small_session());
  ImVec2 play;
  window.run([&](ImGuiTestContext& context) {
    play = context.ItemInfo("//###timeline/forward").RectFull.GetCenter();
    context.MouseMoveToPos({400, 20});
  });
  window.draw_until_asleep();
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(play.x, play.y);
  window.draw_until_asleep();
  io.AddMouseButtonEvent(0, true);
  io.AddMouseButtonEvent(0, false);
  window.draw_until_asleep();
  EXPECT_EQ(window.session().look.cursor.request, 1u);
}

/// The key, the panel that it asks, the page that opens, and its size come a frame after each other.
TEST(Pacing, APageIsOpenedToItsEnd) {
  SessionWindow window(session::small_session());
  window.draw_until_asleep();
  ImGui::GetIO().AddKeyEvent(ImGuiKey_F1, true);
  window.draw_until_asleep();
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  ASSERT_EQ(context.OpenPopupStack.Size, 1);
  const ImGuiWindow* page = context.OpenPopupStack[0].Window;
  ASSERT_NE(page, nullptr);
  EXPECT_FALSE(page->Hidden);
  EXPECT_GE(page->Size.y, page->DC.CursorMaxPos.y - page->Pos.y) << "its last lines are cut";
}

}  // namespace
}  // namespace gemmscope::ui
