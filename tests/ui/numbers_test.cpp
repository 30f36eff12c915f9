// SPDX-License-Identifier: MIT
// Numbers of an own program: fields in the toolbar, and a sweep over one of them.
#include <gtest/gtest.h>

#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "tests/format/example_recording.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

using session::Numbers;

session::ProgramRun run_with(const std::vector<session::OwnNumber>& known, const Numbers& numbers) {
  format::Recording recording = format::testing::recording_with_z();
  session::ProgramRun run;
  run.launches = {std::make_shared<const session::Loaded>(std::move(recording))};
  run.known = known, run.numbers = numbers;
  return run;
}

const std::vector<session::OwnNumber> kKnown{{"TILE", 16, 3, 16}, {"PAD", 0, 4, 0}};

session::Session own_session(const std::vector<session::OwnNumber>& known = kKnown, const Numbers& numbers = {}) {
  session::Session s;
  s.own.source = "my.cu";
  take_up(s, run_with(known, numbers));
  return s;
}

TEST(Numbers, HaveArrowsAndAWayBack) {
  SessionWindow window(own_session());
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/\u203a##more TILE");
    context.ItemClick("//##toolbar/\u203a##more PAD");
    context.ItemClick("//##toolbar/\u203a##more PAD");
    context.Yield(2);
    EXPECT_EQ(window.session().own.numbers, (Numbers{{"TILE", "32"}, {"PAD", "2"}}));
    EXPECT_TRUE(window.session().own.due);
    context.ItemClick("//##toolbar/\u2039##less TILE");
    context.Yield(2);
    EXPECT_EQ(window.session().own.numbers, (Numbers{{"PAD", "2"}}));
    context.ItemClick("//##toolbar/###numbers");
    context.Yield(2);
    EXPECT_TRUE(window.session().own.numbers.empty());
  });
}

TEST(Numbers, AreTyped) {
  SessionWindow window(own_session());
  window.run([&](ImGuiTestContext& context) {
    context.ItemInputValue("//##toolbar/##number PAD", 5);
    context.Yield(2);
  });
  EXPECT_EQ(window.session().own.numbers, (Numbers{{"PAD", "5"}}));
}

const std::vector<session::OwnNumber> kPadded{
    {"TILE", 16, 3, 16},
    {"PA", 0, 4, 0, {.comment = "floats", .values = {0, 1, 2}, .pads = {"tile"}, .padding = true}},
    {"vec", 4, 5, 4, {.comment = "4 or 2", .values = {2, 4}, .pads = {}}}};

TEST(Numbers, WithListedValuesHaveAButtonForEach) {
  SessionWindow window(own_session(kPadded));
  window.run([&](ImGuiTestContext& context) {
    EXPECT_LT(context.ItemInfo("//##toolbar/2##PA2").RectFull.Min.x,
              context.ItemInfo("//##toolbar/##number TILE").RectFull.Min.x)
        << "they are turned most often";
    IM_CHECK(!context.ItemExists("//##toolbar/##number PA"));
    IM_CHECK(!context.ItemExists("//##toolbar/\u2026##other vec"));
    context.ItemClick("//##toolbar/2##PA2");
    context.ItemClick("//##toolbar/2##vec2");
    context.Yield(2);
    EXPECT_EQ(window.session().own.numbers, (Numbers{{"PA", "2"}, {"vec", "2"}}));
    context.KeyPress(ImGuiKey_P);
    context.KeyPress(ImGuiKey_V);
    context.Yield(2);
    EXPECT_TRUE(window.session().own.numbers.empty());
    context.ItemClick("//##toolbar/\u2026##other PA");
    context.ItemInputValue("//$FOCUSED/##number PA", 5);
    context.Yield(2);
    EXPECT_EQ(window.session().own.numbers, (Numbers{{"PA", "5"}}));
    IM_CHECK(context.ItemExists("//##toolbar/5##PA5"));
  });
}

TEST(Numbers, ThatGiveNothingToShowAreOfferedForAnotherTry) {
  session::Session s;
  s.own.source = "my.cu";
  session::ProgramRun run = run_with(kKnown, {{"PAD", "3"}});
  run.launches.clear(), run.failure = "my.cu ended with 2";
  take_up(s, std::move(run));
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//##toolbar/###numbers");
    context.Yield(2);
  });
  EXPECT_TRUE(window.session().own.numbers.empty());
  EXPECT_TRUE(window.session().own.due);
}

TEST(Numbers, OfAStepBeginWithItsSize) {
  session::Session s = own_session();
  s.own.files = {"my.cu", "gemm.h"};
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//##toolbar");
    context.ComboClick("##own size/512 \u00d7 512 \u00d7 512");
    context.Yield(2);
    EXPECT_EQ(window.session().own.numbers, (Numbers{{"arguments", "512 512 512"}}));
    context.ItemClick("##own size");
    context.ItemInputValue("//$FOCUSED/beta", 2.5f);
    context.Yield(2);
    EXPECT_EQ(window.session().own.numbers, (Numbers{{"arguments", "512 512 512 1 2.5"}}));
  });
}

TEST(Numbers, ThatHaveNoRoomAreInTheMenu) {
  std::vector<session::OwnNumber> many;
  for (int i = 0; i < 30; ++i) many.push_back({"kNumber" + std::to_string(i), i, 1, i});
  SessionWindow window(own_session(many), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    IM_CHECK(context.ItemExists("//##toolbar/##number kNumber0"));
    IM_CHECK(!context.ItemExists("//##toolbar/##number kNumber29"));
    context.ItemClick("//##toolbar/###more");
    context.ItemClick("//$FOCUSED/\u203a##more kNumber29");
    context.Yield(2);
  });
  EXPECT_EQ(window.session().own.numbers, (Numbers{{"kNumber29", "30"}}));
}

TEST(Numbers, OfPresetsAreInAListAndBehindTheOthers) {
  session::Session s = own_session();
  s.own.presets = {{"small", {{"TILE", "8"}}}, {"large", {{"TILE", "32"}}}};
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    EXPECT_LT(context.ItemInfo("//##toolbar/##number PAD").RectFull.Min.x,
              context.ItemInfo("//##toolbar/##number TILE").RectFull.Min.x);
    context.SetRef("//##toolbar");
    context.ComboClick("##own preset/large");
    context.Yield(2);
  });
  EXPECT_EQ(window.session().own.numbers, (Numbers{{"TILE", "32"}}));
}

TEST(Numbers, OfARecordingAloneAreNotOffered) {
  session::Session s = own_session();
  s.own.launches.clear();  // a recording was opened since
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) { IM_CHECK(!context.ItemExists("//##toolbar/##number PAD")); });
}

TEST(Numbers, AreSweptFromTheirPanel) {
  session::Session s = own_session();
  s.desk.panels.focus_view = "sweep";
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    context.SetRef("//###sweep");
    IM_CHECK(!context.ItemExists("start"));
    context.ItemClick("number PAD");
    context.ItemClick("value TILE=16");
    context.ItemClick("value TILE=32");
    context.ItemClick("value PAD=8");
    context.ItemClick("start");
    context.Yield(2);
  });
  EXPECT_TRUE(window.session().look.views.sweep.on);
  EXPECT_EQ(window.session().look.views.sweep.over, "PAD=0/1/2/3/4,TILE=16/32");
}

}  // namespace
}  // namespace gemmscope::ui
