// SPDX-License-Identifier: MIT
// Two recordings beside each other: pinned by key, moved by the mouse in either half, exchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/selecting.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/view.h"
#include "app/words/number.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"
#include "tests/ui/window_texts.h"
#include "tracing/format/file.h"

namespace gemmscope::ui {
namespace {

/// PA=0 pinned, PA=1 recorded by the key for the next padding.
void pin_and_pad(SessionWindow& window, ImGuiTestContext& context) {
  context.KeyPress(ImGuiKey_N), context.Yield(2);
  context.KeyPress(ImGuiKey_C), context.Yield(2);
  context.KeyPress(ImGuiKey_P);
  window.wait_for_recording(context);
  context.Yield(3);
}

TEST(Compare, BothAreDrawnAndTheirDifferenceSaid) {
  SessionWindow window(session::small_session(), 1280, 720);
  const draw::Drawings& drawings = window.drawings();
  window.run([&](ImGuiTestContext& context) { pin_and_pad(window, context); });
  const std::vector<Written> written = texts_of(drawings);
  EXPECT_TRUE(says(written, "Baseline: PA=0"));
  EXPECT_TRUE(says(written, "this request: 4 \u2192 2 wavefronts"));
  EXPECT_TRUE(says(written, "4 wavefronts, ideal 1"));
  EXPECT_TRUE(says(written, "2 wavefronts, ideal 1"));
}

/// Once, however many panels show the baseline, and in whatever view is in front on the stage.
TEST(Compare, WhatToDoNextIsSaidUntilItIsDone) {
  for (const views::View& view : views::all_views()) {
    if (view.place != views::Place::kStage) continue;
    SessionWindow window(session::small_session());
    const draw::Drawings& drawings = window.drawings();
    const auto hints = [&] {
      return std::ranges::count_if(texts_of(drawings), [](const Written& written) {
        return written.text.find(views::kChooseNext) != std::string::npos;
      });
    };
    window.session().desk.panels.focus_view = view.id;
    window.run([&](ImGuiTestContext& context) {
      context.Yield(3);
      EXPECT_EQ(hints(), 0);
      context.KeyPress(ImGuiKey_C), context.Yield(3);
      EXPECT_EQ(hints(), 1) << view.id;
      context.KeyPress(ImGuiKey_P);
      window.wait_for_recording(context);
      context.Yield(3);
      EXPECT_EQ(hints(), 0) << view.id;
    });
  }
}

/// The ladder's kernels and programs.
TEST(Compare, BanksAndSharedShowBothSidesInUsualWindows) {
  auto program = format::read_file("tests/data/recorded/product.gst");
  ASSERT_TRUE(program) << program.error().message;
  const auto loaded = std::make_shared<const session::Loaded>(std::move(*program));
  for (const auto& size : {std::pair{1280, 720}, {1600, 1000}})
    for (const bool of_program : {false, true}) {
      const auto [width, height] = size;
      const int across = width;  // clang 14 cannot capture a structured binding
      session::Session s = session::small_session();
      if (of_program) session::open(s, loaded);
      session::toggle_baseline(s);
      s.desk.panels.focus_view = "shared";
      SessionWindow window(std::move(s), width, height);
      const draw::Drawings& drawings = window.drawings();
      window.run([&](ImGuiTestContext& context) {
        context.Yield(4);
        for (const char* half : {"baseline", "shown"})
          EXPECT_TRUE(context.ItemExists((std::string("//###banks/") + half + "/lane 0").c_str()))
              << half << ' ' << across << ' ' << of_program;
      });
      const auto bytes = std::ranges::count_if(texts_of(drawings), [](const Written& written) {
        return written.on.ends_with("###shared") && written.text == "byte";
      });
      EXPECT_TRUE(bytes == 2 || !of_program) << bytes << " memories, " << width;
    }
}

TEST(Compare, MetricsSaysTheChangeOfEachNumber) {
  SessionWindow window(session::small_session());
  const draw::Drawings& drawings = window.drawings();
  window.run([&](ImGuiTestContext& context) { pin_and_pad(window, context); });
  const session::Session& s = window.session();
  const auto* now = s.look.summary.site("As_store");
  const auto* before = s.baseline->look.summary.site("As_store");
  const auto change = static_cast<std::int64_t>(now->count.by(s.look.rule).wavefronts) -
                      static_cast<std::int64_t>(before->count.by(s.look.rule).wavefronts);
  ASSERT_LT(change, 0);
  EXPECT_TRUE(says(texts_of(drawings), words::with_sign(change)));
  const auto loads = static_cast<std::int64_t>(s.look.summary.site("As_load")->count.requests) -
                     static_cast<std::int64_t>(s.baseline->look.summary.site("As_load")->count.requests);
  ASSERT_GT(loads, 0);  // narrower, and so more
  EXPECT_TRUE(says(texts_of(drawings), words::with_sign(loads)));
}

TEST(Compare, AClickInTheBaselinesHalfSelectsInBoth) {
  SessionWindow window(session::small_session(), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    pin_and_pad(window, context);
    context.ItemClick("//###banks/baseline/lane 9");
    context.Yield(3);
    IM_CHECK(window.session().look.selected.lane == 9);
    IM_CHECK(window.session().baseline->look.selected.lane == 9);
    context.ItemClick("//###banks/shown/lane 12");
    context.Yield(3);
    IM_CHECK(window.session().look.selected.lane == 12);
    IM_CHECK(window.session().baseline->look.selected.lane == 12);
  });
}

TEST(Compare, AClickInEitherMemoryOfSharedSelectsInBoth) {
  SessionWindow window(session::small_session(), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    pin_and_pad(window, context);
    window.session().desk.panels.focus_view = "shared";
    context.Yield(3);
    context.ItemClick("//###shared/memory lines 0 of the baseline");  // As[0][16], which no lane touches
    context.Yield(3);
    const auto baselines = window.session().baseline->look.selected.cell;
    IM_CHECK(baselines && window.session().look.selected.cell == baselines);
    context.ItemClick("//###shared/memory lines 0");
    context.Yield(3);
    IM_CHECK(window.session().baseline->look.selected.cell == window.session().look.selected.cell);
  });
}

