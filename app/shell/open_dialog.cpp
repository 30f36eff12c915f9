// SPDX-License-Identifier: MIT
#include "app/shell/open_dialog.h"

#include <algorithm>
#include <utility>

#include "app/draw/shorten.h"
#include "imgui.h"
#include "imgui_stdlib.h"
#include "tracing/format/text.h"

namespace gemmscope::shell {

namespace fs = std::filesystem;
using session::FileDialog;

namespace {

constexpr int kRows = 16;

/// The end of a path that is too long says more than its start.
std::string fitting(const std::string& path) {
  const auto width_of = [](std::string_view part) {
    return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
  };
  std::string text = path;
  while (text.size() > 8 && width_of(text) > ImGui::GetContentRegionAvail().x) {
    const std::size_t slash = text.find('/', 4);
    if (slash == std::string::npos) return draw::shorten_end(text, ImGui::GetContentRegionAvail().x, width_of);
    text = "\u2026" + text.substr(slash);
  }
  return text;
}

}  // namespace

void OpenDialog::go_to(const fs::path& folder) {
  folder_ = folder;
  entries_ = session::entries_of(folder_);
  typed_.clear();
  focus_due_ = true;
}

void OpenDialog::show(const session::Session& session, FileDialog which) {
  which_ = which;
  std::error_code error;
  fs::path start = folder_;
  if (start.empty() && !session.own.source.empty()) start = fs::absolute(session.own.source, error).parent_path();
  if (start.empty()) start = fs::current_path(error);
  go_to(start);
  ImGui::OpenPopup("##open");
}

void OpenDialog::choose(const fs::path& path, session::Actions& actions) {
  std::error_code error;
  if (fs::is_directory(path, error)) return go_to(path);
  actions.add([which = which_, file = path.string()](session::Session& s) {
    (which == FileDialog::kNew ? s.desk.panels.to_begin : s.desk.panels.to_open) = file;
  });
  ImGui::CloseCurrentPopup();
}

void OpenDialog::list(session::Actions& actions) {
  ImGui::BeginChild("##files", {0, kRows * ImGui::GetTextLineHeightWithSpacing()});
  fs::path chosen;
  if (folder_.has_relative_path() && ImGui::Selectable("..###up", false, ImGuiSelectableFlags_NoAutoClosePopups))
    chosen = folder_.parent_path();
  int shown = 0;
  for (const session::FolderEntry& entry : entries_) {
    if (entry.name.find(typed_) == std::string::npos) continue;
    if (!entry.folder && which_ == FileDialog::kNew && fs::path(entry.name).extension() != ".cu") continue;
    const std::string text = format::shown(entry.name) + (entry.folder ? "/" : "") + "###file " + entry.name;
    // A new program replaces no file: those that are there are only shown.
    const auto flags = ImGuiSelectableFlags_NoAutoClosePopups |
                       (!entry.folder && which_ == FileDialog::kNew ? ImGuiSelectableFlags_Disabled : 0);
    if (ImGui::Selectable(text.c_str(), false, flags)) chosen = folder_ / entry.name;
    ++shown;
  }
  if (shown == 0) ImGui::TextDisabled(typed_.empty() ? "No program (.cu) and no recording (.gst) here." : "No match.");
  ImGui::EndChild();
  if (!chosen.empty()) choose(chosen, actions);
}

void OpenDialog::draw(const session::Session& session, session::Actions& actions) {
  if (session.desk.panels.dialog_due != FileDialog::kNone) {
    show(session, session.desk.panels.dialog_due);
    actions.add([](session::Session& s) { s.desk.panels.dialog_due = FileDialog::kNone; });
  }
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x + viewport->Size.x / 2, viewport->Pos.y + viewport->Size.y * 0.18f},
                          ImGuiCond_Appearing, {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(620 * session.desk.scale, viewport->Size.x * 0.9f), 0});
  if (!ImGui::BeginPopup("##open")) return;
  ImGui::TextDisabled("%s", fitting(format::shown(folder_.string())).c_str());
  if (std::exchange(focus_due_, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const char* hint = which_ == FileDialog::kNew
                         ? "Name of a new program, my.cu: it begins as the naive matrix multiplication"
                         : "Open a program (.cu) or a recording (.gst): type a part of its name, or a path";
  if (ImGui::InputTextWithHint("##name", hint, &typed_, ImGuiInputTextFlags_EnterReturnsTrue) && !typed_.empty()) {
    fs::path path = session::typed_path(folder_, typed_);
    std::error_code error;
    const auto match = std::ranges::find_if(
        entries_, [&](const session::FolderEntry& e) { return e.name.find(typed_) != std::string::npos; });
    if (which_ == FileDialog::kOpen && !fs::exists(path, error) && match != entries_.end())
      path = folder_ / match->name;
    choose(path, actions);
  }
  list(actions);
  ImGui::EndPopup();
}

}  // namespace gemmscope::shell
