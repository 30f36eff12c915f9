// SPDX-License-Identifier: MIT
#include "app/shell/toolbar_numbers.h"

#include <algorithm>

#include "app/screen/colour.h"
#include "app/session/own_numbers.h"
#include "app/shell/explain_item.h"
#include "imgui.h"

namespace gemmscope::shell {
namespace {

constexpr float kGap = 3, kArrow = 20, kPad = 6, kBefore = 6;  // points
constexpr std::size_t kLongestName = 16;                       // characters

std::string shown_name(const session::OwnNumber& number) {
  return number.name.size() <= kLongestName ? number.name : number.name.substr(0, kLongestName - 1) + "\u2026";
}

/// Wide enough for the number, and for one digit more.
float field_width(const session::OwnNumber& number, float px) {
  const std::string digits = std::to_string(number.value) + "0";
  return std::max(ImGui::CalcTextSize("0000").x, ImGui::CalcTextSize(digits.c_str()).x) + 2 * kPad * px;
}

std::string explanation(const session::OwnNumber& number, const std::string& file) {
  const std::string place = "line " + std::to_string(number.line) + " of " + file;
  return number.name + " = " + std::to_string(number.value) +
         (number.is_changed() ? "; " + place + " has " + std::to_string(number.in_file) : ", " + place);
}

void arrow(const session::OwnNumber& number, int direction, session::Actions& actions, float px) {
  const std::int64_t next = session::next_number(number.value, direction);
  const std::string id = (direction < 0 ? "\u2039##less " : "\u203a##more ") + number.name;
  if (ImGui::Button(id.c_str(), {kArrow * px, 0})) actions.add(session::set_number, number.name, next);
  explain_item(number.name + " = " + std::to_string(next));
}

}  // namespace

float number_field_width(const session::OwnNumber& number, float px) {
  return ImGui::CalcTextSize(shown_name(number).c_str()).x + field_width(number, px) +
         (kBefore + 2 * kArrow + 4 * kGap) * px;
}

void draw_number_field(const session::OwnNumber& number, const std::string& file, session::Actions& actions,
                       const theme::Colours& colours, float px) {
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kGap * px, 8 * px});
  ImGui::Dummy({kBefore * px, 0});
  ImGui::SameLine();
  const std::string name = shown_name(number);
  if (number.is_changed())
    ImGui::TextColored(screen::vector(colours.button), "%s", name.c_str());
  else
    ImGui::TextUnformatted(name.c_str());
  explain_item(explanation(number, file));
  ImGui::SameLine();
  arrow(number, -1, actions, px);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(field_width(number, px));
  std::int64_t typed = number.value;
  ImGui::InputScalar(("##number " + number.name).c_str(), ImGuiDataType_S64, &typed, nullptr, nullptr, "%lld",
                     ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemDeactivatedAfterEdit()) actions.add(session::set_number, number.name, typed);
  explain_item(explanation(number, file) + "\nType another one and press Enter: a changed copy is compiled and run");
  ImGui::SameLine();
  arrow(number, +1, actions, px);
  ImGui::PopStyleVar();
  ImGui::EndGroup();
}

}  // namespace gemmscope::shell
