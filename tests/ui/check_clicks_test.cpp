// SPDX-License-Identifier: MIT
// Findings are opened and filtered by mouse and by keys, and deliberately broken kernels chosen.
#include <gtest/gtest.h>

#include "app/session/findings.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

using session::Session;
using session::wrong_session;

/// With the check panel in front.
Session check_session(const std::string& kernel) {
  Session s = wrong_session(kernel);
  s.desk.panels.focus_view = "check";
  return s;
}

TEST(CheckPanel, ClickingARowOpensItsStepAndMarksBothAccesses) {
  SessionWindow window(check_session("warp_tile_no_barrier_before"));
  window.run([&](ImGuiTestContext& context) {
    context.Yield(3);
    context.ItemClick("//###check/check row 0");
    context.Yield(4);
    IM_CHECK_EQ(window.session().desk.panels.stage, std::string("shared"));
    context.ItemClick("//###check/other access");
    context.Yield(2);
  });
  const analysis::Finding& finding = window.session().look.loaded->check.findings[0];
  EXPECT_EQ(window.state()["check"]["chosen"], 0);
  EXPECT_EQ(window.state()["check"]["findings"], 1);
  EXPECT_TRUE(session::is_here(window.session().look, *finding.other));
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//###shared/other access");
    context.Yield(2);
  });
  EXPECT_TRUE(session::is_here(window.session().look, *finding.at));
  EXPECT_EQ(window.state()["lane"], finding.at->lane);
}

TEST(CheckPanel, TheFilterTakesSeveralFaults) {
  SessionWindow window(check_session("block_tile_spilled"));
  window.run([&](ImGuiTestContext& context) {
    context.Yield(3);
    context.ItemClick("//###check/fault 1");
    context.Yield(2);
    IM_CHECK_EQ(session::shown_findings(window.session().look).size(), 1u);
    context.ItemClick("//###check/write after write 2");
    context.Yield(2);
  });
  EXPECT_EQ(window.state()["check"]["shown"], 3);
  window.run([&](ImGuiTestContext& context) { context.ItemClick("//###check/all"), context.Yield(2); });
  EXPECT_EQ(window.state()["check"]["shown"], 3);
}

TEST(CheckPanel, KeysOpenFindingsAndTheirOtherAccess) {
  SessionWindow window(wrong_session("sgemm64_no_barrier"));
  window.run([&](ImGuiTestContext& context) {
    const auto press = [&](ImGuiKeyChord chord) { context.KeyPress(chord), context.Yield(4); };
    press(ImGuiKey_F);
    press(ImGuiKey_F);
    IM_CHECK_EQ(window.session().look.views.check.chosen.value_or(99), 1u);
    press(ImGuiMod_Shift | ImGuiKey_F);
    press(ImGuiKey_O);
  });
  EXPECT_EQ(window.state()["check"]["chosen"], 0);
  EXPECT_TRUE(session::is_here(window.session().look, *window.session().look.loaded->check.findings[0].other));
  EXPECT_TRUE(window.session().desk.panels.focus_beside.empty());  // met
  window.run([&](ImGuiTestContext& context) { context.KeyPress(ImGuiKey_Escape), context.Yield(2); });
  EXPECT_EQ(window.state()["check"]["chosen"], nullptr);
}

/// At 1280 x 720 it is behind Banks at first.
TEST(CheckPanel, OpeningAFindingRaisesTheSource) {
  SessionWindow window(wrong_session("sgemm64_no_barrier"), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    const auto visible = [&](const char* panel) {
      const ImGuiWindow* found = context.GetWindowByRef((std::string("//###") + panel).c_str());
      return found != nullptr && !found->Hidden;
    };
    context.Yield(3);
    IM_CHECK(!visible("source"));
    context.KeyPress(ImGuiKey_F);
    context.Yield(6);
    IM_CHECK(visible("source"));
    IM_CHECK(visible("check"));
    IM_CHECK(visible("shared"));
    context.KeyPress(ImGuiKey_1);
    context.KeyPress(ImGuiKey_F);
    context.Yield(6);
    const std::string line = std::to_string(window.session().look.selected.line.value_or(0));
    IM_CHECK(context.ItemExists(("//###source/line " + line).c_str()));
  });
}

TEST(CheckPanel, TheMenuOffersWrongKernelsUnderTheirHeading) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/##kernel");
    context.ItemClick("//$FOCUSED/###sgemm64_no_tail");
    context.Yield(2);
  });
  EXPECT_TRUE(window.session().desk.panels.to_open.ends_with("kernels/broken/sgemm64_no_tail.cu"));
}

}  // namespace
}  // namespace gemmscope::ui
