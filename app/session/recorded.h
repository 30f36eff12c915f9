// SPDX-License-Identifier: MIT
/// @file recorded.h
/// A launch, and what names it in links and in the history. Plain values.
#pragma once

#include <string>

#include "app/session/loaded.h"
#include "app/session/own_number.h"

namespace gemmscope::session {

struct LaunchName {
  std::string kernel;
  Numbers numbers;  ///< that its program had instead of the file's, with its arguments (own_arguments.h)
  friend bool operator==(const LaunchName&, const LaunchName&) = default;
};

struct Recorded {
  LoadedPtr loaded;  ///< null: it was let go
  LaunchName name;
};

}  // namespace gemmscope::session
