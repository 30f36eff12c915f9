// SPDX-License-Identifier: MIT
/// @file commands.h
/// Everything a key can do: one table for the keyboard, for Ctrl-K and for docs/keys.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace gemmscope::shell {

struct Command {
  std::string title;     ///< a verb: "Step to the next request"
  std::string keys;      ///< as people read them: "Shift Right", "Ctrl Z or Alt Left"; empty = only by Ctrl-K
  int chord = 0;         ///< ImGuiKeyChord
  bool repeats = false;  ///< while the key is held
  void (*run)(session::Session&, int argument) = nullptr;
  int argument = 0;
  std::vector<int> more_chords = {};  ///< that do the same
};

const std::vector<Command>& all_commands();

}  // namespace gemmscope::shell
