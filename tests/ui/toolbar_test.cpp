// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/selecting.h"
#include "app/session/shipped.h"
#include "kernels/table.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tests/ui/session_window.h"
#include "tracing/format/file.h"

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
  EXPECT_EQ(state["parameters"]["PA"], "4");
  EXPECT_EQ(state["current"]["nway"], 2);
  EXPECT_EQ(state["current"]["site"], "As_store");
  EXPECT_EQ(state["lane"], 5);
}

TEST(Toolbar, TheSwizzleButtonSwitchesOnAndOff) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/###swzA");
    window.wait_for_recording(context);
    IM_CHECK_EQ(window.session().look.current->cost.max_nway, 1);
    context.ItemClick("//##toolbar/###swzA");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["current"]["nway"], 4);
}

TEST(Toolbar, EveryParameterWithChoicesHasAButton) {
  SessionWindow window(at_the_as_store());
  const kernels::KernelInfo& kernel = *kernels::find_kernel("warp_tile");
  window.run([&](ImGuiTestContext& context) {
    for (const kernels::ParameterInfo& p : kernel.parameters)
      if (!p.choices.empty()) IM_CHECK(context.ItemExists(("//##toolbar/###" + std::string(p.name)).c_str()));
    context.ItemClick("//##toolbar/###vec");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["parameters"]["vec"], "scalar");
}

TEST(Toolbar, EveryKernelHasButtonsForItsPaddingsAndChoices) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) {
    record::RecordRequest request;
    request.kernel = kernel.name;
    request.M = request.N = 128, request.K = 16;
    session::Session session;
    open(session, session::recording_of(request));
    SessionWindow window(std::move(session), 2400, 1000);  // where nothing is folded
    window.run([&](ImGuiTestContext& context) {
      for (const kernels::ParameterInfo& p : kernel.parameters) {
        const std::string name(p.name);
        if (p.value.empty()) continue;  // the preset's
        const std::string button = p.choices.empty() ? "0##" + name + "0" : "###" + name;
        IM_CHECK(context.ItemExists(("//##toolbar/" + button).c_str()));
      }
    });
  }
}

/// In the window that people get at first, all of the usual kernel's toolbar is seen.
TEST(Toolbar, FitsInto1600Points) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    IM_CHECK(context.ItemExists("//##toolbar/###theme"));
    IM_CHECK(!context.ItemExists("//##toolbar/###more"));
  });
}

/// Whatever the kernel and the width: one row, inside the window, and all that has no room is in the menu.
TEST(Toolbar, IsOneRowAndFoldsWhatHasNoRoom) {
  for (const int width : {1600, 1280, 640})
    for (const kernels::KernelInfo& kernel : kernels::all_kernels()) {
      record::RecordRequest request;
      request.kernel = kernel.name;
      request.M = request.N = 64, request.K = 16;
      session::Session session;
      open(session, session::recording_of(request));
      SessionWindow window(std::move(session), width, 720);
      bool folded = false;
      window.run([&](ImGuiTestContext& context) {
        const ImGuiWindow* bar = context.GetWindowByRef("//##toolbar");
        EXPECT_EQ(bar->Size.y, 46.0f);
        ImGuiTestItemList items;
        context.GatherItems(&items, "//##toolbar");
        for (const ImGuiTestItemInfo& item : items) {
          EXPECT_NEAR(item.RectFull.GetCenter().y, 23, 3) << kernel.name << " " << item.DebugLabel;
          EXPECT_LE(item.RectFull.Max.x, static_cast<float>(width)) << kernel.name << " " << item.DebugLabel;
        }
        folded = !context.ItemExists("//##toolbar/###theme");
        if (!folded) return;
        context.ItemClick("//##toolbar/###more");
        context.ItemClick("//$FOCUSED/###theme");
        context.Yield(2);
      });
      EXPECT_TRUE(folded || width > 640) << kernel.name;
      EXPECT_EQ(window.session().desk.theme, folded ? session::Theme::kLight : session::Theme::kDark) << kernel.name;
    }
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

/// A student's kernel may be called naive.
TEST(Toolbar, AProgramsKernelHasNoPresetsOfTheLadder) {
  format::Recording r = format::read_file("tests/data/recorded/product.gst").value();
  r.kernel = "warp_tile";
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(std::move(r)));
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    IM_CHECK(context.ItemExists("//##toolbar/##kernel"));
    IM_CHECK(!context.ItemExists("//##toolbar/##preset"));
    IM_CHECK(!context.ItemExists("//##toolbar/4##PA4"));
    IM_CHECK(!context.ItemExists("//##toolbar/###swzA"));
  });
  EXPECT_FALSE(session::has_parameter(window.session(), "PA"));
}

TEST(Toolbar, TileSizesAreFields) {
  const TemporaryFolder cache;
  ::setenv("GEMMSCOPE_CACHE", cache.path().c_str(), 1);
  SessionWindow window(at_the_as_store());
  const auto type = [&](ImGuiTestContext& context, const char* name, int value) {
    context.ItemClick("//##toolbar/##preset");
    context.ItemInputValue(("//$FOCUSED/##tile " + std::string(name)).c_str(), value);
    context.Yield(2);
  };
  window.run([&](ImGuiTestContext& context) {
    type(context, "BM", 96);
    EXPECT_NE(window.session().bench.draft_refused.find("WM must divide BM"), std::string::npos);
    EXPECT_FALSE(window.session().bench.recording_now);
    context.KeyPress(ImGuiKey_Escape);
    type(context, "BM", 128);
    context.KeyPress(ImGuiKey_Escape);
    type(context, "BK", 32);
    EXPECT_EQ(window.state()["preset"], "k10_a6000");  // what was shown stays until the other is there
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["preset"], "k10_a6000 BK=32");
  EXPECT_EQ(window.session().desk.error, "");
  ::unsetenv("GEMMSCOPE_CACHE");
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

TEST(Toolbar, AFailedRecordingKeepsThePictureAndSaysWhy) {
  SessionWindow window(at_the_as_store());
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.ComboClick("##backend/GPU");
    window.wait_for_recording(context);
  });
  EXPECT_EQ(window.state()["error"], "There is no GPU here; record on the emulator.");
  EXPECT_EQ(window.state()["current"]["nway"], 4);
  EXPECT_EQ(window.session().bench.wanted.backend, record::Backend::kCpu);  // what the picture was made with
  ImVec2 banks, banks_now;
  float stage_height = 0, stage_height_now = 0;
  window.run([&](ImGuiTestContext& context) {
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
    context.ItemClick("##preset");
    context.MouseMove("//##Combo_00/k10_a100");
    context.Yield(2);
    const ImVector<ImGuiWindow*>& all = ImGui::GetCurrentContext()->Windows;
    IM_CHECK(std::any_of(all.begin(), all.end(),
                         [](const ImGuiWindow* w) { return w->Active && (w->Flags & ImGuiWindowFlags_Tooltip) != 0; }));
  });
}

TEST(Toolbar, TheThemeButtonSwitches) {
  SessionWindow window(at_the_as_store());
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
