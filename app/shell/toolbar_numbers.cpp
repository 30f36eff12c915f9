// SPDX-License-Identifier: MIT
#include "app/shell/toolbar_numbers.h"

#include <algorithm>

#include "app/screen/colour.h"
#include "app/session/own_numbers.h"
#include "app/shell/explain_item.h"
#include "imgui.h"
#include "tracing/format/text.h"

namespace gemmscope::shell {
namespace {

constexpr float kFieldGap = 3, kArrow = 20, kPad = 6, kBefore = 6;  // points
constexpr float kValue = 34, kValueHeight = 30, kDigits = 18;       // points: a value's button, and its text
constexpr std::size_t kLongestName = 16;                            // characters

std::string shown_name(const session::OwnNumber& number) {
  return number.name.size() <= kLongestName ? number.name : number.name.substr(0, kLongestName - 1) + "\u2026";
}

/// Wide enough for the number, and for one digit more.
float field_width(const session::OwnNumber& number, float px) {
  const std::string digits = std::to_string(number.value) + "0";
  return std::max(ImGui::CalcTextSize("0000").x, ImGui::CalcTextSize(digits.c_str()).x) + 2 * kPad * px;
}

/// What the file says of it, each on a line of its own. A comment may be about all numbers of its line.
std::string note_lines(const session::OwnNumber& number) {
  std::string text, arrays;
  for (const std::string& array : number.note.pads) arrays += (arrays.empty() ? "" : ", ") + array;
  if (!arrays.empty()) text += "\nPads " + format::shown(arrays) + ".";
  if (!number.note.comment.empty()) text += "\n" + format::shown(number.note.comment);
  return text;
}

std::string explanation(const session::OwnNumber& number, const std::string& file) {
  const std::string place = "line " + std::to_string(number.line) + " of " + file;
  return number.name + " = " + std::to_string(number.value) +
         (number.is_changed() ? "; " + place + " has " + std::to_string(number.in_file) : ", " + place) +
         note_lines(number);
}

void arrow(const session::OwnNumber& number, int direction, const NumberContext& context) {
  const std::int64_t next = session::next_number(number.value, direction);
  const std::string id = (direction < 0 ? "\u2039##less " : "\u203a##more ") + number.name;
  if (ImGui::Button(id.c_str(), {kArrow * context.px, 0})) context.actions.add(session::set_number, number.name, next);
  explain_item(number.name + " = " + std::to_string(next));
}

void field(const session::OwnNumber& number, const NumberContext& context) {
  ImGui::SetNextItemWidth(field_width(number, context.px));
  std::int64_t typed = number.value;
  ImGui::InputScalar(("##number " + number.name).c_str(), ImGuiDataType_S64, &typed, nullptr, nullptr, "%lld",
                     ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemDeactivatedAfterEdit()) context.actions.add(session::set_number, number.name, typed);
  explain_item(explanation(number, context.file) +
               "\nType another one and press Enter: a changed copy is compiled and run");
}

std::vector<std::int64_t> offered(const session::OwnNumber& number) {
  std::vector<std::int64_t> values = number.note.values;
  if (std::ranges::count(values, number.value) == 0) values.push_back(number.value);
  return values;
}

/// One value; filled where the number has it.
void value_button(const session::OwnNumber& number, std::int64_t value, const NumberContext& context) {
  const bool on = number.value == value;
  const std::string text = std::to_string(value);
  if (on) {
    for (const ImGuiCol c : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
      ImGui::PushStyleColor(c, screen::packed(context.colour));
    ImGui::PushStyleColor(ImGuiCol_Text, screen::packed(context.colours.on_operand));
  }
  ImGui::PushFont(context.fonts.mono_bold, theme::imgui_size(theme::Face::kMono, kDigits));
  if (ImGui::Button((text + "##" + number.name + text).c_str(), {kValue * context.px, kValueHeight * context.px}))
    context.actions.add(session::set_number, number.name, value);
  ImGui::PopFont();
  if (on) ImGui::PopStyleColor(3);
  explain_item(number.name + " = " + text + note_lines(number));
}

/// A small button that opens a field, for a padding that is not offered.
void other_value(const session::OwnNumber& number, const NumberContext& context) {
  const std::string popup = "other " + number.name;
  if (ImGui::Button(("\u2026##other " + number.name).c_str(), {kArrow * context.px, kValueHeight * context.px}))
    ImGui::OpenPopup(popup.c_str());
  explain_item("Another value of " + number.name);
  if (!ImGui::BeginPopup(popup.c_str())) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(number.name.c_str());
  ImGui::SameLine();
  field(number, context);
  ImGui::EndPopup();
}

float name_width(const session::OwnNumber& number, const NumberContext& context) {
  ImGui::PushFont(number.note.values.empty() ? nullptr : context.fonts.bold, 0);
  const float width = ImGui::CalcTextSize(shown_name(number).c_str()).x;
  ImGui::PopFont();
  return width;
}

}  // namespace

float number_width(const session::OwnNumber& number, const NumberContext& context) {
  const float before = name_width(number, context) + kBefore * context.px, gap = kFieldGap * context.px;
  if (number.note.values.empty()) return before + field_width(number, context.px) + 2 * kArrow * context.px + 4 * gap;
  const float values = static_cast<float>(offered(number).size()) * (kValue * context.px + gap);
  return before + values + gap + (number.note.padding ? kArrow * context.px + gap : 0);
}

void draw_number(const session::OwnNumber& number, const NumberContext& context) {
  const bool buttons = !number.note.values.empty();
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kFieldGap * context.px, 8 * context.px});
  if (buttons) ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 1 * context.px});
  ImGui::Dummy({kBefore * context.px, 0});
  ImGui::SameLine();
  ImGui::PushFont(buttons ? context.fonts.bold : nullptr, 0);
  const bool coloured = number.is_changed() || buttons;
  if (coloured) ImGui::PushStyleColor(ImGuiCol_Text, screen::packed(context.colour));
  ImGui::TextUnformatted(shown_name(number).c_str());
  if (coloured) ImGui::PopStyleColor();
  ImGui::PopFont();
  explain_item(explanation(number, context.file));
  if (buttons) {
    for (const std::int64_t value : offered(number)) ImGui::SameLine(), value_button(number, value, context);
    if (number.note.padding) ImGui::SameLine(), other_value(number, context);
    ImGui::PopStyleVar();
  } else {
    for (const int direction : {-1, +1}) {
      ImGui::SameLine(), arrow(number, direction, context);
      if (direction < 0) ImGui::SameLine(), field(number, context);
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndGroup();
}

}  // namespace gemmscope::shell
