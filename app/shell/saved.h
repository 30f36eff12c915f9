// SPDX-License-Identifier: MIT
/// @file saved.h
/// What is kept from one run to the next beside the panels' places, in the same file.
#pragma once

#include <string>
#include <vector>

#include "app/session/view_state.h"

namespace gemmscope::shell {

/// Which panels are closed. Needs a Dear ImGui context when it is made, and lives as long as that.
class Saved {
 public:
  Saved();
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

  /// After Dear ImGui has begun a frame: the first time gives `views` what was saved, later saves what has changed.
  void exchange(session::ViewState& views);

 private:
  std::vector<std::string> closed_;
  bool given_ = false;
};

}  // namespace gemmscope::shell
