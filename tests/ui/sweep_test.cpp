// SPDX-License-Identifier: MIT
// The sweep panel: starting and stopping it, going to a setting, comparing two.
#include <gtest/gtest.h>

#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

/// Two paddings, of which 4 has fewer conflicts.
session::Session in_front() {
  session::Session s = session::small_session();
  s.desk.panels.focus_view = "sweep";
  s.look.views.sweep.over = "PA=0/4";
  return s;
}

void wait_for_rows(SessionWindow& window, ImGuiTestContext& context) {
  context.Yield(2);
  while (window.session().look.views.sweep.on && !window.session().look.swept.rows) context.Yield();
  context.Yield(2);
}

TEST(Sweep, AClickStartsItAndAClickOnARowRunsThat) {
  SessionWindow window(in_front());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//###sweep");
    IM_CHECK(!window.session().look.views.sweep.on);
    context.ItemClick("start");
    wait_for_rows(window, context);
    IM_CHECK(window.session().look.swept.rows != nullptr);
    context.ItemClick("sweep row 0");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["numbers"]["PA"], 4) << "the best one is on top";
  EXPECT_TRUE(window.session().look.swept.rows) << "the rows stay";
  EXPECT_FALSE(window.session().baseline);
}

TEST(Sweep, AShiftClickComparesWithWhatIsShown) {
  SessionWindow window(in_front());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//###sweep");
    context.ItemClick("start");
    wait_for_rows(window, context);
    context.KeyDown(ImGuiMod_Shift);
    context.ItemClick("sweep row 0");
    context.KeyUp(ImGuiMod_Shift);
    window.wait_for_recording(context);
  });
  ASSERT_TRUE(window.session().baseline);
  EXPECT_EQ(session::padding_of(window.session().baseline->look), 0u);
  EXPECT_EQ(session::padding_of(window.session().look), 4u);
}

/// From nothing to two settings side by side.
TEST(Sweep, IsStartedAndItsBestSettingComparedByKeysAlone) {
  SessionWindow window(in_front());
  window.run([&](ImGuiTestContext& context) {
    const auto command = [&](const char* typed) {
      context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K), context.Yield(3);
      context.KeyChars(typed), context.Yield(2);
      context.KeyPress(ImGuiKey_Enter), context.Yield(2);
    };
    command("best setting");
    IM_CHECK(!window.session().own.due && !window.session().desk.notice.empty());
    command("sweep the numbers");
    wait_for_rows(window, context);
    command("compare with the best");
    window.wait_for_recording(context);
    IM_CHECK(window.session().baseline.has_value());
    IM_CHECK_EQ(session::padding_of(window.session().look), 4u);
    context.KeyPress(ImGuiKey_C), context.Yield(3);
    context.KeyPress(ImGuiMod_Shift | ImGuiKey_P), window.wait_for_recording(context);
    IM_CHECK_NE(session::padding_of(window.session().look), 4u);
    command("show the best");
    window.wait_for_recording(context);
    IM_CHECK(!window.session().baseline.has_value());
  });
  EXPECT_EQ(window.state()["numbers"]["PA"], 4);
}

TEST(Sweep, OfNothingThatIsChosenSaysWhereToChoose) {
  session::Session s = in_front();
  s.look.views.sweep.over.clear();
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K), context.Yield(3);
    context.KeyChars("sweep the numbers"), context.Yield(2);
    context.KeyPress(ImGuiKey_Enter), context.Yield(2);
  });
  EXPECT_FALSE(window.session().look.views.sweep.on);
  EXPECT_NE(window.session().desk.notice, "");
}

TEST(Sweep, ATitleSorts) {
  SessionWindow window(in_front());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//###sweep");
    context.ItemClick("start");
    wait_for_rows(window, context);
    context.ItemClick("sweep title bytes");
    context.Yield(2);
  });
  EXPECT_EQ(window.session().look.views.sweep.order, views::SweepOrder::kSharedBytes);
}

}  // namespace
}  // namespace gemmscope::ui
