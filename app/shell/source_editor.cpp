// SPDX-License-Identifier: MIT
#include "app/shell/source_editor.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>

#include "TextEditor.h"
#include "app/screen/colour.h"
#include "app/session/editing.h"
#include "app/shell/editor_language.h"
#include "app/shell/explain_item.h"
#include "imgui.h"
#include "imgui_internal.h"  // that keys are text
#include "tracing/format/atomic_file.h"
#include "tracing/format/text.h"

namespace gemmscope::shell {

namespace fs = std::filesystem;
using session::Session;

namespace {

constexpr float kCode = 13;  // points
constexpr std::size_t kMostMessages = 4;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string name_of(const std::string& path) { return format::shown(fs::path(path).filename().string()); }

}  // namespace

struct SourceEditor::Widget {
  TextEditor text;
};

SourceEditor::SourceEditor() : widget_(std::make_unique<Widget>()) {
  widget_->text.SetLanguage(&cuda_language());
  widget_->text.SetShowWhitespacesEnabled(false);
  widget_->text.SetShowScrollbarMiniMapEnabled(false);
  widget_->text.SetTabSize(2);
}

SourceEditor::~SourceEditor() = default;

/// Cursor and scrolling stay: whoever writes the file in another editor changes a part of it.
void SourceEditor::take(const std::string& text) {
  TextEditor& editor = widget_->text;
  const TextEditor::DocPos cursor = editor.GetMainCursorPosition();
  const std::size_t first = editor.GetFirstVisibleRow();
  editor.SetInsertSpacesOnTabs(false);  // which would also change those that are there
  editor.SetText(text);
  editor.SetInsertSpacesOnTabs(text.find('\t') == std::string::npos);
  editor.SetCursor(cursor);
  editor.ScrollToLine(first, TextEditor::Scroll::alignTop);
  exact_ = editor.GetText() == text;
  editor.SetReadOnlyEnabled(!exact_);
  base_ = text_ = text;
  outside_.reset();
  marked_.reset();
}

/// Looks at the file: another one is opened, or others have written it.
void SourceEditor::follow_file(const Session& session) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(session.own.source, error);
  const bool other = path_ != session.own.source;
  if (error || (!other && time == seen_)) return;
  const std::string file = text_of(session.own.source);
  seen_ = time;
  if (other) {
    path_ = session.own.source;
    return take(file);
  }
  switch (session::newer(base_, text_, file)) {
    case session::Newer::kNo: outside_.reset(); break;
    case session::Newer::kTake: take(file); break;
    case session::Newer::kAsk: outside_ = file; break;
  }
}

void SourceEditor::save(Session& session) {
  if (auto saved = format::replace_file(path_, std::as_bytes(std::span(text_))); !saved) {
    session.desk.error = saved.error().message;
    return;
  }
  std::error_code error;
  seen_ = fs::last_write_time(path_, error);
  base_ = text_;
  outside_.reset();
  session.own.unsaved = false;
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
  if (on) {
    ImGui::SameLine();
    ImGui::BeginDisabled(!unsaved());
    if (ImGui::Button("save###save")) actions.add([this](Session& s) { save(s); });
    ImGui::EndDisabled();
    explain_item("Write the file (Ctrl S): it is then compiled, run and recorded");
  }
  ImGui::PopStyleVar();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s%s", name_of(session.own.source).c_str(), session.own.unsaved ? ", not saved" : "");
}

void SourceEditor::draw_choice(session::Actions& actions) {
  ImGui::TextWrapped("The file has been changed outside this window.");
  if (ImGui::Button("take the file###take"))
    actions.add([this](Session& s) {
      if (outside_) take(std::string(*outside_));
      s.own.unsaved = unsaved();
    });
  explain_item("Show the file as it is now: what you have changed here is lost");
  ImGui::SameLine();
  if (ImGui::Button("keep mine###keep"))
    actions.add([this](Session& s) {
      if (outside_) base_ = *outside_;
      outside_.reset();
      s.own.unsaved = unsaved();
    });
  explain_item("Go on with what is here: saving it replaces the file");
}

void SourceEditor::mark_lines(const Session& session, const theme::Colours& colours) {
  const session::RejectedPtr& rejected = session.look.rejected;
  if (rejected == marked_ && coloured_) return;
  marked_ = rejected;
  widget_->text.ClearMarkers();
  if (!rejected) return;
  const ImU32 number = screen::packed(theme::faded(colours.error, 0.6f)), line = screen::packed(colours.row);
  for (const session::Message& message : rejected->messages)
    if (message.line != 0 && message.line <= widget_->text.GetLineCount())
      widget_->text.AddMarker(message.line - 1, number, line, message.text, message.text);
}

