// SPDX-License-Identifier: MIT
#include "app/shell/window_shapes.h"

#include <cmath>
#include <string>

#include "app/draw/shorten.h"
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

/// Pixels: between two frames Dear ImGui has no current font.
float font_size() { return std::round(ImGui::GetStyle().FontSizeBase * ImGui::GetStyle().FontScaleMain); }

float text_width(std::string_view text) {
  return ImGui::GetIO().FontDefault->CalcTextSizeA(font_size(), 1e9f, 0, text.data(), text.data() + text.size()).x;
}

/// The cross that closes a tab, at its right end, where Dear ImGui draws it.
void note_close(const Noted& to, const draw::Rect& tab, ImVec2 padding) {
  const float half = to.points(font_size() / 2), reach = half * 0.7071f - to.points(1), nudge = to.points(0.5f);
  const draw::Point middle{tab.right() - to.points(padding.x) - half - nudge,
                           tab.y + to.points(padding.y) + half - nudge};
  for (const float side : {reach, -reach})
    to.shapes.push_back(
        draw::Line{{middle.x - side, middle.y - reach}, {middle.x + side, middle.y + reach}, to.colours.text});
}

void note_tab(const Noted& to, const ImGuiTabItem& tab, const draw::Rect& place, ImVec2 padding, bool front) {
  const float rounding = to.points(ImGui::GetStyle().TabRounding);
  to.shapes.push_back(draw::Clip{place});  // square corners below
  if (front)
    to.shapes.push_back(
        draw::Fill{{place.x, place.y, place.width, place.height + rounding}, to.colours.line, rounding});
  const bool closes = front && tab.Window->HasCloseButton;
  const float room = tab.Width - 2 * padding.x - (closes ? font_size() : 0);
  const char* name = tab.Window->Name;
  const std::string title = draw::shorten_end({name, ImGui::FindRenderedTextEnd(name)}, room, text_width);
  to.shapes.push_back(draw::Text{{place.x + to.points(padding.x), place.y + to.points(padding.y)},
                                 title,
                                 {to.colours.text, draw::Face::kWords, kTabText},
                                 to.points(text_width(title))});
  if (closes) note_close(to, place, padding);
  to.shapes.push_back(draw::Unclip{});
}

void note_tabs(const Noted& to, const ImGuiTabBar& bar) {
  to.shapes.push_back(draw::Clip{to.rect(bar.BarRect.Min, bar.BarRect.Max)});
  for (const ImGuiTabItem& tab : bar.Tabs) {
    const float left = bar.BarRect.Min.x + IM_TRUNC(tab.Offset - bar.ScrollingAnim);
    if (tab.Window == nullptr || !tab.Window->WasActive || left >= bar.BarRect.Max.x) continue;
    const draw::Rect place = to.rect({left, bar.BarRect.Min.y}, {left + tab.Width, bar.BarRect.Max.y});
    note_tab(to, tab, place, bar.FramePadding, tab.ID == bar.VisibleTabId);
  }
  to.shapes.push_back(draw::Unclip{});
}

/// Docked windows are edge to edge: no border, no round corners.
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
