// SPDX-License-Identifier: MIT
#include "app/shell/source_editor.h"

#include <algorithm>
#include <filesystem>

#include "app/screen/colour.h"
#include "app/session/shown_file.h"
#include "app/shell/explain_item.h"
#include "app/words/number.h"
#include "imgui.h"
#include "imgui_internal.h"  // that keys are text
#include "tracing/format/text.h"

namespace gemmscope::shell {

namespace fs = std::filesystem;
using session::Session;

namespace {

constexpr std::size_t kMostMessages = 4;

std::string name_of(const std::string& path) { return format::shown(fs::path(path).filename().string()); }

/// Slashes mean levels to Dear ImGui's test engine.
std::string id_of(std::string path) {
  std::ranges::replace(path, '/', '|');
  return path;
}

/// The file of the program that Source shows.
std::string looked_at(const Session& session) {
  const std::string shown = session::shown_path(session.look);
  const auto same =
      std::ranges::find_if(session.own.files, [&](const std::string& path) { return session::same_file(path, shown); });
  return same == session.own.files.end() ? session.own.source : *same;
}

}  // namespace

EditedFile& SourceEditor::file(const std::string& path) {
  const auto known = std::ranges::find(files_, path, [](const auto& each) { return each->path(); });
  return known != files_.end() ? **known : *files_.emplace_back(std::make_unique<EditedFile>(path));
}

bool SourceEditor::unsaved() const {
  return std::ranges::any_of(files_, [](const auto& each) { return each->unsaved(); });
}

void SourceEditor::save(Session& session, EditedFile& file) {
  if (auto saved = file.save(); !saved) session.desk.error = saved.error().message;
  session.own.unsaved = unsaved();
}

void SourceEditor::save_all(Session& session) {
  for (const auto& each : files_)
    if (each->unsaved()) save(session, *each);
}

/// One that is no longer included keeps its tab while changes of it are not saved.
std::vector<std::string> SourceEditor::paths(const session::OwnProgram& own) const {
  std::vector<std::string> paths = own.files.empty() ? std::vector{own.source} : own.files;
  for (const auto& each : files_)
    if (each->unsaved() && std::ranges::count(paths, each->path()) == 0) paths.push_back(each->path());
  return paths;
}

void SourceEditor::draw_row(const Session& session, session::Actions& actions, const screen::Paint& paint) {
  const bool on = session.own.edited;
  const theme::Colours& colours = paint.page.colours;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * paint.page.scale, 3 * paint.page.scale});
  if (on)
    for (const ImGuiCol c : {ImGuiCol_Button, ImGuiCol_ButtonHovered})
      ImGui::PushStyleColor(c, screen::packed(theme::switched_on(colours)));
  if (ImGui::Button("edit###edit")) actions.add([](Session& s) { s.own.edited = !s.own.edited; });
  if (on) ImGui::PopStyleColor(2);
  explain_item(on ? "Show what each line costs (Ctrl E)" : "Change this program here (Ctrl E)");
  bool changed = session.own.unsaved;
  if (on) {
    EditedFile& front = file(front_);
    changed = front.unsaved();
    ImGui::SameLine();
    ImGui::BeginDisabled(!changed);
    if (ImGui::Button("save###save")) actions.add([this, &front](Session& s) { save(s, front); });
    ImGui::EndDisabled();
    explain_item("Save the file (Ctrl S), then compile, run and record the program");
  }
  ImGui::PopStyleVar();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s%s", name_of(on ? front_ : session.own.source).c_str(), changed ? ", not saved" : "");
}

