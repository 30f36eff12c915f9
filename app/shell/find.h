// SPDX-License-Identifier: MIT
/// @file find.h
/// What Ctrl K finds: commands, and everything of the program and of the recording that has a name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace gemmscope::shell {

struct Found {
  std::string kind;   ///< "kernel"; empty for a command
  std::string title;  ///< "warp_tile"
  std::string note;   ///< more of it, or the keys of a command
  std::function<void(session::Session&)> run;
};

/// All that has each word of `search` in its kind, title or note: those that have them in kind and title first, else in
/// the order of the kinds. Without a search, the commands alone. A text with `=` is a link to follow.
std::vector<Found> find(const session::Session& session, std::string_view search);

}  // namespace gemmscope::shell
