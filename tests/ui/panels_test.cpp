// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

std::string of_panel(const char* panel, const std::string& thing) { return std::string("//###") + panel + "/" + thing; }

TEST(Panels, ASourceLineMovesTheCursorToItsRequest) {
  SessionWindow window(session::small_session());
  const std::uint32_t line = session::line_of(window.session(), "Bs_load");
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick(of_panel("source", "line " + std::to_string(line)).c_str());
  });
  EXPECT_EQ(window.state()["current"]["site"], "Bs_load");
  EXPECT_EQ(window.state()["current"]["line"], line);
}

TEST(Panels, TheWholeFileOpensAtTheCurrentLine) {
  session::Session s = session::small_session();
  const std::uint32_t line = session::line_of(s, "As_store");
  select_line(s.look, line);
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//###source/whole file");
    context.Yield(3);
    IM_CHECK(context.ItemExists(of_panel("source", "line " + std::to_string(line)).c_str()));
  });
}

TEST(Panels, TheSourceKeepsTheCurrentLineInSightUnlessTheWheelLeavesIt) {
  session::Session s = session::small_session();
  const std::uint32_t line = session::line_of(s, "C_store");
  select_line(s.look, line);
  s.look.views.source.whole = true;
  SessionWindow window(std::move(s), 1600, 900);
  const auto in_sight = [&](ImGuiTestContext& context) {
    return context.ItemExists(of_panel("source", "line " + std::to_string(line)).c_str());
  };
  window.run([&](ImGuiTestContext& context) {
    context.Yield(3);
    IM_CHECK(in_sight(context));
    context.MouseMove("//###source/whole file");
    const ImVec2 at = ImGui::GetIO().MousePos;
    context.MouseMoveToPos({at.x - 60, at.y - 60});
    context.MouseWheelY(20);
    context.Yield(3);
    IM_CHECK(!in_sight(context));
    session::step_request(window.session().look, -1);
    context.Yield(3);
    session::step_request(window.session().look, 1);
    context.Yield(3);
    IM_CHECK(in_sight(context));
  });
}

TEST(Panels, ALaneOfTheBanksIsSelectedEverywhere) {
  session::Session s = session::small_session();
  select_line(s.look, session::line_of(s, "As_store"));
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) { context.ItemClick("//###banks/lane 5"); });
  EXPECT_EQ(window.state()["lane"], 5);
  EXPECT_EQ(window.state()["cell"], "As[4][1]");
  EXPECT_EQ(window.state()["element"], "A[1][4]");
}

TEST(Panels, ARowOfTheLaneTableIsTheSameLane) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) { context.ItemClick("//###lanes/lanes row 3"); });
  EXPECT_EQ(window.state()["lane"], 3);
}

TEST(Panels, TheHeatmapShowsExcessAndSaysSo) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    window.session().desk.panels.focus_view = "heatmap";
    context.Yield(3);
    IM_CHECK(window.session().look.views.heatmap.excess);
    context.ItemClick("//###heatmap/wavefronts");
    context.Yield(2);
    IM_CHECK(!window.session().look.views.heatmap.excess);
    context.ItemClick("//###heatmap/excess");
    context.ItemClick("//###heatmap/block");
  });
  EXPECT_TRUE(window.session().look.views.heatmap.excess);
  EXPECT_EQ(window.session().look.scope, session::Scope::kBlock);
}

struct Top {
  float operator()(const draw::Text& s) const { return s.at.y; }
  float operator()(const draw::Line& s) const { return s.from.y; }
  float operator()(const draw::Triangle& s) const { return s.a.y; }
  float operator()(const draw::Arrow& s) const { return s.from.y; }
  float operator()(const draw::Bracket& s) const { return s.top; }
  float operator()(const draw::Unclip&) const { return 0; }
  float operator()(const draw::Sensitive&) const { return 0; }
  template <class Other>
  float operator()(const Other& s) const {
    return s.rect.y;
  }
};