/// A tab for each file, where there are several.
void SourceEditor::draw_tabs(const Session& session, session::Actions& actions) {
  const std::vector<std::string> all = paths(session.own), names = session::telling_names(all);
  const bool appears = !shown_;
  std::string wanted = appears ? looked_at(session) : session.look.views.source.program_file;
  if (appears) actions.add([wanted](Session& s) { s.look.views.source.program_file = wanted; });
  if (std::ranges::count(all, wanted) == 0) wanted = all.front();
  const bool asked = wanted != front_;
  front_ = wanted;
  if (appears || asked) file(front_).focus();
  begins_ = begins_ || appears;
  if (all.size() < 2) return;
  std::string chosen = front_;
  if (!ImGui::BeginTabBar("##files", ImGuiTabBarFlags_FittingPolicyScroll | ImGuiTabBarFlags_NoTooltip)) return;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto open = std::ranges::find(files_, all[i], [](const auto& each) { return each->path(); });
    const bool dot = open != files_.end() && (*open)->unsaved();
    const ImGuiTabItemFlags flags =
        (dot ? ImGuiTabItemFlags_UnsavedDocument : 0) | (asked && all[i] == front_ ? ImGuiTabItemFlags_SetSelected : 0);
    const bool selected = ImGui::BeginTabItem((names[i] + "###" + id_of(all[i])).c_str(), nullptr, flags);
    explain_item("Edit " + format::shown(all[i]) + (dot ? " (unsaved changes)" : ""));
    if (!selected) continue;
    chosen = all[i];
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
  if (settled_ && !asked && chosen != front_) actions.add([chosen](Session& s) { session::show_path(s.look, chosen); });
  settled_ = !asked;
}

void SourceEditor::draw_choice(EditedFile& file, session::Actions& actions) {
  ImGui::TextWrapped("The file has been changed outside this window.");
  if (ImGui::Button("take the file###take"))
    actions.add([this, &file](Session& s) { file.take_outside(), s.own.unsaved = unsaved(); });
  explain_item("Show the file as it is now: what you have changed here is lost");
  ImGui::SameLine();
  if (ImGui::Button("keep mine###keep"))
    actions.add([this, &file](Session& s) { file.keep_mine(), s.own.unsaved = unsaved(); });
  explain_item("Keep this text: saving it replaces the file");
}

/// What the compiler says, beneath the text; a click goes to the line. Returns the height that they take.
float SourceEditor::draw_messages(const Session& session, session::Actions& actions, const screen::Paint& paint,
                                  bool drawn) {
  if (!session.look.rejected) return 0;
  const session::Rejected& rejected = *session.look.rejected;
  const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.y;
  float height = 0;
  for (std::size_t i = 0; i < std::min(rejected.messages.size(), kMostMessages); ++i) {
    session::Message message = rejected.messages[i];
    const std::string& path = rejected.files[message.file].path;
    const bool gone = message.line != 0 && (message.line = file(path).line_now(message.line)) == 0;
    const std::string text =
        (gone ? "deleted line: " : session::place_in_words(rejected, message)) + format::shown(message.text);
    height += ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + gap;
    if (!drawn) continue;
    ImGui::PushStyleColor(ImGuiCol_Text, screen::packed(paint.page.colours.error));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
    if (!ImGui::IsItemClicked() || message.line == 0) continue;
    file(path).go_to(message.line);
    actions.add([path](Session& s) { session::show_path(s.look, path); });
  }
  if (rejected.messages.size() > kMostMessages) {
    height += ImGui::GetTextLineHeight() + gap;
    if (drawn) ImGui::TextDisabled("and %zu more", rejected.messages.size() - kMostMessages);
  }
  return height;
}

