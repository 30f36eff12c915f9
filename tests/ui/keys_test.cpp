// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "app/session/link.h"
#include "app/shell/commands.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

constexpr std::uint32_t kTile = 124, kCopy = 28;  // requests of a warp, see session/stepping_test.cpp

TEST(Keys, ArrowsStepByRequestPhaseKTileAndLine) {
  SessionWindow window(session::small_session());
  const auto request = [&] { return window.session().look.cursor.request; };
  window.run([&](ImGuiTestContext& context) {
    const auto press = [&](ImGuiKeyChord chord) { context.KeyPress(chord), context.Yield(2); };
    press(ImGuiKey_RightArrow);
    IM_CHECK_EQ(request(), 1u);
    press(ImGuiKey_LeftArrow);
    IM_CHECK_EQ(request(), 0u);
    press(ImGuiMod_Shift | ImGuiKey_RightArrow);
    IM_CHECK_EQ(request(), kCopy);
    press(ImGuiMod_Ctrl | ImGuiKey_RightArrow);
    IM_CHECK_EQ(request(), kTile);
    press(ImGuiMod_Ctrl | ImGuiKey_LeftArrow);
    IM_CHECK_EQ(request(), 0u);
    press(ImGuiKey_End);
    IM_CHECK_EQ(window.session().look.k_tile(), format::kEpilogue);
    press(ImGuiKey_Home);
    press(ImGuiKey_N);
    IM_CHECK_EQ(request(), 1u);
    press(ImGuiKey_DownArrow);
    IM_CHECK_EQ(request(), 2u);
  });
}

TEST(Keys, PCyclesThePaddingAndMTheRule) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiKey_P);
    window.wait_for_recording(context);
    context.KeyPress(ImGuiKey_M);
    context.Yield(2);
  });
  EXPECT_EQ(window.state()["numbers"]["PA"], 1);
  EXPECT_EQ(window.state()["rule"], "textbook");
}

TEST(Keys, SpacePlays) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiKey_Space);
    context.Yield(60);
    context.KeyPress(ImGuiKey_Space);
    context.Yield(2);
  });
  EXPECT_FALSE(window.session().look.play.on);
  EXPECT_GE(window.session().look.cursor.request, 7u);  // 8 steps in a second of frames
  EXPECT_LE(window.session().look.cursor.request, 9u);
}

TEST(Keys, NumbersBringViewsToTheFront) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const auto shown = [&](const char* name) { return context.GetWindowByRef(name)->DockTabIsVisible; };
    IM_CHECK(shown("//###shared"));
    IM_CHECK(!shown("//###arrays"));
    context.KeyPress(ImGuiKey_2);
    context.Yield(3);
    IM_CHECK(shown("//###arrays"));
    IM_CHECK(!shown("//###shared"));
  });
}

TEST(Keys, CtrlKFindsAndRunsACommand) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyCharsReplaceEnter("next conflict");
    context.Yield(3);
  });
  EXPECT_EQ(window.session().look.cursor.request, 1u);
}

TEST(Keys, TypingIsNotACommand) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyChars("mp");
    context.KeyPress(ImGuiKey_Escape);
    context.Yield(3);
  });
  EXPECT_EQ(window.state()["rule"], "fused");
  EXPECT_EQ(window.state()["numbers"]["PA"], 0);
}

TEST(Keys, EscapeClosesMenusHelpAndTheListOfCommands) {
  SessionWindow window(session::small_session());
  const auto open = [] { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); };
  window.run([&](ImGuiTestContext& context) {
    const auto closes = [&] {
      context.Yield(3);
      IM_CHECK(open());
      context.KeyPress(ImGuiKey_Escape);
      context.Yield(3);
      IM_CHECK(!open());
    };
    context.ItemClick("//##toolbar/##kernel");
    closes();
    context.KeyPress(ImGuiKey_F1);
    closes();
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    closes();
  });
}

TEST(Keys, AnOpenMenuDoesNotMakeKeysDead) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/##own preset");
    context.Yield(2);
    context.KeyPress(ImGuiKey_N);
    context.Yield(3);
    IM_CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  });
  EXPECT_EQ(window.session().look.cursor.request, 1u);
}

/// Text from elsewhere is refused in one short sentence, not with all words that a link may have.
TEST(Keys, CtrlCSaysWhatItCopiedAndCtrlVRefusesOtherText) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_C), context.Yield(2);
    IM_CHECK(!window.session().desk.notice.empty());
    for (const char* text : {"int x = 5;\nint y = 6;", "https://example.org/a=b", "please=see/below"}) {
      ImGui::SetClipboardText(text);
      context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_V), context.Yield(2);
      const std::string& error = window.session().desk.error;
      IM_CHECK(error.size() > 10 && error.size() < 120);
      IM_CHECK(error.find('\n') == std::string::npos);
    }
    ImGui::SetClipboardText("warp=x");
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_V), context.Yield(2);
    IM_CHECK(window.session().desk.error.find("warp=") != std::string::npos);
  });
}

TEST(Keys, CtrlPlusEnlargesHoweverPlusIsTyped) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const auto scale = [&] { return window.session().desk.scale; };
    for (const ImGuiKeyChord plus : {ImGuiMod_Ctrl | ImGuiKey_Equal, ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal,
                                     ImGuiMod_Ctrl | ImGuiKey_KeypadAdd}) {
      const float before = scale();
      context.KeyPress(plus), context.Yield(2);
      IM_CHECK_GT(scale(), before);
    }
    for (const ImGuiKeyChord minus : {ImGuiMod_Ctrl | ImGuiKey_Minus, ImGuiMod_Ctrl | ImGuiKey_KeypadSubtract}) {
      const float before = scale();
      context.KeyPress(minus), context.Yield(2);
      IM_CHECK_LT(scale(), before);
    }
  });
}

