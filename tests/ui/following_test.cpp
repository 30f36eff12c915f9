// SPDX-License-Identifier: MIT
// Following an element through the window: by keys alone, and by the mouse alone.
#include <gtest/gtest.h>

#include "app/session/following.h"
#include "app/session/link.h"
#include "app/session/selecting.h"
#include "app/session/study.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"
#include "tests/ui/window_texts.h"

namespace gemmscope::ui {
namespace {

using session::Session;

/// The default recording at a load of A, lane 5 selected.
Session at_a_load() {
  Session s = session::small_session();
  EXPECT_TRUE(follow(s, *session::parse_link("site=A_load/lane=5")));
  return s;
}

TEST(Following, KeysFollowStepFromUseToUseAndLetGo) {
  SessionWindow window(at_a_load());
  window.run([&](ImGuiTestContext& context) {
    const session::Look& look = window.session().look;
    context.KeyPress(ImGuiKey_E), context.Yield(2);
    IM_CHECK(session::life_of(look) && session::life_of(look)->element);
    const auto first = session::use_here(look);
    IM_CHECK(first.has_value());
    context.KeyPress(ImGuiKey_U), context.Yield(2);
    const auto second = session::use_here(look);
    IM_CHECK(second.has_value() && *second > *first);
    IM_CHECK(session::life_of(look)->uses[*second].kind == analysis::UseKind::kSharedStore);
    context.KeyPress(ImGuiKey_U | ImGuiMod_Shift), context.Yield(2);
    IM_CHECK(session::use_here(look) == first);
    context.KeyPress(ImGuiKey_Escape), context.Yield(2);
    context.KeyPress(ImGuiKey_E), context.Yield(2);
    IM_CHECK(!look.followed);
  });
}

TEST(Following, TheMouseFollowsStepsAndLetsGo) {
  SessionWindow window(at_a_load());
  const draw::Drawings& drawings = window.drawings();
  window.run([&](ImGuiTestContext& context) {
    const session::Look& look = window.session().look;
    context.ItemClick("//###shared/follow"), context.Yield(2);
    IM_CHECK(session::life_of(look) && session::life_of(look)->element);
    const session::Cursor before = look.cursor;
    context.ItemClick("//###shared/next use"), context.Yield(2);
    IM_CHECK(session::use_here(look).has_value());
    IM_CHECK(look.cursor != before);
    IM_CHECK(says(texts_of(drawings), "use 2 of "));
    context.ItemClick("//###shared/previous use"), context.Yield(2);
    IM_CHECK(look.cursor == before);
    context.ItemClick("//###shared/let go"), context.Yield(2);
    IM_CHECK(!look.followed);
  });
}

/// From the selected lane to where its value ends, in four actions.
TEST(Following, FourClicksShowItsWayFromGlobalMemoryToC) {
  SessionWindow window(at_a_load());
  window.run([&](ImGuiTestContext& context) {
    const session::Session& s = window.session();
    context.ItemClick("//###shared/follow"), context.Yield(2);
    context.ItemClick("//###shared/station 2"), context.Yield(2);
    IM_CHECK_STR_EQ(s.desk.panels.stage.c_str(), "shared");
    context.ItemClick("//###shared/station 3"), context.Yield(4);
    IM_CHECK_STR_EQ(s.desk.panels.stage.c_str(), "writers");
    context.ItemClick("//###writers/station 4"), context.Yield(4);
    IM_CHECK_STR_EQ(s.desk.panels.stage.c_str(), "stores");
    const analysis::Life* life = session::life_of(s.look);
    IM_CHECK(life->uses[*session::use_here(s.look)].kind == analysis::UseKind::kGlobalStore);
  });
}

/// Space plays from use to use; and U animates, with the keys alone.
TEST(Following, SpacePlaysFromUseToUse) {
  SessionWindow window(at_a_load());
  window.run([&](ImGuiTestContext& context) {
    const session::Look& look = window.session().look;
    context.KeyPress(ImGuiKey_E), context.Yield(2);
    context.KeyPress(ImGuiKey_U), context.Yield(1);
    IM_CHECK(look.motion < 1 && look.use_before.has_value());
    context.Yield(60);
    IM_CHECK(look.motion == 1);
    const auto before = session::use_here(look);
    context.KeyPress(ImGuiKey_Space);
    for (int i = 0; i < 300 && look.play.on; ++i) {
      context.Yield();
      IM_CHECK(session::use_here(look).has_value());
    }
    IM_CHECK(session::use_here(look) > before);
    IM_CHECK(!session::next_use(look, +1).has_value());
  });
}

}  // namespace
}  // namespace gemmscope::ui
