// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/session/preset_words.h"
#include "app/session/setup.h"
#include "app/shell/parts.h"
#include "imgui.h"
#include "imgui_internal.h"  // BeginViewportSideBar
#include "kernels/broken.h"
#include "kernels/table.h"

namespace gemmscope::shell {
namespace {

using session::Actions;
using session::Session;

/// Puts items side by side and starts a row where the next one would not fit.
class Flow {
 public:
  /// What comes next, of that width, stays in one row.
  void next(float width) {
    if (!first_) {
      const float x = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x;
      const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
      if (x + width <= edge) ImGui::SameLine();
    }
    first_ = false;
    ImGui::AlignTextToFramePadding();
  }

 private:
  bool first_ = true;
};

float text_item_width(const char* text) { return ImGui::CalcTextSize(text, nullptr, true).x; }
float button_width(const char* text) { return text_item_width(text) + 2 * ImGui::GetStyle().FramePadding.x; }

/// At once: Dear ImGui's own delays would need frames while nothing happens, and the window sleeps then.
void explain_item(std::string_view text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
}

struct Bar {
  const Session& session;
  Actions& actions;
  const theme::Fonts& fonts;
  const theme::Colours& colours;
  float px;  ///< pixels per point
  Flow flow;

  /// A drop-down list as wide as its text.
  bool begin_combo(const char* id, const std::string& shown) {
    const float width = button_width(shown.c_str()) + ImGui::GetFrameHeight() * 0.8f;
    flow.next(width);
    ImGui::SetNextItemWidth(width);
    return ImGui::BeginCombo(id, shown.c_str(), ImGuiComboFlags_HeightLarge);
  }

  /// A label of what follows in the next `together` pixels.
  void label(const char* text, theme::Colour colour, float together) {
    ImGui::PushFont(fonts.bold, 0);
    flow.next(text_item_width(text) + ImGui::GetStyle().ItemSpacing.x + together);
    ImGui::PushStyleColor(ImGuiCol_Text, draw::packed(colour));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }

