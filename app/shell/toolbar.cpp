// SPDX-License-Identifier: MIT
#include "app/shell/toolbar.h"
#include "app/shell/explain_item.h"

#include <algorithm>
#include <iterator>

#include "app/shell/toolbar_items.h"
#include "imgui.h"
#include "imgui_internal.h"  // BeginViewportSideBar

namespace gemmscope::shell {
namespace {

constexpr float kHeight = 46;  // points
constexpr const char* kMore = "more###more";

float width_of(const std::vector<ToolbarItem>& items) {
  float width = 0;
  for (const ToolbarItem& item : items) width += item.width + ImGui::GetStyle().ItemSpacing.x;
  return width;
}

/// Takes out of `items` what `room` pixels cannot hold: the last one of the highest rank first. In the bar's order.
std::vector<ToolbarItem> fold(std::vector<ToolbarItem>& items, float room) {
  std::vector<ToolbarItem> folded;
  if (width_of(items) <= room) return folded;
  room -= button_width(kMore) + ImGui::GetStyle().ItemSpacing.x;
  while (width_of(items) > room) {
    const auto last = std::ranges::max_element(items.rbegin(), items.rend(), {}, &ToolbarItem::rank);
    if (last->rank == kAlways) break;
    folded.push_back(std::move(*last));
    items.erase(std::next(last).base());
  }
  std::ranges::sort(folded, {}, &ToolbarItem::place);
  return folded;
}

void draw_row(const std::vector<ToolbarItem>& items) {
  for (const ToolbarItem& item : items) {
    if (&item != &items.front()) ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    item.draw();
  }
}

void draw_menu(const std::vector<ToolbarItem>& items) {
  if (items.empty()) return;
  ImGui::SameLine();
  if (ImGui::Button(kMore)) ImGui::OpenPopup("folded");
  explain_item("Controls that do not fit in this row");
  if (!ImGui::BeginPopup("folded")) return;
  for (const ToolbarItem& item : items) {
    ImGui::AlignTextToFramePadding();
    item.draw();
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_toolbar(const session::Session& session, session::Actions& actions, const screen::Fonts& fonts) {
  const float px = session.desk.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * px, 8 * px});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * px, 5 * px});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {5 * px, 8 * px});
  if (ImGui::BeginViewportSideBar(
          "##toolbar", ImGui::GetMainViewport(), ImGuiDir_Up, kHeight * px,
          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse)) {
    std::vector<ToolbarItem> items = toolbar_items({session, actions, fonts, theme::colours(session.desk.theme), px});
    const std::vector<ToolbarItem> folded = fold(items, ImGui::GetContentRegionAvail().x);
    draw_row(items);
    draw_menu(folded);
  }
  ImGui::End();
  ImGui::PopStyleVar(4);
}

}  // namespace gemmscope::shell
