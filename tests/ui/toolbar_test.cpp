// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/own_numbers.h"
#include "app/session/selecting.h"
#include "app/session/shipped.h"
#include "tests/session/fixture.h"
#include "tests/steps/compiled.h"
#include "tests/ui/session_window.h"
#include "tracing/format/input_file.h"

namespace gemmscope::ui {
namespace {

session::Session at_the_as_store() {
  session::Session s = session::small_session();
  select_line(s.look, session::line_of(s, "As_store"));
  select_lane(s.look, 5);
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
  EXPECT_EQ(state["numbers"]["PA"], 4);
  EXPECT_EQ(state["current"]["nway"], 2);
  EXPECT_EQ(state["current"]["site"], "As_store");
  EXPECT_EQ(state["lane"], 5);
}

TEST(Toolbar, EveryStepHasButtonsForItsPaddings) {
  for (const std::string& kernel : testing::all_steps()) {
    session::Session session = session::session_on(kernel);
    const std::vector<session::OwnNumber> numbers = own_numbers(session);
    SessionWindow window(std::move(session), 2400, 1000);  // where nothing is folded
    int buttons = 0;
    window.run([&](ImGuiTestContext& context) {
      for (const session::OwnNumber& number : numbers) {
        if (!number.note.padding) continue;
        IM_CHECK(context.ItemExists(("//##toolbar/0##" + number.name + "0").c_str()));
        ++buttons;
      }
    });
    const std::string text = format::text_in(testing::file_of({.name = kernel}).string());
    if (text.find(" range PA") != text.npos || text.find(" range pad") != text.npos) {
      EXPECT_GT(buttons, 0) << kernel;
    }
    if (kernel == "naive" || kernel == "coalesced") {
      EXPECT_EQ(buttons, 0) << kernel;
    }
  }
}

/// In the window that people get at first, what is changed most is seen.
TEST(Toolbar, HasPaddingsAndSizeIn1600Points) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    for (const char* item : {"##kernel", "##own preset", "##own size", "0##PA0", "0##PB0", "###record", "###undo"})
      IM_CHECK(context.ItemExists(("//##toolbar/" + std::string(item)).c_str()));
  });
}

/// Whatever the kernel and the width: one row, inside the window, and all that has no room is in the menu.
TEST(Toolbar, IsOneRowAndFoldsWhatHasNoRoom) {
  for (const int width : {1600, 1280, 640})
    for (const std::string& kernel : testing::all_steps()) {
      session::Session session = session::session_on(kernel);
      SessionWindow window(std::move(session), width, 720);
      bool folded = false;
      window.run([&](ImGuiTestContext& context) {
        const ImGuiWindow* bar = context.GetWindowByRef("//##toolbar");
        EXPECT_EQ(bar->Size.y, 46.0f);
        ImGuiTestItemList items;
        context.GatherItems(&items, "//##toolbar");
        for (const ImGuiTestItemInfo& item : items) {
          EXPECT_NEAR(item.RectFull.GetCenter().y, 23, 3) << kernel << " " << item.DebugLabel;
          EXPECT_LE(item.RectFull.Max.x, static_cast<float>(width)) << kernel << " " << item.DebugLabel;
        }
        folded = !context.ItemExists("//##toolbar/###theme");
        if (!folded) return;
        context.ItemClick("//##toolbar/###more");
        context.ItemClick("//$FOCUSED/###theme");
        context.Yield(2);
      });
      EXPECT_TRUE(folded || width > 640) << kernel;
      EXPECT_EQ(window.session().desk.theme, folded ? session::Theme::kLight : session::Theme::kDark) << kernel;
    }
}

TEST(Toolbar, PresetAndRuleAreChosenFromLists) {
  SessionWindow window(at_the_as_store(), 3000, 1000);
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.ComboClick("##own preset/k10_a100");
    window.wait_for_recording(context);
    context.ItemClick("##rule");
    context.ItemClick("//$FOCUSED/textbook: fixed phases: half-warps for 8 bytes, quarter-warps for 16");
    context.Yield(2);
  });
  EXPECT_EQ(own_preset(window.session()), "k10_a100");
  EXPECT_EQ(window.session().look.recording()->grid_y, 4u);
  EXPECT_EQ(window.state()["rule"], "textbook");
}