/// Shapes of a panel under its header: bars, cells, numbers.
int shapes_below_header(const draw::Drawings& drawings, std::string_view view, float header = 70) {
  int count = 0;
  for (const draw::Drawing& drawing : drawings)
    if (drawing.on.ends_with("###" + std::string(view)))
      for (const draw::Shape& shape : drawing.shapes) count += std::visit(Top{}, shape) > header;
  return count;
}

TEST(Panels, EveryViewDrawsEveryKindOfRequest) {
  for (const char* where : {"set=PA:2/request=1", "kernel=half_padded/size=128x256x128/request=1"}) {
    session::Session s = session::at_place(where);
    SessionWindow window(std::move(s));
    int pictures = 0, wanted = 0;
    const draw::Drawings& drawings = window.drawings();
    window.run([&](ImGuiTestContext& context) {
      const auto draw = [&](std::string_view view, analysis::ConflictModel rule) {
        window.session().desk.panels.focus_view = view;
        set_rule(window.session().look, rule);
        for (const format::Site& site : window.session().look.recording()->sites) {
          select_line(window.session().look, site.line);
          context.Yield(2);  // some ask in the first for what takes long
          IM_CHECK_EQ(window.session().look.current->site.line, site.line);
          // What has nothing to show of this kernel says so in words.
          const bool words = view == "registers" || view == "performance" || view == "check" || view == "sweep";
          const bool drawn =
              words ? shapes_below_header(drawings, view, 20) > 0 : shapes_below_header(drawings, view) > 5;
          EXPECT_TRUE(drawn) << view << ", " << site.name;
          pictures += drawn, ++wanted;
        }
      };
      for (const views::View& view : views::all_views()) draw(view.id, analysis::ConflictModel::kFused);
      for (const char* view : {"banks", "shared"}) {  // whose pictures are others by another rule
        draw(view, analysis::ConflictModel::kTextbook);
        draw(view, analysis::ConflictModel::kSubop);
      }
    });
    EXPECT_GT(wanted, 100);
    EXPECT_EQ(pictures, wanted);
  }
}

/// By the sub-op rule a lane is drawn once for each word of its access.
TEST(Panels, ALaneThatIsDrawnSeveralTimesHasSeveralNames) {
  session::Session s = session::small_session();
  select_line(s.look, session::line_of(s, "As_load"));
  set_rule(s.look, analysis::ConflictModel::kSubop);
  SessionWindow window(std::move(s));
  window.run([&](ImGuiTestContext& context) {
    context.MouseMove("//###banks/lane 8");
    context.Yield(3);
    IM_CHECK_EQ(ImGui::GetCurrentContext()->HoveredIdPreviousFrameItemCount, 1);
    context.ItemClick("//###banks/lane 8 word 3");
    IM_CHECK_EQ(window.session().look.selected.lane.value_or(-1), 8);
  });
}

TEST(Panels, TheSharedTileThatIsShownIsMarked) {
  session::Session s = session::small_session();
  select_line(s.look, session::line_of(s, "As_store"));
  SessionWindow window(std::move(s));
  const auto tile = [&] { return window.session().look.views.shared.tile; };
  window.run([&](ImGuiTestContext& context) {
    window.session().desk.panels.focus_view = "shared";
    context.Yield(2);
    context.SetRef("//###shared");
    context.ItemClick("As");
    IM_CHECK_EQ(tile(), 1);
    context.ItemClick("As");
    IM_CHECK_EQ(tile(), 1);
    context.ItemClick("follow the request");
    IM_CHECK_EQ(tile(), 0);
  });
}

TEST(Panels, GoBackToTheirPlaces) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const ImGuiWindow* banks = context.GetWindowByRef("//###banks");
    const ImVec2 before = banks->Pos;
    context.UndockWindow("//###banks");
    context.WindowMove("//###banks", {200, 300});
    context.Yield(2);
    IM_CHECK(!banks->DockIsActive);
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyCharsReplaceEnter("reset panel");
    context.Yield(4);
    IM_CHECK(banks->DockIsActive);
    IM_CHECK_EQ(banks->Pos.x, before.x);
    IM_CHECK_EQ(banks->Pos.y, before.y);
  });
}

}  // namespace
}  // namespace gemmscope::ui
