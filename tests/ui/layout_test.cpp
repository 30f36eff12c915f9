// SPDX-License-Identifier: MIT
// Where panels are: in windows of several sizes, closed, brought back, in the next run.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

std::string name_of(std::string_view view) { return "//###" + std::string(view); }

void expect_nothing_scrolls(int width, int height, float scale) {
  session::Session s = session::small_session();
  s.scale = scale;
  SessionWindow window(std::move(s), width, height);
  window.run([&](ImGuiTestContext& context) {
    for (const views::View& view : views::all_views()) {
      window.session().views.focus_view = view.id;
      context.Yield(3);
      const ImGuiWindow* panel = context.GetWindowByRef(name_of(view.id).c_str());
      EXPECT_EQ(panel->ScrollMax.x, 0) << view.id;
      EXPECT_EQ(panel->ScrollMax.y, 0) << view.id;
    }
  });
}

TEST(Layout, NoPanelScrollsIn1600x1000) { expect_nothing_scrolls(1600, 1000, 1); }
TEST(Layout, NoPanelScrollsIn1280x720) { expect_nothing_scrolls(1280, 720, 1); }
TEST(Layout, NoPanelScrollsAtScale2) { expect_nothing_scrolls(3200, 2000, 2); }

TEST(Layout, AnotherScaleGetsAnotherArrangementUntilAPanelIsMoved) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const auto together = [&] {
      return context.GetWindowByRef("//###banks")->DockId == context.GetWindowByRef("//###lanes")->DockId;
    };
    IM_CHECK(!together());
    window.session().scale = 1.25f;
    context.Yield(3);
    IM_CHECK(together());
    window.session().scale = 1;
    context.Yield(3);
    IM_CHECK(!together());
    context.UndockWindow("//###lanes");
    window.session().scale = 1.25f;
    context.Yield(3);
    IM_CHECK(!context.GetWindowByRef("//###lanes")->DockIsActive);
  });
}

TEST(Layout, TheWheelScrollsAPanelThatIsTooSmall) {
  SessionWindow window(session::small_session(), 700, 420);
  window.run([&](ImGuiTestContext& context) {
    window.session().views.focus_view = "metrics";
    context.Yield(3);
    ImGuiWindow* panel = context.GetWindowByRef("//###metrics");
    IM_CHECK_GT(panel->ScrollMax.y, 0.0f);
    context.MouseMoveToPos(panel->InnerRect.GetCenter());
    context.MouseWheelY(-1);
    context.Yield(2);
    IM_CHECK_GT(panel->Scroll.y, 0.0f);
  });
}

TEST(Layout, AClosedPanelComesBackWhereItWas) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const ImVec2 before = context.GetWindowByRef("//###banks")->Pos;
    context.WindowClose("//###banks");
    context.Yield(3);
    IM_CHECK(!context.GetWindowByRef("//###banks")->Active);
    IM_CHECK_EQ(window.session().views.closed.size(), 1u);
    context.KeyPress(ImGuiKey_6);  // Show Banks
    context.Yield(3);
    const ImGuiWindow* banks = context.GetWindowByRef("//###banks");
    IM_CHECK(banks->Active && banks->DockIsActive);
    IM_CHECK_EQ(banks->Pos.x, before.x);
    IM_CHECK_EQ(banks->Pos.y, before.y);
    IM_CHECK(window.session().views.closed.empty());
  });
}

TEST(Layout, ClosedPanelsStayClosedInTheNextRun) {
  const std::string file = testing::TempDir() + "gemmscope_layout.ini";
  std::filesystem::remove(file);
  {
    SessionWindow window(session::small_session(), 1600, 1000, file);
    window.run([&](ImGuiTestContext& context) {
      context.WindowClose("//###lanes");
      context.Yield(3);
    });
  }
  SessionWindow window(session::small_session(), 1600, 1000, file);
  EXPECT_EQ(window.session().views.closed, std::vector<std::string>{"lanes"});
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gemmscope::ui