TEST(Compare, StepsMoveBothAndXExchangesThem) {
  SessionWindow window(session::small_session(), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    pin_and_pad(window, context);
    context.KeyPress(ImGuiKey_RightArrow), context.Yield(3);
    IM_CHECK_EQ(window.session().look.cursor.request, 2u);
    IM_CHECK_EQ(window.session().baseline->look.cursor.request, 2u);
    context.KeyPress(ImGuiKey_X), context.Yield(3);
    IM_CHECK_EQ(session::number(window.session(), "PA"), 0);
    IM_CHECK_EQ(window.session().look.current->cost.wavefronts, 4);
    context.KeyPress(ImGuiKey_C), context.Yield(3);
    IM_CHECK(!window.session().baseline);
  });
}

/// Pinned, padded and exchanged, counted by another rule: all of it undone and redone by keys alone.
TEST(Compare, KeysUndoAndRedoEachChange) {
  SessionWindow window(session::small_session(), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    const auto press = [&](ImGuiKeyChord chord) { context.KeyPress(chord), context.Yield(3); };
    std::vector<std::string> links;
    const auto note = [&] { links.push_back(link_of(window.session())); };
    press(ImGuiKey_N), note();
    press(ImGuiKey_C), note();
    press(ImGuiKey_P), window.wait_for_recording(context), note();
    press(ImGuiKey_X), note();
    press(ImGuiKey_M), note();
    press(ImGuiKey_C), note();
    for (std::size_t i = links.size() - 1; i-- > 0;) {
      press(ImGuiMod_Ctrl | ImGuiKey_Z), window.wait_for_recording(context);
      IM_CHECK_STR_EQ(link_of(window.session()).c_str(), links[i].c_str());
    }
    for (std::size_t i = 1; i < links.size(); ++i) {
      press(i % 2 != 0 ? ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z : ImGuiMod_Ctrl | ImGuiKey_Y);
      window.wait_for_recording(context);
      IM_CHECK_STR_EQ(link_of(window.session()).c_str(), links[i].c_str());
    }
  });
}

/// The same by the mouse alone: a view's tab, the pin, a padding, and the buttons that undo and redo.
TEST(Compare, ClicksUndoAndRedoEachChange) {
  session::Session at_the_store = session::small_session();
  select_line(at_the_store.look, session::line_of(at_the_store, "As_store"));
  SessionWindow window(std::move(at_the_store));
  window.run([&](ImGuiTestContext& context) {
    const auto click = [&](const char* item) { context.ItemClick(item), context.Yield(3); };
    std::vector<std::string> links;
    const auto note = [&] { links.push_back(link_of(window.session())); };
    note();
    click("//###shared/whole tile"), note();
    click("//##toolbar/###compare"), note();
    click("//##toolbar/4##PA4"), window.wait_for_recording(context), note();
    for (std::size_t i = links.size() - 1; i-- > 0;) {
      click("//##toolbar/###undo"), window.wait_for_recording(context);
      IM_CHECK_EQ(window.session().baseline.has_value(), i == 2);
      IM_CHECK_STR_EQ(link_of(window.session()).c_str(), links[i].c_str());
    }
    for (std::size_t i = 1; i < links.size(); ++i) click("//##toolbar/###redo"), window.wait_for_recording(context);
    IM_CHECK_STR_EQ(link_of(window.session()).c_str(), links.back().c_str());
    IM_CHECK(window.session().history.forward.empty());
  });
}

/// What Ctrl C copies in one window, Ctrl V brings to another: what is shown, and where one looks.
TEST(Compare, ACopiedLinkBringsWhatIsShownToAnotherWindow) {
  std::string link;
  {
    SessionWindow window(session::small_session(), 1280, 720);
    window.run([&](ImGuiTestContext& context) {
      pin_and_pad(window, context);
      context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_C), context.Yield(2);
      link = ImGui::GetClipboardText();
    });
  }
  SessionWindow window(session::small_session({{"PB", "4"}}), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    ImGui::SetClipboardText(link.c_str());
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
    window.wait_for_recording(context);
    IM_CHECK(!window.session().baseline.has_value());
    IM_CHECK_STR_EQ(link_of(window.session()).c_str(), link.c_str());
  });
}

TEST(Compare, TheWindowSleepsBesideABaseline) {
  SessionWindow window(session::small_session(), 1280, 720);
  window.run([&](ImGuiTestContext& context) { pin_and_pad(window, context); });
  window.draw_until_asleep();
}

}  // namespace
}  // namespace gemmscope::ui