void SourceEditor::draw_file(EditedFile& file, const Session& session, session::Actions& actions,
                             const screen::Paint& paint) {
  if (!file.exact())
    ImGui::TextWrapped(
        "This file can only be read here: its line ends are not Unix's, or it is not UTF-8, and saving it "
        "would change it throughout.");
  if (file.asks()) draw_choice(file, actions);
  const float below = draw_messages(session, actions, paint, false);
  file.draw(ImGui::GetContentRegionAvail().y - below, paint, session.desk.theme == session::Theme::kDark);
  draw_messages(session, actions, paint, true);
  // Source comes to the front when the compiler has found errors; the user can go on typing.
  if (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive()) file.focus();
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return;
  // The editor says so too late for the keys of commands.
  ImGui::GetCurrentContext()->WantTextInputNextFrame = 1;
  ImGui::GetCurrentContext()->PlatformImeData.WantTextInput = true;
  // A Ctrl that is released in this very frame still counts, as for commands.
  const bool ctrl = ImGui::GetIO().KeyCtrl || ImGui::IsKeyReleased(ImGuiMod_Ctrl);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false))
    actions.add([](Session& s) { s.desk.error.clear(), s.desk.notice.clear(); });
  if (file.unsaved() && ctrl && ImGui::IsKeyPressed(ImGuiKey_S, false))
    actions.add([this, &file](Session& s) { save(s, file); });
}

/// The line that Source marks, if it is of the file in front.
void SourceEditor::go_to_line_looked_at(const Session& session) {
  begins_ = false;
  if (!session.look.current || !session::same_file(session::shown_path(session.look), front_)) return;
  const std::uint32_t line = session::in_source(session.look).line_in(session::shown_file(session.look));
  if (const std::uint32_t now = file(front_).recorded_line_now(line); now != 0) file(front_).go_to(now);
}

bool SourceEditor::draw(const Session& session, session::Actions& actions, const screen::Paint& paint) {
  if (session.own.source.empty()) return false;
  if (program_ != session.own.source) files_.clear(), front_.clear(), program_ = session.own.source, shown_ = false;
  const bool edited = session.own.edited;
  if (front_.empty()) front_ = session.own.source;
  draw_row(session, actions, paint);
  if (edited) draw_tabs(session, actions);
  shown_ = edited;
  if (!edited && !unsaved()) return false;
  EditedFile& front = file(front_);
  if (session.look.rejected)
    for (const session::Message& message : session.look.rejected->messages)
      file(session.look.rejected->files[message.file].path);
  const session::LoadedPtr& recorded = session.look.loaded;
  const session::LoadedPtr made = session.own.made(recorded) && !session.own.shows_earlier ? recorded : nullptr;
  for (const auto& each : files_) {
    each->follow();
    each->set_messages(session.look.rejected);
    each->set_recorded(made, session.look.rule);
  }
  if (begins_ && edited) go_to_line_looked_at(session);
  if (!edited) return false;
  draw_file(front, session, actions, paint);
  if (unsaved() != session.own.unsaved) actions.add([this](Session& s) { s.own.unsaved = unsaved(); });
  return true;
}

void SourceEditor::draw_question(const Session& session, session::Actions& actions) {
  const session::Panels& panels = session.desk.panels;
  const bool due = session.own.unsaved && (panels.quit || !panels.to_open.empty() || !panels.to_begin.empty());
  constexpr const char* kName = "###unsaved";
  if (due && !ImGui::IsPopupOpen(kName)) ImGui::OpenPopup(kName);
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(kName, nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoTitleBar)) return;
  std::vector<std::string> names;
  for (const auto& each : files_)
    if (each->unsaved()) names.push_back(name_of(each->path()));
  if (names.size() == 1)
    ImGui::Text("%s has unsaved changes.", names.front().c_str());
  else
    ImGui::Text("%zu files have unsaved changes.", names.size());
  if (ImGui::Button("Save changes")) actions.add([this](Session& s) { save_all(s); });
  ImGui::SameLine();
  if (ImGui::Button("Discard changes"))
    actions.add([this](Session& s) {
      for (const auto& each : files_)
        if (each->unsaved()) each->lose_changes();
      s.own.unsaved = false;
    });
  ImGui::SameLine();
  if (ImGui::Button("Keep editing") || ImGui::IsKeyPressed(ImGuiKey_Escape))
    actions.add([](Session& s) {
      s.desk.panels.quit = false;
      s.desk.panels.to_open.clear(), s.desk.panels.to_begin.clear();
    });
  if (!due) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace gemmscope::shell
