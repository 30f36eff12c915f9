// SPDX-License-Identifier: MIT
/// @file source_editor.h
/// The source of one's own program, to be changed in the window: takes the place of Source's lines.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/session/session.h"

namespace gemmscope::shell {

class SourceEditor {
 public:
  SourceEditor();
  ~SourceEditor();

  /// In the rest of the current panel. Nothing where the session has no program; a row with a switch where it is not
  /// edited. Returns whether it is the editor, so that the view's own lines have no place.
  bool draw(const session::Session& session, session::Actions& actions, const screen::Paint& paint);
  /// Asks what to do with changes before they are lost by quitting or by opening another file.
  void draw_question(const session::Session& session, session::Actions& actions);

 private:
  struct Widget;
  void follow_file(const session::Session& session);
  void take(const std::string& text);
  void save(session::Session& session);
  bool unsaved() const { return text_ != base_; }
  void draw_row(const session::Session& session, session::Actions& actions, const screen::Paint& paint);
  void draw_choice(session::Actions& actions);
  void draw_text(const session::Session& session, session::Actions& actions, const screen::Paint& paint);
  void mark_lines(const session::Session& session, const theme::Colours& colours);
  float draw_messages(const session::Session& session, const screen::Paint& paint, bool drawn);

  std::unique_ptr<Widget> widget_;
  std::string path_;                    ///< of the file it has; empty: none
  std::string base_;                    ///< the file's text as it was read or written here last
  std::string text_;                    ///< as it is edited
  std::optional<std::string> outside_;  ///< the file's text, written by others while this one was changed
  std::filesystem::file_time_type seen_{};
  session::RejectedPtr marked_;
  bool shown_ = false;  ///< in the last frame
  bool dark_ = false, coloured_ = false;
  bool exact_ = true;  ///< the widget gives back each byte of the file
};

}  // namespace gemmscope::shell