  /// A button that is filled while `on`. Returns whether it was pressed.
  bool toggle(const char* text, bool on, const char* explanation, bool enabled = true) {
    flow.next(button_width(text));
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, draw::packed(colours.line));
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(text);
    ImGui::EndDisabled();
    if (on) ImGui::PopStyleColor();
    explain_item(explanation);
    return pressed;
  }
};

/// Under the right kernels; what is wrong shows under the pointer.
void wrong_kernels(Bar& bar, const kernels::KernelInfo* chosen) {
  ImGui::SeparatorText("deliberately broken");
  for (const kernels::KernelInfo& k : kernels::broken_kernels()) {
    const std::string name(k.name);
    if (ImGui::Selectable((name + "###" + name).c_str(), &k == chosen))
      bar.actions.add(session::set_kernel, name);
    explain_item(std::string(k.mistake->what) + "\nLook at " + std::string(k.mistake->look_at));
  }
}

constexpr float kPresetName = 120;  // points for its name; its tile sizes stand behind

void kernel_and_preset(Bar& bar) {
  const record::RecordRequest& wanted = bar.session.wanted;
  const kernels::KernelInfo* kernel = kernels::find_kernel(wanted.kernel);
  if (bar.begin_combo("##kernel", wanted.kernel)) {
    for (const kernels::KernelInfo& k : kernels::all_kernels()) {
      if (ImGui::Selectable(std::string(k.name).c_str(), &k == kernel))
        bar.actions.add(session::set_kernel, std::string(k.name));
      explain_item(k.summary);
    }
    wrong_kernels(bar, kernel);
    ImGui::EndCombo();
  }
  if (kernel == nullptr || kernel->presets.empty()) return;
  const std::string preset = wanted.preset.empty() ? std::string(kernel->presets[0].name) : wanted.preset;
  if (bar.begin_combo("##preset", preset)) {
    for (const auto& p : kernel->presets) {
      if (ImGui::Selectable(std::string(p.name).c_str(), p.name == preset))
        bar.actions.add(session::set_preset, std::string(p.name));
      explain_item(p.source);
      ImGui::SameLine(kPresetName * bar.px);
      ImGui::TextDisabled("%s", session::tile_sizes_in_words(*kernel, p.name).c_str());
    }
    ImGui::EndCombo();
  }
}

std::string size_text(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  return std::to_string(M) + " \u00d7 " + std::to_string(N) + " \u00d7 " + std::to_string(K);
}

void size(Bar& bar) {
  const record::RecordRequest& wanted = bar.session.wanted;
  if (!bar.begin_combo("##size", size_text(wanted.M, wanted.N, wanted.K))) return;
  for (const std::uint32_t n : {128u, 256u, 512u, 1024u, 2048u, 4096u})
    if (ImGui::Selectable(size_text(n, n, n).c_str())) bar.actions.add(session::set_size, n, n, n);
  ImGui::Separator();
  int edited[3] = {static_cast<int>(wanted.M), static_cast<int>(wanted.N), static_cast<int>(wanted.K)};
  ImGui::SetNextItemWidth(180 * bar.px);
  ImGui::InputInt3("M N K", edited, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    const auto side = [](int n) { return static_cast<std::uint32_t>(std::clamp(n, 1, 16384)); };
    bar.actions.add(session::set_size, side(edited[0]), side(edited[1]), side(edited[2]));
  }
  ImGui::EndCombo();
}

/// The row of large padding buttons: the star of the toolbar.
void padding(Bar& bar, const session::Padding& offered_padding) {
  const std::string parameter(offered_padding.name);
  if (!session::has_parameter(bar.session, parameter)) return;
  const std::span<const int> values = offered_padding.values;
  const theme::Colour colour = offered_padding.matrix == 'A'   ? bar.colours.a
                               : offered_padding.matrix == 'B' ? bar.colours.b
                                                               : bar.colours.c;
  const int wanted = session::wanted_number(bar.session, parameter);
  const bool offered = std::find(values.begin(), values.end(), wanted) != values.end();
  const ImVec2 extent{34 * bar.px, 30 * bar.px};
  const float gap = 3 * bar.px;
  bar.label(offered_padding.title, colour, static_cast<float>(values.size() + !offered) * (extent.x + gap));
  ImGui::PushFont(bar.fonts.mono_bold, theme::imgui_size(theme::Face::kMono, 18));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 8 * bar.px});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 1 * bar.px});
  const auto one = [&](int value) {
    const bool on = value == wanted;
    ImGui::SameLine();
    if (on) {
      ImGui::PushStyleColor(ImGuiCol_Button, draw::packed(colour));
      ImGui::PushStyleColor(ImGuiCol_ButtonHovered, draw::packed(colour));
      ImGui::PushStyleColor(ImGuiCol_Text, draw::packed(bar.colours.on_operand));
    }
    if (ImGui::Button((std::to_string(value) + "##" + parameter + std::to_string(value)).c_str(), extent))
      bar.actions.add(session::set_padding, parameter, value);
    if (on) ImGui::PopStyleColor(3);
  };
  for (const int value : values) one(value);
  if (!offered) one(wanted);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
}

/// What a parameter's button says: a name for what it switches on, or the parameter itself.
std::string choice_title(const std::string& parameter, const std::string& value) {
  if (parameter == "swzA" || parameter == "swz") return "swizzle As";
  if (parameter == "swzB") return "swizzle Bs";
  if (parameter == "swzC") return "swizzle Cs";
  if (parameter == "vec") return "scalar reads";
  if (parameter == "As") return value == "row" ? "As row-major" : "As transposed";
  return parameter + "=" + value;
}

