// SPDX-License-Identifier: MIT
/// @file source_editor.h
/// The source of one's own program, to be changed in the window: takes the place of Source's lines.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/screen/show.h"
#include "app/session/actions.h"
#include "app/session/session.h"
#include "app/shell/edited_file.h"

namespace gemmscope::shell {

class SourceEditor {
 public:
  /// In the rest of the current panel. Nothing where the session has no program; a row with a switch where it is not
  /// edited. Returns whether it is the editor, so that the view's own lines have no place.
  bool draw(const session::Session& session, session::Actions& actions, const screen::Paint& paint);
  /// Asks what to do with changes before they are lost by quitting or by opening another file.
  void draw_question(const session::Session& session, session::Actions& actions);

 private:
  /// The file of that path, read when it is asked for first.
  EditedFile& file(const std::string& path);
  bool unsaved() const;
  void save(session::Session& session, EditedFile& file);
  void save_all(session::Session& session);
  std::vector<std::string> paths(const session::OwnProgram& own) const;
  void draw_row(const session::Session& session, session::Actions& actions, const screen::Paint& paint);
  void draw_tabs(const session::Session& session, session::Actions& actions);
  void go_to_line_looked_at(const session::Session& session);
  void draw_choice(EditedFile& file, session::Actions& actions);
  void draw_file(EditedFile& file, const session::Session& session, session::Actions& actions,
                 const screen::Paint& paint);
  float draw_messages(const session::Session& session, session::Actions& actions, const screen::Paint& paint,
                      bool drawn);

  std::string program_;                             ///< whose files these are
  std::vector<std::unique_ptr<EditedFile>> files_;  ///< those that were looked at
  std::string front_;                               ///< path of the one that is shown
  bool settled_ = false;                            ///< the tab in front is the one that was asked for
  bool begins_ = false;                             ///< it was switched on, and is not at the line yet that was marked
  bool shown_ = false;                              ///< in the last frame
};

}  // namespace gemmscope::shell
