// SPDX-License-Identifier: MIT
// The sweep panel: starting and stopping it, going to a setting, comparing two.
#include <gtest/gtest.h>

#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

session::Session in_front() {
  session::Session s = session::small_session();
  s.desk.panels.focus_view = "sweep";
  return s;
}

void wait_for_rows(SessionWindow& window, ImGuiTestContext& context) {
  context.Yield(2);
  while (window.session().look.views.sweep.on && !window.session().look.swept.rows) context.Yield();
  context.Yield(2);
}

TEST(Sweep, AClickStartsItAndAClickOnARowRecordsThat) {
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
  EXPECT_EQ(window.state()["parameters"]["swzA"], "xor") << "the best one is on top";
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
  EXPECT_TRUE(window.session().baseline->recorded.overrides.empty());
  EXPECT_EQ(window.state()["parameters"]["swzA"], "xor");
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
    IM_CHECK(!window.session().bench.record_due && !window.session().desk.notice.empty());
    command("sweep every");
    wait_for_rows(window, context);
    command("compare with the best");
    window.wait_for_recording(context);
    IM_CHECK(window.session().baseline.has_value());
    IM_CHECK_STR_EQ(window.session().look.recording()->parameter("swzA")->data(), "xor");
    context.KeyPress(ImGuiKey_C), context.Yield(3);
    context.KeyPress(ImGuiKey_S), window.wait_for_recording(context);
    IM_CHECK_STR_EQ(window.session().look.recording()->parameter("swzA")->data(), "none");
    command("show the best");
    window.wait_for_recording(context);
    IM_CHECK(!window.session().baseline.has_value());
  });
  EXPECT_EQ(window.state()["parameters"]["swzA"], "xor");
}

TEST(Sweep, ATitleSortsAndTheListOfCommandsStarts) {
  SessionWindow window(in_front());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyChars("sweep every");
    context.Yield(2);
    context.KeyPress(ImGuiKey_Enter);
    wait_for_rows(window, context);
    IM_CHECK(window.session().look.swept.rows != nullptr);
    context.SetRef("//###sweep");
    context.ItemClick("sweep title bytes");
    context.Yield(2);
  });
  EXPECT_EQ(window.session().look.views.sweep.order, views::SweepOrder::kSharedBytes);
}

}  // namespace
}  // namespace gemmscope::ui
