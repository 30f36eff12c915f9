// SPDX-License-Identifier: MIT
/// @file edited_file.h
/// One file of one's own program as it is edited: its text with its own undo, and what others write meanwhile.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/screen/show.h"
#include "app/session/rejected.h"
#include "app/shell/line_notes.h"
#include "tracing/format/result.h"

namespace gemmscope::shell {

class EditedFile {
 public:
  /// Reads the file.
  explicit EditedFile(std::string path);
  ~EditedFile();

  const std::string& path() const { return path_; }
  bool unsaved() const { return text_ != base_; }
  /// It can be saved: the widget gives back each byte of the file.
  bool exact() const { return exact_; }
  /// Others have written the file while this text was changed: one of the two will be lost.
  bool asks() const { return outside_.has_value(); }

  /// Looks at the file: others may have written it.
  void follow();
  /// Errors: those of writing the file.
  [[nodiscard]] Result<void> save();
  void take_outside();
  void keep_mine();
  void lose_changes() { take(std::string(base_)); }

  /// What is marked; null: nothing.
  void set_messages(const session::RejectedPtr& rejected);
  /// What the margin says of the lines; null: nothing.
  void set_recorded(const session::LoadedPtr& loaded, analysis::ConflictModel rule);
  /// Where a line of that recording is in the text as it is now; 0: it is gone, or there is none.
  std::uint32_t recorded_line_now(std::uint32_t line) const;
  /// Where a line of what was compiled is in the text as it is now; 0: it is gone.
  std::uint32_t line_now(std::uint32_t line) const;
  /// The cursor goes to the beginning of a line, 1-based, and what is typed goes there.
  void go_to(std::uint32_t line);
  void focus();

  /// In the current window, `height` pixels high.
  void draw(float height, const screen::Paint& paint, bool dark);

 private:
  struct Widget;
  void take(const std::string& text);
  void place_messages();
  void place_notes();
  void mark_lines(const theme::Colours& colours);
  void draw_note(std::uint32_t line, float width, float height) const;

  std::unique_ptr<Widget> widget_;
  std::string path_;
  std::string base_;                    ///< the file's text as it was read or written here last
  std::string text_;                    ///< as it is edited
  std::optional<std::string> outside_;  ///< the file's text, written by others while this one was changed
  std::filesystem::file_time_type seen_{};
  session::RejectedPtr rejected_;
  std::vector<std::uint32_t> lines_now_;  ///< of the lines of this file in rejected_
  session::LoadedPtr recorded_;
  analysis::ConflictModel rule_ = analysis::ConflictModel::kFused;
  std::vector<std::uint32_t> recorded_now_;  ///< of the lines of this file in recorded_
  std::map<std::uint32_t, LineNote> notes_;  ///< by the lines of the text as it is now
  const theme::Colours* colours_ = nullptr;  ///< while it is drawn
  bool marks_due_ = false, dark_ = false, coloured_ = false;
  bool exact_ = true;
};

}  // namespace gemmscope::shell
