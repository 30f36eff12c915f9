// SPDX-License-Identifier: MIT
// The registers panel: choosing an order, going along it.
#include <gtest/gtest.h>

#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

session::Session of_sgemm64() {
  session::Session s = session::opened(session::recording_of({.name = "sgemm64"}, {.M = 64, .N = 64, .K = 16}));
  s.desk.panels.focus_view = "registers";
  return s;
}

TEST(Registers, AnOrderAndADepthAreChosenByTheirNames) {
  SessionWindow window(of_sgemm64());
  window.run([](ImGuiTestContext& context) {
    context.SetRef("//###registers");
    context.ItemClick("order zigzag");
    context.ItemClick("depth 3");
  });
  const auto shown = window.state()["registers"];
  EXPECT_EQ(shown["order"], "zigzag");
  EXPECT_EQ(shown["depth"], 3);
  EXPECT_EQ(shown["kernel_hits"], 716);
}

TEST(Registers, AResultOfTheTableIsChosenByAClick) {
  SessionWindow window(of_sgemm64());
  window.run([](ImGuiTestContext& context) { context.ItemClick("//###registers/row scan, 1"); });
  EXPECT_EQ(window.state()["registers"]["order"], "row scan");
  EXPECT_EQ(window.state()["registers"]["depth"], 1);
  EXPECT_EQ(window.state()["registers"]["conflicts"], 2);
}

TEST(Registers, ButtonsAndKeysStepAlongTheMultiplyAdds) {
  SessionWindow window(of_sgemm64());
  window.run([](ImGuiTestContext& context) {
    context.SetRef("//###registers");
    context.ItemClick("forward");
    context.ItemClick("forward");
    context.ItemClick("forward");
    context.ItemClick("back");
    context.KeyPress(ImGuiKey_Period);
    context.KeyPress(ImGuiKey_Period);
    context.KeyPress(ImGuiKey_Comma);
    context.Yield(2);
  });
  const auto shown = window.state()["registers"];
  EXPECT_EQ(shown["multiply_add"], 4);
  EXPECT_EQ(shown["kept"][1], (std::vector<int>{72, 73}));
}

TEST(Registers, TheStripIsDraggedAlong) {
  SessionWindow window(of_sgemm64());
  window.run([&](ImGuiTestContext& context) {
    const ImRect area = context.ItemInfo("//###registers/multiply-adds").RectFull;
    const auto at = [&](float share) {
      context.MouseMoveToPos({area.Min.x + area.GetWidth() * share, area.GetCenter().y});
    };
    at(10.5f / 64);
    context.MouseDown();
    context.Yield(2);
    IM_CHECK_EQ(window.session().look.views.registers.position, 10);
    at(40.5f / 64);
    context.Yield(2);
    IM_CHECK_EQ(window.session().look.views.registers.position, 40);
    at(1.5f);
    context.Yield(2);
    context.MouseUp();
  });
  EXPECT_EQ(window.session().look.views.registers.position, 63);
}

TEST(Registers, AnAccumulatorIsGoneToWhenItHasItsTurn) {
  SessionWindow window(of_sgemm64());
  window.run([&](ImGuiTestContext& context) {
    const ImRect grid = context.ItemInfo("//###registers/accumulators").RectFull;
    context.MouseMoveToPos({grid.Min.x + grid.GetWidth() * 0.5f / 8, grid.Min.y + grid.GetHeight() * 1.5f / 8});
    context.MouseClick();
  });
  EXPECT_EQ(window.state()["registers"]["multiply_add"], 8);  // row 1, column 0: R7
  EXPECT_EQ(window.state()["registers"]["registers"][2], 7);
}

}  // namespace
}  // namespace gemmscope::ui