TEST(Keys, F1OpensBesideThePanelThatItExplains) {
  for (const auto& [width, height] : {std::pair{1600, 1000}, std::pair{1280, 720}}) {
    SessionWindow window(session::small_session(), width, height);
    window.run([&](ImGuiTestContext& context) {
      for (const char* id : {"banks", "timeline", "shared"}) {
        const std::string panel = std::string("//###") + id;
        context.WindowFocus(panel.c_str());
        context.KeyPress(ImGuiKey_F1), context.Yield(4);
        IM_CHECK(!ImGui::GetCurrentContext()->OpenPopupStack.empty());
        const ImRect shown = ImGui::GetCurrentContext()->OpenPopupStack.back().Window->Rect();
        const ImRect room = context.GetWindowByRef(panel.c_str())->Rect();
        IM_CHECK_STR_EQ(window.session().desk.panels.explained.c_str(), id);
        IM_CHECK(!room.Overlaps(shown));  // what is explained stays in sight
        const ImVec2 size = ImGui::GetMainViewport()->Size;
        IM_CHECK(size.x >= shown.Max.x && shown.Min.x >= 0 && size.y >= shown.Max.y && shown.Min.y >= 0);
        context.KeyPress(ImGuiKey_Escape), context.Yield(2);
      }
    });
  }
}

TEST(Keys, F1ExplainsTheFocusedPanel) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.WindowFocus("//###banks");
    context.KeyPress(ImGuiKey_F1);
    context.Yield(3);
  });
  EXPECT_EQ(window.session().desk.panels.explained, "banks");
}

TEST(Keys, F1ExplainsTheStageWhereNoPanelHasTheFocusAndElseTheHoveredOne) {
  session::Session small = session::small_session();
  small.desk.panels.focus_view.clear();
  SessionWindow window(std::move(small));
  const auto explained = [&] { return window.session().desk.panels.explained; };
  window.run([&](ImGuiTestContext& context) {
    context.MouseMoveToPos({400, 20});  // the toolbar
    context.KeyPress(ImGuiKey_F1);
    context.Yield(3);
    IM_CHECK_STR_EQ(explained().c_str(), "shared");
    context.PopupCloseAll();
    context.Yield(2);
    context.MouseMove("//###lanes/lanes row 3");
    context.KeyPress(ImGuiKey_F1);
    context.Yield(3);
    IM_CHECK_STR_EQ(explained().c_str(), "lanes");
  });
}

/// GEMMSCOPE_UPDATE_DOCS=1 build/tests/ui/ui_tests --gtest_filter=Keys.ThePage* writes docs/keys.md.
TEST(Keys, ThePageInTheDocumentationHasThemAll) {
  std::string page =
      "# Keys\n\nWritten by tests/ui/keys_test.cpp from the table that the window uses. Ctrl K finds any of "
      "these by its name.\n\n| key | does |\n|---|---|\n";
  for (const shell::Command& command : shell::all_commands())
    page += "| " + (command.keys.empty() ? "by Ctrl K" : command.keys) + " | " + command.title + " |\n";
  constexpr const char* kPath = "docs/keys.md";  // tests run in the repository's root
  if (std::getenv("GEMMSCOPE_UPDATE_DOCS") != nullptr) std::ofstream(kPath) << page;
  std::stringstream written;
  written << std::ifstream(kPath).rdbuf();
  EXPECT_EQ(written.str(), page);
}

TEST(Keys, NoTwoCommandsShareAKey) {
  std::map<int, std::string> taken;
  for (const shell::Command& command : shell::all_commands()) {
    std::vector<int> chords = command.more_chords;
    if (command.chord != 0) chords.push_back(command.chord);
    for (const int chord : chords)
      EXPECT_TRUE(taken.emplace(chord, command.title).second) << command.title << " and " << taken[chord];
  }
}

/// Ctrl K lists what can be done, each once, whatever number of keys it has.
TEST(Keys, NoTwoCommandsDoTheSame) {
  std::map<std::pair<void (*)(session::Session&, int), int>, std::string> taken;
  for (const shell::Command& command : shell::all_commands()) {
    const auto [other, is_new] = taken.emplace(std::pair(command.run, command.argument), command.title);
    EXPECT_TRUE(is_new) << command.title << " and " << other->second;
  }
}

TEST(Keys, MotionCanBeSwitchedOff) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyCharsReplaceEnter("animation");
    context.Yield(3);
    IM_CHECK(!window.session().desk.motion_allowed);
    context.KeyPress(ImGuiKey_P);
    window.wait_for_recording(context);
    IM_CHECK_EQ(session::padding_of(window.session().look), 1u);
    IM_CHECK_EQ(window.session().look.motion, 1.0f);
  });
}

TEST(Keys, CtrlPlusMakesEverythingLargerAndCtrlMinusSmaller) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    for (int i = 0; i < 2; ++i) context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal), context.Yield(2);
    IM_CHECK_EQ(window.session().desk.scale, 1.5f);
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Minus);
    context.Yield(2);
    IM_CHECK_EQ(window.session().desk.scale, 1.25f);
  });
}

TEST(Keys, CtrlCCopiesTheLink) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiKey_RightArrow);
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
    context.Yield(2);
    IM_CHECK_STR_EQ(ImGui::GetClipboardText(), link_of(window.session()).c_str());
  });
  EXPECT_NE(link_of(window.session()).find("request=2"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::ui