/// What the compiler says, beneath the text; a click goes to the line. Returns the height that they take.
float SourceEditor::draw_messages(const Session& session, const screen::Paint& paint, bool drawn) {
  if (!session.look.rejected) return 0;
  const std::vector<session::Message>& all = session.look.rejected->messages;
  const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.y;
  float height = 0;
  for (std::size_t i = 0; i < std::min(all.size(), kMostMessages); ++i) {
    const std::string text =
        (all[i].line == 0 ? "" : "line " + std::to_string(all[i].line) + ": ") + format::shown(all[i].text);
    height += ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + gap;
    if (!drawn) continue;
    ImGui::PushStyleColor(ImGuiCol_Text, screen::packed(paint.page.colours.error));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
    if (ImGui::IsItemClicked() && all[i].line != 0)
      widget_->text.SetCursor({all[i].line - 1, 0}), widget_->text.SetFocus();
  }
  if (all.size() > kMostMessages) {
    height += ImGui::GetTextLineHeight() + gap;
    if (drawn) ImGui::TextDisabled("and %zu more", all.size() - kMostMessages);
  }
  return height;
}

void SourceEditor::draw_text(const Session& session, session::Actions& actions, const screen::Paint& paint) {
  TextEditor& editor = widget_->text;
  const bool dark = session.desk.theme == session::Theme::kDark;
  if (!coloured_ || dark != dark_) editor.SetPalette(palette_of(paint.page.colours)), coloured_ = false, dark_ = dark;
  mark_lines(session, paint.page.colours);
  coloured_ = true;
  const float below = draw_messages(session, paint, false);
  const float least = 4 * kCode * paint.page.scale;
  ImGui::PushFont(paint.fonts.mono, theme::imgui_size(theme::Face::kMono, kCode));
  const float height = std::max(least, ImGui::GetContentRegionAvail().y - below);
  if (editor.Render("##text", {0, height})) text_ = editor.GetText();
  ImGui::PopFont();
  draw_messages(session, paint, true);
  if (unsaved() != session.own.unsaved) actions.add([this](Session& s) { s.own.unsaved = unsaved(); });
}

bool SourceEditor::draw(const Session& session, session::Actions& actions, const screen::Paint& paint) {
  if (session.own.source.empty()) return false;
  draw_row(session, actions, paint);
  const bool appears = session.own.edited && !shown_;
  shown_ = session.own.edited;
  if (!shown_ && !session.own.unsaved) return false;
  follow_file(session);
  if (!shown_) return false;
  if (!exact_)
    ImGui::TextWrapped(
        "This file can only be read here: its line ends are not Unix's, or it is not UTF-8, and saving it "
        "would change it throughout.");
  if (outside_) draw_choice(actions);
  if (appears) widget_->text.SetFocus();
  draw_text(session, actions, paint);
  // Source comes to the front when the compiler has found errors: whoever types goes on typing.
  if (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive()) widget_->text.SetFocus();
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) {
    // The editor says so too late for the keys of commands.
    ImGui::GetCurrentContext()->WantTextInputNextFrame = 1;
    ImGui::GetCurrentContext()->PlatformImeData.WantTextInput = true;
    // A Ctrl that is released in this very frame still counts, as for commands.
    const bool ctrl = ImGui::GetIO().KeyCtrl || ImGui::IsKeyReleased(ImGuiMod_Ctrl);
    if (unsaved() && ctrl && ImGui::IsKeyPressed(ImGuiKey_S, false)) actions.add([this](Session& s) { save(s); });
  }
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
  ImGui::Text("%s has changes that are not saved.", name_of(session.own.source).c_str());
  if (ImGui::Button("Save them")) actions.add([this](Session& s) { save(s); });
  ImGui::SameLine();
  if (ImGui::Button("Lose them")) actions.add([this](Session& s) { take(base_), s.own.unsaved = false; });
  ImGui::SameLine();
  if (ImGui::Button("Stay here") || ImGui::IsKeyPressed(ImGuiKey_Escape))
    actions.add([](Session& s) {
      s.desk.panels.quit = false;
      s.desk.panels.to_open.clear(), s.desk.panels.to_begin.clear();
    });
  if (!due) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace gemmscope::shell
