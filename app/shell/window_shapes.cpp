// SPDX-License-Identifier: MIT
#include "app/shell/window_shapes.h"

#include "imgui.h"
#include "imgui_internal.h"  // windows in their order, tabs

namespace gemmscope::shell {
namespace {

constexpr float kTabText = 14;  // points, as apply_style() sets it

struct Noted {
  const theme::Colours& colours;
  float scale;
  std::vector<draw::Shape>& shapes;

  float points(float pixels) const { return pixels / scale; }
  draw::Rect rect(ImVec2 from, ImVec2 to) const {
    return {points(from.x), points(from.y), points(to.x - from.x), points(to.y - from.y)};
  }
};

/// The cross that closes a tab, at its right end, where Dear ImGui draws it.
void note_close(const Noted& to, const draw::Rect& tab, float padding) {
  const float size = to.points(ImGui::GetFontSize()), reach = size * 0.5f * 0.7071f - to.points(1);
  const float pixel = to.points(0.5f);
  const draw::Point middle{tab.right() - padding - size / 2 - pixel,
                           tab.y + to.points(ImGui::GetStyle().FramePadding.y) + size / 2 - pixel};
  to.shapes.push_back(
      draw::Line{{middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}, to.colours.text});
  to.shapes.push_back(
      draw::Line{{middle.x + reach, middle.y - reach}, {middle.x - reach, middle.y + reach}, to.colours.text});
}

void note_tabs(const Noted& to, const ImGuiTabBar& bar) {
  const ImGuiStyle& style = ImGui::GetStyle();
  for (const ImGuiTabItem& tab : bar.Tabs) {
    if (tab.Window == nullptr || !tab.Window->WasActive) continue;
    const ImVec2 from{bar.BarRect.Min.x + IM_TRUNC(tab.Offset - bar.ScrollingAnim), bar.BarRect.Min.y};
    const draw::Rect place = to.rect(from, {from.x + tab.Width, bar.BarRect.Max.y});
    const bool front = tab.ID == bar.VisibleTabId;
    to.shapes.push_back(draw::Clip{place});  // the corners at its lower end are square
    if (front)
      to.shapes.push_back(draw::Fill{{place.x, place.y, place.width, place.height + to.points(style.TabRounding)},
                                     to.colours.line,
                                     to.points(style.TabRounding)});
    const char* name = tab.Window->Name;
    const char* end = ImGui::FindRenderedTextEnd(name);
    const float padding = to.points(bar.FramePadding.x);
    to.shapes.push_back(draw::Text{{place.x + padding, place.y + to.points(bar.FramePadding.y)},
                                   std::string(name, end),
                                   {to.colours.text, draw::Face::kWords, kTabText},
                                   to.points(ImGui::CalcTextSize(name, end).x)});
    if (front && tab.Window->HasCloseButton) note_close(to, place, padding);
    to.shapes.push_back(draw::Unclip{});
  }
}

/// Docked windows lie edge to edge: no border, no round corners.
void note_window(const Noted& to, const ImGuiWindow& window) {
  const draw::Rect place = to.rect(window.Pos, {window.Pos.x + window.Size.x, window.Pos.y + window.Size.y});
  if (window.DockIsActive) {
    to.shapes.push_back(draw::Fill{place, to.colours.panel});
    if (window.DockNode != nullptr && window.DockNode->TabBar != nullptr) note_tabs(to, *window.DockNode->TabBar);
    return;
  }
  const float rounding = to.points(window.WindowRounding), border = to.points(window.WindowBorderSize);
  to.shapes.push_back(draw::Fill{place, to.colours.panel, rounding});
  if (border > 0) to.shapes.push_back(draw::Outline{place, to.colours.line, border, rounding});
}

}  // namespace

draw::Drawings with_windows(const draw::Drawings& canvases, const theme::Colours& colours, float scale) {
  draw::Drawings all;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->Active || window->Hidden || (window->Flags & ImGuiWindowFlags_DockNodeHost) != 0) continue;
    if ((window->Flags & ImGuiWindowFlags_NoBackground) == 0) {
      draw::Drawing& frame = all.emplace_back(draw::Drawing{window->Name, {}, {}, {}});
      note_window({colours, scale, frame.shapes}, *window);
    }
    for (const draw::Drawing& canvas : canvases)
      if (canvas.on == window->Name) all.push_back(canvas);
  }
  return all;
}

}  // namespace gemmscope::shell
