// SPDX-License-Identifier: MIT
/// @file desk.h
/// How the window is arranged and what it says and asks, whichever recording is looked at. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/theme/theme.h"

namespace gemmscope::session {

using theme::Theme;

enum class FileDialog : std::uint8_t { kNone, kOpen, kNew };

struct Panels {
  std::string stage = "shared";     ///< id of the stage's view in front
  std::vector<std::string> closed;  ///< ids of the views whose panels are closed
  std::vector<std::string> kept;    ///< ids of those that were asked for though they have nothing to show of a program
  // Requests to the window, taken back as soon as they are met.
  std::string focus_view;                     ///< id of a view to bring to the front
  std::vector<std::string> focus_beside;      ///< ids of others, one after the other, where they can be seen besides
  bool explain_here = false;                  ///< explain the panel one is in
  std::string explain_due;                    ///< id of a view to explain
  bool reset_layout = false;                  ///< put all panels back where they were at first
  bool palette_due = false;                   ///< open the list of commands
  std::string to_copy;                        ///< to the clipboard
  FileDialog dialog_due = FileDialog::kNone;  ///< open the list of files
  std::string to_open;                        ///< path of a program or a recording
  std::string to_begin;                       ///< path of a program to be written first, and then opened
  bool quit = false;

  std::string explained;       ///< id of the view being explained
  std::string palette_search;  ///< what is typed into the list of commands

  /// A page or the list of commands is asked for and not open yet: it has its size some frames after it is.
  bool popup_due() const {
    return explain_here || palette_due || !explain_due.empty() || dialog_due != FileDialog::kNone;
  }
};

struct Desk {
  Theme theme = Theme::kDark;
  float scale = 1;  ///< 1 to 3
  bool motion_allowed = true;
  Panels panels;
  std::string error;   ///< one sentence, shown until the next success; empty = none
  std::string notice;  ///< the same for what is no error
};

}  // namespace gemmscope::session