void layout_switches(Bar& bar) {
  const kernels::KernelInfo* kernel = kernels::find_kernel(bar.session.wanted.kernel);
  for (const kernels::ParameterInfo& p :
       kernel == nullptr ? std::span<const kernels::ParameterInfo>{} : kernel->parameters) {
    if (p.choices.empty()) continue;
    const std::string name(p.name), value = session::wanted_parameter(bar.session, name);
    const std::string explanation = name + "=" + value + ": " + std::string(p.meaning);
    if (bar.toggle((choice_title(name, value) + "###" + name).c_str(), value != p.choices[0], explanation.c_str()))
      bar.actions.add(session::next_choice, name);
  }
  const format::Recording* recording = bar.session.recording();
  if (recording == nullptr || session::has_parameter(bar.session, "As")) return;
  for (const format::Tensor& tensor : recording->tensors)
    if (tensor.of == "A")
      bar.toggle(tensor.transposed ? "As transposed" : "As row-major", tensor.transposed,
                 "This kernel has no other layout of As", false);
}

void backend_and_record(Bar& bar) {
  const record::RecordRequest& wanted = bar.session.wanted;
  const bool cpu = wanted.backend == record::Backend::kCpu;
  if (bar.begin_combo("##backend", cpu ? "emulator" : "GPU")) {
    if (ImGui::Selectable("emulator", cpu)) bar.actions.add(session::set_backend, record::Backend::kCpu);
    if (ImGui::Selectable("GPU", !cpu)) bar.actions.add(session::set_backend, record::Backend::kCuda);
    ImGui::EndCombo();
  }
  // Both texts are laid out at the width of the longer one, so that nothing moves while a recording is made.
  const float width = button_width("Recording");
  bar.flow.next(width);
  for (const ImGuiCol c : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
    ImGui::PushStyleColor(c, draw::packed(bar.colours.button));
  ImGui::PushStyleColor(ImGuiCol_Text, draw::packed(bar.colours.on_button));
  if (ImGui::Button(bar.session.recording_now ? "Recording###record" : "Record###record", {width, 0}))
    bar.actions.add(session::record_again);
  ImGui::PopStyleColor(4);
}

void rule_and_theme(Bar& bar) {
  if (bar.begin_combo("##rule", "rule: " + std::string(analysis::name_of(bar.session.rule)))) {
    for (int m = 0; m < analysis::kConflictModels; ++m) {
      const auto model = static_cast<analysis::ConflictModel>(m);
      const std::string text = std::string(analysis::name_of(model)) + ": " + std::string(analysis::rule_of(model));
      if (ImGui::Selectable(text.c_str(), model == bar.session.rule)) bar.actions.add(session::set_rule, model);
    }
    ImGui::EndCombo();
  }
  const bool dark = bar.session.theme == session::Theme::kDark;
  if (bar.toggle(dark ? "light###theme" : "dark###theme", false, "Switch between dark and light"))
    bar.actions.add(session::set_theme, dark ? session::Theme::kLight : session::Theme::kDark);
}

}  // namespace

void draw_toolbar(const Session& session, Actions& actions, const theme::Fonts& fonts) {
  const theme::Colours& colours = theme::colours(session.theme);
  const float px = session.scale;
  // The height of the last frame's rows; the first frame has one.
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID("toolbar height");
  const float height = memory.GetFloat(id, 46 * px);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * px, 8 * px});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8 * px, 5 * px});  // one row in a window of 1600 points
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {6 * px, 8 * px});
  if (ImGui::BeginViewportSideBar(
          "##toolbar", ImGui::GetMainViewport(), ImGuiDir_Up, height,
          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse)) {
    Bar bar{session, actions, fonts, colours, px, {}};
    if (ImGui::GetWindowWidth() >= 1680 * px) {
      ImGui::PushFont(fonts.bold, theme::imgui_size(theme::Face::kBold, 16));
      bar.flow.next(text_item_width("gemmscope"));
      ImGui::TextUnformatted("gemmscope");
      ImGui::PopFont();
    }
    kernel_and_preset(bar);
    size(bar);
    for (const session::Padding& each : session::paddings()) padding(bar, each);
    layout_switches(bar);
    backend_and_record(bar);
    rule_and_theme(bar);
    memory.SetFloat(id, ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + 8 * px);
  }
  ImGui::End();
  ImGui::PopStyleVar(4);
}

}  // namespace gemmscope::shell