TEST(Toolbar, OfARecordingAloneHasNothingToChange) {
  SessionWindow window(session::opened(session::small_recording()));
  window.run([&](ImGuiTestContext& context) {
    IM_CHECK(context.ItemExists("//##toolbar/##kernel"));
    for (const char* item : {"##own preset", "##own size", "4##PA4"})
      IM_CHECK(!context.ItemExists(("//##toolbar/" + std::string(item)).c_str()));
    context.ItemClick("//##toolbar/###record");
    context.Yield(2);
  });
  EXPECT_NE(window.session().desk.notice.find(".cu file"), std::string::npos) << window.session().desk.notice;
}

TEST(Toolbar, TheSizeOfAStepIsChosenFromAList) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.ItemClick("##own size");
    context.ItemClick("//$FOCUSED/128 \u00d7 128 \u00d7 128");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.session().look.recording()->M, 128u);
  EXPECT_EQ(window.session().look.recording()->k_tiles, 8u);
}

TEST(Toolbar, AGpusRecordingOfTheKernelIsOpenedWithoutAGpu) {
  const auto shipped = session::shipped_recordings();
  const auto of_gpu = std::ranges::find_if(
      shipped, [](const session::ShippedRecording& r) { return r.kernel == "warp_tile" && r.recorder != "emulator"; });
  ASSERT_NE(of_gpu, shipped.end());
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/##kernel");
    context.ItemClick(("//$FOCUSED/" + of_gpu->recorder + ", " + of_gpu->date).c_str());
    context.Yield(3);
  });
  EXPECT_EQ(window.session().look.recording()->origin.device, of_gpu->recorder);
  EXPECT_EQ(window.session().look.recording()->N, 384u);
  EXPECT_EQ(window.session().desk.notice, "");
}

/// Over the status bar, so that nothing moves when it comes and goes.
TEST(Toolbar, AMessageMovesNothing) {
  SessionWindow window(at_the_as_store());
  window.session().desk.error = "my.cu was not compiled";
  ImVec2 banks, banks_now;
  float stage_height = 0, stage_height_now = 0;
  window.run([&](ImGuiTestContext& context) {
    context.Yield(3);
    banks = context.GetWindowByRef("//###banks")->Pos, stage_height = context.GetWindowByRef("//###shared")->Size.y;
    IM_CHECK(context.GetWindowByRef("//##message")->Active);
    IM_CHECK(context.GetWindowByRef("//##status")->Active);
    context.KeyPress(ImGuiKey_Escape);
    context.Yield(3);
    banks_now = context.GetWindowByRef("//###banks")->Pos;
    stage_height_now = context.GetWindowByRef("//###shared")->Size.y;
    IM_CHECK(!context.GetWindowByRef("//##message")->Active);
  });
  EXPECT_EQ(banks.y, banks_now.y);  // nothing moved
  EXPECT_EQ(stage_height, stage_height_now);
  EXPECT_EQ(window.state()["error"], "");
}

/// The window sleeps when nothing happens, so a tooltip that waits would never come.
TEST(Toolbar, TooltipsAreThereInTheNextFrame) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.MouseMove("4##PA4");
    context.Yield(2);
    const ImVector<ImGuiWindow*>& all = ImGui::GetCurrentContext()->Windows;
    IM_CHECK(std::any_of(all.begin(), all.end(),
                         [](const ImGuiWindow* w) { return w->Active && (w->Flags & ImGuiWindowFlags_Tooltip) != 0; }));
  });
}

TEST(Toolbar, TheThemeButtonSwitches) {
  SessionWindow window(at_the_as_store(), 3000, 1000);
  window.run([&](ImGuiTestContext& context) { context.ItemClick("//##toolbar/###theme"); });
  EXPECT_EQ(window.state()["theme"], "light");
}

TEST(Toolbar, OpensAStepOfTheLadderAsAProgram) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/##kernel");
    context.ItemClick("//$FOCUSED/###step 10");
    context.Yield(2);
  });
  EXPECT_TRUE(window.session().desk.panels.to_open.ends_with("kernels/10_warp_tile.cu"));
}

}  // namespace
}  // namespace gemmscope::ui
