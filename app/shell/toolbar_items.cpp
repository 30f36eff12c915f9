// SPDX-License-Identifier: MIT
#include "app/shell/toolbar_items.h"

#include "app/screen/colour.h"

#include <algorithm>
#include <filesystem>

#include "app/session/own_arguments.h"
#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "app/session/own_product.h"
#include "app/session/refresh.h"
#include "app/shell/explain_item.h"
#include "app/shell/toolbar_lists.h"
#include "app/shell/toolbar_numbers.h"
#include "imgui.h"
#include "tracing/format/text.h"

namespace gemmscope::shell {
namespace {

float text_item_width(const char* text) { return ImGui::CalcTextSize(text, nullptr, true).x; }

/// Adds items to the row.
struct Bar : ToolbarContext {
  std::vector<ToolbarItem> items{};

  void add(float width, Rank rank, std::function<void()> draw) {
    items.push_back({width, rank, items.size(), std::move(draw)});
  }

  /// A drop-down list as wide as its text; `draw` draws its entries.
  void add_list(const char* id, const std::string& shown, Rank rank, std::string explanation,
                std::function<void()> draw) {
    const float width = button_width(shown.c_str()) + ImGui::GetFrameHeight() * 0.8f;
    add(width, rank, [=, explanation = std::move(explanation), draw = std::move(draw)] {
      ImGui::SetNextItemWidth(width);
      const bool open = ImGui::BeginCombo(id, shown.c_str(), ImGuiComboFlags_HeightLarge);
      explain_item(explanation);
      if (!open) return;
      draw();
      ImGui::EndCombo();
    });
  }

