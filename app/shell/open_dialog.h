// SPDX-License-Identifier: MIT
/// @file open_dialog.h
/// Ctrl O: chooses a program or a recording to open, or the name of a new program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/actions.h"
#include "app/session/folder.h"
#include "app/session/session.h"

namespace gemmscope::shell {

class OpenDialog {
 public:
  void draw(const session::Session& session, session::Actions& actions);

 private:
  void show(const session::Session& session, session::FileDialog which);
  void go_to(const std::filesystem::path& folder);
  /// Goes into a folder, or asks for the file and closes.
  void choose(const std::filesystem::path& path, session::Actions& actions);
  void list(session::Actions& actions);

  session::FileDialog which_ = session::FileDialog::kOpen;
  std::filesystem::path folder_;
  std::vector<session::FolderEntry> entries_;
  std::string typed_;
  bool focus_due_ = false;  ///< of the line one types in
};

}  // namespace gemmscope::shell
