// SPDX-License-Identifier: MIT
/// @file frames.h
/// The window's frames, one after the other, as often as is worth it.
#pragma once

#include <chrono>

#include "app/platform/platform.h"
#include "app/session/session.h"
#include "app/shell/gui.h"
#include "app/shell/pacing.h"

namespace gemmscope::shell {

class Frames {
 public:
  Frames(platform::Platform& platform, Gui& gui) : platform_(platform), gui_(gui) {}

  /// Draws the next frame and waits until one more may follow; or sleeps until something happens. `news`: something
  /// besides input has changed.
  void next(session::Session& session, bool news);

 private:
  using Clock = std::chrono::steady_clock;
  void sleep();
  void rest(Clock::time_point begun, double work);

  platform::Platform& platform_;
  Gui& gui_;
  Pacing pacing_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace gemmscope::shell
