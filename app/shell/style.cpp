// SPDX-License-Identifier: MIT
#include "app/screen/colour.h"
#include "app/shell/window_parts.h"
#include "app/theme/colours.h"
#include "imgui.h"

namespace gemmscope::shell {
namespace {

void set(ImGuiStyle& style, std::initializer_list<ImGuiCol> which, draw::Colour colour) {
  for (const ImGuiCol c : which) style.Colors[c] = screen::vector(colour);
}

}  // namespace

void apply_style(const session::Session& session, const screen::Fonts& fonts) {
  ImGuiStyle style;
  const theme::Colours& c = theme::colours(session.desk.theme);
  style.WindowRounding = 6, style.ChildRounding = 6, style.FrameRounding = 5, style.PopupRounding = 6,
  style.TabRounding = 4;
  style.WindowPadding = {12, 8}, style.FramePadding = {10, 5}, style.ItemSpacing = {8, 8},
  style.ItemInnerSpacing = {6, 4};
  style.WindowBorderSize = 1, style.FrameBorderSize = 1, style.PopupBorderSize = 1;
  style.TabBorderSize = 0, style.TabBarBorderSize = 0, style.TabBarOverlineSize = 2;
  style.DockingSeparatorSize = 6;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.SeparatorTextBorderSize = 1;

  const draw::Colour none{0, 0, 0, 0}, raised = theme::mixed(c.ground, c.line, 0.7f);
  set(style, {ImGuiCol_Text, ImGuiCol_NavCursor}, c.text);
  set(style, {ImGuiCol_TextDisabled}, c.secondary);
  set(style, {ImGuiCol_WindowBg, ImGuiCol_ChildBg, ImGuiCol_PopupBg}, c.panel);
  set(style, {ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong}, c.line);
  set(style, {ImGuiCol_BorderShadow, ImGuiCol_ModalWindowDimBg, ImGuiCol_DockingEmptyBg}, none);
  set(style, {ImGuiCol_FrameBg, ImGuiCol_Button}, c.ground);
  set(style, {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_ResizeGripHovered},
      raised);
  set(style,
      {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_Header, ImGuiCol_HeaderActive,
       ImGuiCol_ResizeGripActive},
      c.line);
  set(style, {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed, ImGuiCol_MenuBarBg}, c.panel);
  set(style, {ImGuiCol_Tab, ImGuiCol_TabDimmed}, c.panel);
  set(style, {ImGuiCol_TabSelected, ImGuiCol_TabHovered, ImGuiCol_TabDimmedSelected}, c.line);
  set(style, {ImGuiCol_TabSelectedOverline}, c.button);  // of the panel that has the focus
  set(style, {ImGuiCol_TabDimmedSelectedOverline}, none);
  set(style, {ImGuiCol_ScrollbarBg, ImGuiCol_ResizeGrip}, none);
  set(style, {ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive}, c.line);
  set(style, {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_DockingPreview}, c.button);
  set(style, {ImGuiCol_TextSelectedBg}, c.row);
  set(style, {ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive}, c.secondary);

  style.ScaleAllSizes(session.desk.scale);
  style.FontSizeBase = theme::imgui_size(theme::Face::kWords, 14);
  style.FontScaleMain = session.desk.scale;
  ImGui::GetStyle() = style;
  ImGui::GetIO().FontDefault = fonts.words;
}

}  // namespace gemmscope::shell
