// SPDX-License-Identifier: MIT
// The panels Limits and Reuse, by mouse and by keyboard.
#include <gtest/gtest.h>

#include "app/session/studying.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

session::Session looking_at(const char* view) {
  session::Session s = session::small_session();
  s.desk.panels.focus_view = view;
  return s;
}

TEST(Limits, IsFoundByItsNameAndCountsByTheChosenRule) {
  SessionWindow window(looking_at("timeline"));
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyChars("Show Limits");
    context.Yield(2);
    context.KeyPress(ImGuiKey_Enter);
    context.Yield(5);
    IM_CHECK(session::limits_of(window.session().look) != nullptr);
    IM_CHECK(session::reuse_of(window.session().look) == nullptr);  // nobody looks at it
    context.KeyPress(ImGuiKey_M);
    context.Yield(3);
    IM_CHECK(session::limits_of(window.session().look) != nullptr);
  });
  EXPECT_EQ(window.state()["rule"], "textbook");
}

TEST(Reuse, ShowsALaunchOrABlock) {
  SessionWindow window(looking_at("reuse"));
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//###reuse/per block");
    context.Yield(2);
    IM_CHECK(window.session().look.views.reuse.block);
    context.ItemClick("//###reuse/whole launch");
    context.Yield(2);
    IM_CHECK(!window.session().look.views.reuse.block);
  });
}

}  // namespace
}  // namespace gemmscope::ui
