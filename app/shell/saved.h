// SPDX-License-Identifier: MIT
/// @file saved.h
/// What is kept from one run to the next beside the panels' places, in the same file.
#pragma once

#include <string>
#include <vector>

#include "app/session/desk.h"
#include "app/shell/layout.h"

namespace gemmscope::shell {

/// Which panels are closed, and whether the panels are where the program put them. Needs a Dear ImGui context when it
/// is made, and lives as long as that.
class Saved {
 public:
  Saved();
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

  /// After Dear ImGui has begun a frame: the first time gives `panels` what was saved, later saves what has changed.
  void exchange(session::Panels& panels);
  Arrangement& arrangement() { return arrangement_; }

 private:
  std::vector<std::string> closed_;
  Arrangement arrangement_, written_;  ///< now, and as of the last exchange
  bool given_ = false;
};

}  // namespace gemmscope::shell
