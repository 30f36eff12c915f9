// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>

#include "app/shell/commands.h"
#include "app/shell/parts.h"
#include "app/views/view.h"
#include "imgui.h"
#include "imgui_stdlib.h"

namespace gemmscope::shell {
namespace {

constexpr int kMostShown = 14;

bool contains(const std::string& text, const std::string& part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

void open_in_middle(float width) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x + viewport->Size.x / 2, viewport->Pos.y + viewport->Size.y * 0.18f},
                          ImGuiCond_Appearing, {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(width, viewport->Size.x * 0.9f), 0});
}

/// The first commands that contain `search`. Returns the one that was chosen.
const Command* list_commands(const std::string& search, bool enter) {
  const Command* chosen = nullptr;
  int shown = 0;
  for (const Command& command : all_commands()) {
    if (!contains(command.title, search) || shown == kMostShown) continue;
    if (ImGui::Selectable(command.title.c_str()) || (enter && shown == 0)) chosen = &command;
    ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(command.keys.c_str()).x -
                    ImGui::GetStyle().WindowPadding.x);
    ImGui::TextDisabled("%s", command.keys.c_str());
    ++shown;
  }
  if (shown == 0) ImGui::TextDisabled("No command has these letters.");
  return chosen;
}

}  // namespace

void draw_palette(const session::Session& session, session::Actions& actions, float scale) {
  if (session.views.palette_due) {
    ImGui::OpenPopup("##palette");
    actions.add([](session::Session& s) { s.views.palette_due = false, s.views.palette_search.clear(); });
  }
  open_in_middle(560 * scale);
  if (!ImGui::BeginPopup("##palette")) return;
  std::string search = session.views.palette_search;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool enter =
      ImGui::InputTextWithHint("##search", "Find a command", &search, ImGuiInputTextFlags_EnterReturnsTrue);
  if (search != session.views.palette_search)
    actions.add([search](session::Session& s) { s.views.palette_search = search; });
  if (const Command* chosen = list_commands(search, enter)) {
    actions.add(chosen->run, chosen->argument);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void draw_explanation(const session::Session& session, session::Actions& actions, float scale) {
  const views::View* view = views::find_view(session.views.explain_due);
  if (view != nullptr) {
    ImGui::OpenPopup("##explanation");
    actions.add([](session::Session& s) { s.views.explained = std::exchange(s.views.explain_due, {}); });
  }
  open_in_middle(480 * scale);
  if (!ImGui::BeginPopup("##explanation")) return;
  if (view == nullptr) view = views::find_view(session.views.explained);
  if (view != nullptr) {
    ImGui::SeparatorText(std::string(view->title).c_str());
    ImGui::TextWrapped("%s", std::string(view->question).c_str());
    ImGui::TextWrapped("%s", std::string(view->explanation).c_str());
  }
  ImGui::EndPopup();
}

}  // namespace gemmscope::shell
