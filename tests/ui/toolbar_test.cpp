// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/session/selecting.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

session::Session at_the_as_store() {
  session::Session s = session::small_session();
  select_line(s, session::line_of(s, "sA_store"));
  select_lane(s, 5);
  return s;
}

TEST(Toolbar, APaddingButtonRecordsAgainAndTheConflictsChange) {
  SessionWindow window(at_the_as_store());
  ASSERT_EQ(window.state()["current"]["nway"], 4);
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/4##PA4");
    window.wait_for_recording(context);
  });
  const auto state = window.state();
  EXPECT_EQ(state["parameters"]["PA"], "4");
  EXPECT_EQ(state["current"]["nway"], 2);
  EXPECT_EQ(state["current"]["site"], "sA_store");
  EXPECT_EQ(state["lane"], 5);
}

TEST(Toolbar, TheSwizzleButtonSwitchesOnAndOff) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/###swzA");
    window.wait_for_recording(context);
    IM_CHECK_EQ(window.session().current->cost.max_nway, 1);
    context.ItemClick("//##toolbar/###swzA");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["current"]["nway"], 4);
}

TEST(Toolbar, PresetAndRuleAreChosenFromLists) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.ComboClick("##preset/k10_a100");
    window.wait_for_recording(context);
    context.ItemClick("##rule");
    context.ItemClick("//$FOCUSED/textbook: fixed phases: half-warps for 8 bytes, quarter-warps for 16");
    context.Yield(2);
  });
  EXPECT_EQ(window.state()["preset"], "k10_a100");
  EXPECT_EQ(window.state()["rule"], "textbook");
}

TEST(Toolbar, AFailedRecordingKeepsThePictureAndSaysWhy) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.ComboClick("##backend/GPU");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["error"], "There is no GPU here; record on the emulator.");
  EXPECT_EQ(window.state()["current"]["nway"], 4);
}

TEST(Toolbar, TheThemeButtonSwitches) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) { context.ItemClick("//##toolbar/###theme"); });
  EXPECT_EQ(window.state()["theme"], "light");
}

}  // namespace
}  // namespace gemmscope::ui
