// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "app/draw/shorten.h"
#include "app/shell/find.h"
#include "app/shell/window_parts.h"
#include "app/views/view.h"
#include "app/words/docs.h"
#include "imgui.h"
#include "imgui_internal.h"  // where a panel is
#include "imgui_stdlib.h"

namespace gemmscope::shell {
namespace {

constexpr int kMostShown = 16;

void open_in_middle(float width) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x + viewport->Size.x / 2, viewport->Pos.y + viewport->Size.y * 0.18f},
                          ImGuiCond_Appearing, {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(width, viewport->Size.x * 0.9f), 0});
}

/// Beside a view's panel, on the side with more room, so that the panel stays in sight; and a frame around the panel
/// says which one is explained. Returns false if the panel is not there.
bool open_beside(const views::View& view, float width, float scale) {
  const ImGuiWindow* panel = ImGui::FindWindowByName(window_name(view).c_str());
  if (panel == nullptr || !panel->Active || panel->Hidden) return false;
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const ImRect of = panel->InnerRect, all{viewport->Pos.x, viewport->Pos.y, viewport->Pos.x + viewport->Size.x,
                                          viewport->Pos.y + viewport->Size.y};
  const float gap = 8 * scale, least = 280 * scale;
  const bool is_lower = of.GetCenter().y > all.GetCenter().y;
  const float left = of.Min.x - all.Min.x - 2 * gap, right = all.Max.x - of.Max.x - 2 * gap;
  if (std::max(left, right) >= least) {
    const bool is_left = left > right;
    ImGui::SetNextWindowPos({is_left ? of.Min.x - gap : of.Max.x + gap, is_lower ? of.Max.y : of.Min.y},
                            ImGuiCond_Always, {is_left ? 1.0f : 0.0f, is_lower ? 1.0f : 0.0f});
    ImGui::SetNextWindowSize({std::min(width, std::max(left, right)), 0});
  } else {
    ImGui::SetNextWindowPos({of.Min.x + gap, is_lower ? of.Min.y - gap : of.Max.y + gap}, ImGuiCond_Always,
                            {0, is_lower ? 1.0f : 0.0f});
    ImGui::SetNextWindowSize({std::max(width, of.GetWidth() - 2 * gap), 0});
  }
  if (ImGui::IsPopupOpen("##explanation"))
    ImGui::GetForegroundDrawList()->AddRect(of.Min, of.Max, ImGui::GetColorU32(ImGuiCol_TabSelectedOverline), 0,
                                            2 * scale);
  return true;
}

std::string fitting(const std::string& text, float width) {
  return draw::shorten_end(
      text, width, [](std::string_view part) { return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x; });
}

/// A row to click: kind, title, and its note as far as there is room. Returns whether it was chosen.
bool row(const Found& found, int number, float scale) {
  const float space = 2 * ImGui::GetStyle().ItemSpacing.x, width = ImGui::GetContentRegionAvail().x;
  const float kind_width = found.kind.empty() ? 0 : 110 * scale;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool chosen = ImGui::Selectable(("##found " + std::to_string(number)).c_str());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text), quiet = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  list->AddText(start, quiet, found.kind.c_str());
  const std::string title = fitting(found.title, width - kind_width);
  list->AddText({start.x + kind_width, start.y}, text, title.c_str());
  const float left = kind_width + ImGui::CalcTextSize(title.c_str()).x + space;
  const std::string note = left < width ? fitting(found.note, width - left) : std::string();
  const float note_width = ImGui::CalcTextSize(note.c_str()).x;
  list->AddText({start.x + width - note_width, start.y}, quiet, note.c_str());
  return chosen;
}

/// The first of what was found. Returns the one that was chosen.
const Found* list(const std::vector<Found>& all, bool enter, float scale) {
  const Found* chosen = nullptr;
  int shown = 0;
  for (const Found& found : all) {
    if (shown == kMostShown) break;
    if (row(found, shown, scale) || (enter && shown == 0)) chosen = &found;
    ++shown;
  }
  if (all.empty()) ImGui::TextDisabled("No match.");
  if (all.size() > kMostShown) ImGui::TextDisabled("and %zu more", all.size() - kMostShown);
  return chosen;
}

/// A view, or a word or page of the documentation.
void explain(const std::string& what) {
  if (const views::View* view = views::find_view(what)) {
    ImGui::SeparatorText(std::string(view->title).c_str());
    ImGui::TextWrapped("%s", std::string(view->question).c_str());
    ImGui::TextWrapped("%s", std::string(view->explanation).c_str());
  } else if (const words::DocText* doc = words::find_doc(what)) {
    ImGui::SeparatorText(doc->title.c_str());
    constexpr std::size_t kShort = 600;  // characters: a word's meaning; pages scroll
    const bool page = doc->text.size() > kShort;
    if (page) ImGui::BeginChild("##page", {0, 0.6f * ImGui::GetMainViewport()->Size.y});
    ImGui::PushTextWrapPos();
    ImGui::TextUnformatted(doc->text.c_str());
    ImGui::PopTextWrapPos();
    if (page) ImGui::EndChild();
  }
}

}  // namespace

void draw_palette(const session::Session& session, session::Actions& actions, float scale) {
  if (session.desk.panels.palette_due) {
    ImGui::OpenPopup("##palette");
    actions.add([](session::Session& s) { s.desk.panels.palette_due = false, s.desk.panels.palette_search.clear(); });
  }
  open_in_middle(720 * scale);
  if (!ImGui::BeginPopup("##palette")) return;
  std::string search = session.desk.panels.palette_search;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool enter = ImGui::InputTextWithHint(
      "##search", "Find a command, kernel, size, line, lane, element, finding or word; or paste a link", &search,
      ImGuiInputTextFlags_EnterReturnsTrue);
  if (search != session.desk.panels.palette_search)
    actions.add([search](session::Session& s) { s.desk.panels.palette_search = search; });
  const std::vector<Found> all = find(session, search);
  if (const Found* chosen = list(all, enter, scale)) {
    actions.add(chosen->run);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void draw_explanation(const session::Session& session, session::Actions& actions, float scale) {
  if (!session.desk.panels.explain_due.empty()) {
    ImGui::OpenPopup("##explanation");
    actions.add([](session::Session& s) { s.desk.panels.explained = std::exchange(s.desk.panels.explain_due, {}); });
  }
  const std::string& due = session.desk.panels.explain_due;
  const std::string& what = due.empty() ? session.desk.panels.explained : due;
  const views::View* view = views::find_view(what);
  if (view == nullptr || !open_beside(*view, 480 * scale, scale)) open_in_middle((view != nullptr ? 480 : 760) * scale);
  if (!ImGui::BeginPopup("##explanation")) return;
  explain(what);
  ImGui::EndPopup();
}

}  // namespace gemmscope::shell
