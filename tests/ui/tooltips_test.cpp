// SPDX-License-Identifier: MIT
// Whatever can be clicked says what it does when the pointer rests on it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/link.h"
#include "app/shell/gui.h"
#include "app/views/view.h"
#include "imgui_internal.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

bool tooltip_is_shown() {
  const ImVector<ImGuiWindow*>& all = ImGui::GetCurrentContext()->Windows;
  return std::any_of(all.begin(), all.end(),
                     [](const ImGuiWindow* w) { return w->Active && (w->Flags & ImGuiWindowFlags_Tooltip) != 0; });
}

/// "lane 5" and "lane 6" are one kind of thing.
std::string kind_of(std::string id) {
  std::erase_if(id, [](char c) { return '0' <= c && c <= '9'; });
  return id;
}

class Tooltips : public ::testing::TestWithParam<std::string> {};

TEST_P(Tooltips, AreThereForAllThatIsClicked) {
  const views::View& view = *views::find_view(GetParam());
  std::set<std::string> seen, without;
  for (const char* link : {"size=128x128x32/lane=5", "size=128x128x32/k_tile=end/lane=5/heat=cells",
                           "kernel=naive/size=32x32x8/heat=lines", "kernel=sgemm64/size=64x64x16/step=2",
                           "kernel=warp_tile_no_barrier_before/size=128x128x32/finding=0"}) {
    const auto platform = std::move(*platform::open_headless(view.width, view.height));
    const auto gui = std::move(*shell::Gui::create(*platform, ""));
    ImGui::GetIO().DisplayFramebufferScale = {0.1f, 0.1f};
    session::Session s = session::at_place(link);
    draw::Drawings drawings;
    gui->note_drawings(&drawings);
    const auto frames = [&](int count) {
      for (int frame = 0; frame < count; ++frame) drawings.clear(), gui->draw_view(s, view);
    };
    frames(3);
    std::vector<draw::Sensitive> areas;
    for (const draw::Shape& shape : drawings.front().shapes)
      if (const auto* area = std::get_if<draw::Sensitive>(&shape)) areas.push_back(*area);
    for (const draw::Sensitive& area : areas) {
      if (!seen.insert(kind_of(area.id)).second) continue;
      const draw::Point at = area.rect.centre();
      ImGui::GetIO().AddMousePosEvent(at.x + 16, at.y + 14);  // a picture's edges
      frames(2);
      if (!tooltip_is_shown()) without.insert(area.id);
    }
  }
  EXPECT_EQ(without, std::set<std::string>{});
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const views::View& view : views::all_views()) all.emplace_back(view.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Views, Tooltips, ::testing::ValuesIn(ids()), [](const auto& of) { return of.param; });

TEST(TooltipsOf, AreThereForTheToolbar) {
  for (const char* kernel : {"warp_tile", "half_padded", "sgemm64"}) {
    SessionWindow window(session::at_place("kernel=" + std::string(kernel) + "/size=128x128x64"));
    window.run([&](ImGuiTestContext& context) {
      ImGuiTestItemList items;
      context.GatherItems(&items, "//##toolbar");
      IM_CHECK_GT(items.GetSize(), 5);
      for (const ImGuiTestItemInfo& item : items) {
        context.MouseMoveToPos(item.RectFull.GetCenter());
        context.Yield(2);
        EXPECT_TRUE(tooltip_is_shown()) << kernel << ": " << item.DebugLabel;
      }
    });
  }
}

TEST(TooltipsOf, ExplainTheWordUnderThePointer) {
  const views::View& view = *views::find_view("banks");
  const auto platform = std::move(*platform::open_headless(view.width, view.height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  session::Session s = session::at_place("size=128x128x32/lane=5");
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (int frame = 0; frame < 3; ++frame) drawings.clear(), gui->draw_view(s, view);
  std::optional<draw::Text> answer;
  for (const draw::Shape& shape : drawings.front().shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape); text != nullptr && text->text.find("wavefront") == 2)
      answer = *text;
  ASSERT_TRUE(answer) << "the answer begins with a digit and wavefronts";
  ImGui::GetIO().AddMousePosEvent(answer->at.x + 16 + 40, answer->at.y + 14 + 8);
  for (int frame = 0; frame < 2; ++frame) gui->draw_view(s, view);
  EXPECT_TRUE(tooltip_is_shown());
}

}  // namespace
}  // namespace gemmscope::ui
