// SPDX-License-Identifier: MIT
#include "app/shell/edited_file.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "TextEditor.h"
#include "app/screen/colour.h"
#include "app/session/editing.h"
#include "app/shell/editor_language.h"
#include "app/theme/colours.h"
#include "app/words/number.h"
#include "imgui.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/input_file.h"

namespace gemmscope::shell {

namespace fs = std::filesystem;

namespace {

constexpr float kCode = 13;         // points
constexpr std::size_t kMargin = 5;  // characters: "8.5x"

}  // namespace

struct EditedFile::Widget {
  TextEditor text;
};

EditedFile::EditedFile(std::string path) : widget_(std::make_unique<Widget>()), path_(std::move(path)) {
  widget_->text.SetLanguage(&cuda_language());
  widget_->text.SetShowWhitespacesEnabled(false);
  widget_->text.SetShowScrollbarMiniMapEnabled(false);
  widget_->text.SetTabSize(2);
  widget_->text.SetLineDecorator(kMargin, [this](TextEditor::Decorator& row) {
    draw_note(static_cast<std::uint32_t>(row.line + 1), row.width, row.height);
  });
  std::error_code error;
  seen_ = fs::last_write_time(path_, error);
  take(format::text_in(path_));
}

EditedFile::~EditedFile() = default;

/// Cursor and scrolling stay: another editor that writes the file usually changes only a part of it.
void EditedFile::take(const std::string& text) {
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
  place_messages();
}

void EditedFile::follow() {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(path_, error);
  if (error || time == seen_) return;
  seen_ = time;
  const std::string file = format::text_in(path_);
  switch (session::newer(base_, text_, file)) {
    case session::Newer::kNo: outside_.reset(); break;
    case session::Newer::kTake: take(file); break;
    case session::Newer::kAsk: outside_ = file; break;
  }
}

Result<void> EditedFile::save() {
  if (auto saved = format::replace_file(path_, std::as_bytes(std::span(text_))); !saved) return saved;
  std::error_code error;
  seen_ = fs::last_write_time(path_, error);
  base_ = text_;
  outside_.reset();
  return {};
}

void EditedFile::take_outside() {
  if (outside_) take(std::string(*outside_));
}

void EditedFile::keep_mine() {
  if (outside_) base_ = *std::exchange(outside_, std::nullopt);
}

void EditedFile::set_messages(const session::RejectedPtr& rejected) {
  if (rejected == rejected_) return;
  rejected_ = rejected;
  place_messages();
}

void EditedFile::set_recorded(const session::LoadedPtr& loaded, analysis::ConflictModel rule) {
  if (loaded == recorded_ && rule == rule_) return;
  recorded_ = loaded, rule_ = rule;
  place_notes();
}

void EditedFile::place_notes() {
  notes_.clear(), recorded_now_.clear();
  if (!recorded_) return;
  recorded_now_ = session::lines_now(recorded_lines(*recorded_, path_), text_);
  for (auto& [line, note] : line_notes(*recorded_, path_, rule_))
    if (const std::uint32_t now = recorded_line_now(line); now != 0) notes_[now] = std::move(note);
}

std::uint32_t EditedFile::recorded_line_now(std::uint32_t line) const {
  return line == 0 || line > recorded_now_.size() ? 0 : recorded_now_[line - 1];
}

/// "8\u00d7" of the ideal on its colour, or an exclamation mark where something is found; the rest on hover.
void EditedFile::draw_note(std::uint32_t line, float width, float height) const {
  const auto note = notes_.find(line);
  if (note == notes_.end() || colours_ == nullptr) return;
  const auto& [factor, is_found, text] = note->second;
  const theme::Colour fill =
      is_found ? colours_->error : theme::conflict_colour(*colours_, static_cast<int>(std::max(1.0, factor)));
  const std::string label =
      is_found      ? "!"
      : factor == 0 ? ""
                    : words::decimals(factor, factor == std::floor(factor) || factor >= 10 ? 0 : 1) + "\u00d7";
  const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + width * 0.9f, from.y + height - 1},
               size = ImGui::CalcTextSize(label.c_str());
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(from, to, screen::packed(fill), 2);
  list->AddText({(from.x + to.x - size.x) / 2, (from.y + to.y - size.y) / 2}, screen::packed(theme::text_on(fill)),
                label.c_str());
  if (ImGui::IsMouseHoveringRect(from, to)) ImGui::SetTooltip("%s", text.c_str());
}

/// The widget takes a marker off each line in which something is deleted, and undoing what was typed deletes it. So
/// where markers are follows from the text alone.
void EditedFile::place_messages() {
  place_notes();
  marks_due_ = true;
  lines_now_.clear();
  if (!rejected_) return;
  const auto own = std::ranges::find(rejected_->files, path_, &session::RejectedFile::path);
  if (own != rejected_->files.end()) lines_now_ = session::lines_now(own->text, text_);
}

std::uint32_t EditedFile::line_now(std::uint32_t line) const {
  return line == 0 || line > lines_now_.size() ? 0 : lines_now_[line - 1];
}

void EditedFile::mark_lines(const theme::Colours& colours) {
  marks_due_ = false;
  widget_->text.ClearMarkers();
  if (!rejected_) return;
  const ImU32 number = screen::packed(theme::faded(colours.error, 0.6f)), row = screen::packed(colours.row);
  for (const session::Message& message : rejected_->messages)
    if (const std::uint32_t line = line_now(message.line); line != 0 && rejected_->files[message.file].path == path_)
      widget_->text.AddMarker(line - 1, number, row, message.text, message.text);
}

void EditedFile::go_to(std::uint32_t line) {
  widget_->text.SetCursor({line - 1, 0});
  widget_->text.ScrollToLine(line - 1, TextEditor::Scroll::alignMiddle);
  focus();
}

void EditedFile::focus() { widget_->text.SetFocus(); }

void EditedFile::draw(float height, const screen::Paint& paint, bool dark) {
  TextEditor& editor = widget_->text;
  if (!coloured_ || dark != dark_) editor.SetPalette(palette_of(paint.page.colours)), marks_due_ = true;
  coloured_ = true, dark_ = dark;
  if (marks_due_) mark_lines(paint.page.colours);
  colours_ = &paint.page.colours;
  ImGui::PushFont(paint.fonts.mono, theme::imgui_size(theme::Face::kMono, kCode));
  ImGui::PushID(path_.c_str());
  if (editor.Render("##text", {0, std::max(4 * kCode * paint.page.scale, height)})) {
    text_ = editor.GetText();
    place_messages();
  }
  ImGui::PopID();
  ImGui::PopFont();
}

}  // namespace gemmscope::shell