  /// A button that is filled while `on`.
  void add_switch(std::string text, bool on, Rank rank, std::string explanation, std::function<void()> pressed) {
    const float width = button_width(text.c_str());
    const theme::Colour fill = theme::switched_on(colours), edge = colours.button;
    add(width, rank, [=, text = std::move(text), explanation = std::move(explanation), pressed = std::move(pressed)] {
      if (on) {
        for (const ImGuiCol c : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
          ImGui::PushStyleColor(c, screen::packed(fill));
        ImGui::PushStyleColor(ImGuiCol_Border, screen::packed(edge));
      }
      if (ImGui::Button(text.c_str())) pressed();
      if (on) ImGui::PopStyleColor(3);
      explain_item(explanation);
    });
  }
};

constexpr float kPresetName = 120;  // points: where a preset's numbers begin, behind its name

/// What is shown; or what is tried, while something else is left from before.
void kernel(Bar& bar) {
  const session::OwnProgram& own = bar.session.own;
  const format::Recording* recording = bar.session.look.recording();
  const std::string of = recording != nullptr ? recording->kernel : "";
  const std::string file = std::filesystem::path(own.source).filename().string();
  const std::string tried = own.shows_earlier || recording == nullptr ? file : of;
  bar.add_list("##kernel", tried.empty() ? "open \u2026" : format::shown(tried), kAlways, "The kernel",
               [&session = bar.session, &actions = bar.actions, of] {
                 files_list(actions);
                 own_launches_list(session, actions);
                 shipped_recordings_list(actions, of);
                 ladder_list(session, actions);
               });
}

/// What a step of the ladder multiplies.
void own_size(Bar& bar) {
  const auto product = session::own_product(bar.session);
  if (!product) return;
  bar.add_list("##own size", product_in_words(*product), kSize,
               "M \u00d7 N \u00d7 K: A is M \u00d7 K, B is K \u00d7 N, C is M \u00d7 N",
               [product = *product, &actions = bar.actions, px = bar.px] { product_list(product, actions, px); });
}

/// The presets of the own program, with their numbers.
void own_presets(Bar& bar) {
  const std::vector<session::OwnPreset>& presets = bar.session.own.presets;
  if (presets.empty()) return;
  const std::string now = session::own_preset(bar.session);
  bar.add_list("##own preset", now.empty() ? "no preset" : now, kPreset, "Numbers that the program names together",
               [now, &presets, &actions = bar.actions, px = bar.px] {
                 for (const session::OwnPreset& preset : presets) {
                   if (ImGui::Selectable(preset.name.c_str(), preset.name == now))
                     actions.add(session::set_own_preset, preset.name);
                   ImGui::SameLine(kPresetName * px);
                   ImGui::TextDisabled("%s", session::numbers_in_words(preset.numbers).c_str());
                 }
               });
}

/// The own program's numbers: first those whose values the file offers, as paddings, then those that no preset sets.
std::vector<session::OwnNumber> ordered_numbers(const session::Session& session) {
  std::vector<session::OwnNumber> numbers = session::own_numbers(session);
  const auto place = [&](const session::OwnNumber& number) {
    const bool of_preset = std::ranges::any_of(session.own.presets, [&](const session::OwnPreset& preset) {
      return std::ranges::count(preset.numbers, number.name, &format::Parameter::name) != 0;
    });
    return number.note.padding ? 0 : !number.note.values.empty() ? 1 : of_preset ? 3 : 2;
  };
  std::ranges::stable_sort(numbers, {}, place);
  return numbers;
}

theme::Colour colour_of(const theme::Colours& colours, char matrix) {
  return matrix == 'A' ? colours.a : matrix == 'B' ? colours.b : colours.c;
}

/// That of the matrix whose tile the number pads, if it pads one tile alone.
theme::Colour colour_of(const Bar& bar, const session::OwnNumber& number) {
  const format::Recording* recording = bar.session.look.recording();
  if (number.note.pads.size() == 1 && recording != nullptr)
    for (const format::Tensor& tensor : recording->tensors)
      if (tensor.name == number.note.pads[0] && !tensor.of.empty()) return colour_of(bar.colours, tensor.of[0]);
  return bar.colours.button;
}

/// The numbers of the own program, while the panels show it or it is tried.
void numbers(Bar& bar) {
  const session::OwnProgram& own = bar.session.own;
  if (!session::own_is_shown(bar.session)) return;
  own_presets(bar);
  own_size(bar);
  const std::string file = format::shown(std::filesystem::path(own.source).filename().string());
  for (const session::OwnNumber& number : ordered_numbers(bar.session)) {
    const NumberContext context{bar.actions, bar.fonts, bar.colours, bar.px, file, colour_of(bar, number)};
    bar.add(number_width(number, context), number.note.values.empty() ? kNumber : kPadding,
            [number, context] { draw_number(number, context); });
  }
  if (own.known.empty()) return;
  const float width = button_width("reset");
  bar.add(width, kNumber, [&actions = bar.actions, changed = !session::without_arguments(own.numbers).empty(), file] {
    ImGui::BeginDisabled(!changed);
    if (ImGui::Button("reset###numbers")) actions.add(session::reset_numbers);
    ImGui::EndDisabled();
    explain_item(changed ? "Back to the numbers of " + file : "All numbers are those of " + file);
  });
}

void record(Bar& bar) {
  // Both texts are laid out at the width of the longer one, so that nothing moves while a recording is made.
  const float width = button_width("Recording");
  bar.add(width, kAlways, [width, &actions = bar.actions, &colours = bar.colours, now = bar.session.own.running_now] {
    for (const ImGuiCol c : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
      ImGui::PushStyleColor(c, screen::packed(colours.button));
    ImGui::PushStyleColor(ImGuiCol_Text, screen::packed(colours.on_button));
    if (ImGui::Button(now ? "Recording###record" : "Record###record", {width, 0})) actions.add(session::run_again);
    ImGui::PopStyleColor(4);
    explain_item("Run and record it again (R)");
  });
}

void compare(Bar& bar) {
  const bool on = bar.session.baseline.has_value();
  bar.add_switch("pin###compare", on, kSwitch,
                 on ? "Stop comparing (C); X exchanges what is shown with the baseline"
                    : "Pin what is shown as the baseline, to compare what you choose next with it (C)",
                 [&actions = bar.actions] { actions.add(session::toggle_baseline); });
}

/// Two narrow buttons, side by side.
void undo_and_redo(Bar& bar) {
  const ImVec2 extent{26 * bar.px, 0};
  const float gap = 2 * bar.px;
  bar.add(2 * extent.x + gap, kSwitch, [=, &history = bar.session.history, &actions = bar.actions] {
    const auto button = [&](const char* text, bool possible, const char* explanation,
                            void (*change)(session::Session&)) {
      ImGui::BeginDisabled(!possible);
      if (ImGui::Button(text, extent)) actions.add(change);
      ImGui::EndDisabled();
      explain_item(explanation);
    };
    ImGui::BeginGroup();
    button("\u2190###undo", !history.back.empty(), "Undo the last change or jump (Ctrl Z)", session::go_back);
    ImGui::SameLine(0, gap);
    button("\u2192###redo", !history.forward.empty(), "Redo what was undone (Ctrl Shift Z)", session::go_forward);
    ImGui::EndGroup();
  });
}

void rule_and_theme(Bar& bar) {
  session::Actions& actions = bar.actions;
  const analysis::ConflictModel rule = bar.session.look.rule;
  bar.add_list("##rule", "rule: " + std::string(analysis::name_of(rule)), kRule,
               "How wavefronts are counted (M). " + std::string(analysis::name_of(rule)) + ": " +
                   std::string(analysis::rule_of(rule)),
               [rule, &actions] {
                 for (int m = 0; m < analysis::kConflictModels; ++m) {
                   const auto model = static_cast<analysis::ConflictModel>(m);
                   const std::string name(analysis::name_of(model)), text(analysis::rule_of(model));
                   if (ImGui::Selectable((name + ": " + text).c_str(), model == rule))
                     actions.add(session::set_rule, model);
                   explain_item("Count wavefronts by the " + name + " rule");
                 }
               });
  const bool dark = bar.session.desk.theme == session::Theme::kDark;
  bar.add_switch(
      dark ? "light###theme" : "dark###theme", false, kTheme, "Switch between dark and light",
      [dark, &actions] { actions.add(session::set_theme, dark ? session::Theme::kLight : session::Theme::kDark); });
}

}  // namespace

float button_width(const char* text) { return text_item_width(text) + 2 * ImGui::GetStyle().FramePadding.x; }

std::vector<ToolbarItem> toolbar_items(const ToolbarContext& context) {
  Bar bar{context};
  kernel(bar);
  numbers(bar);
  record(bar);
  compare(bar);
  undo_and_redo(bar);
  rule_and_theme(bar);
  return std::move(bar.items);
}

}  // namespace gemmscope::shell
