// SPDX-License-Identifier: MIT
/// @file pacing.h
/// When the window draws, and when it may sleep.
///
/// What a frame asks for is changed after it is drawn, Dear ImGui spreads a press and a release that arrive together
/// over two frames, and docking and popups settle in the third. So everything that happens is worth three frames,
/// counted from the last thing that happened and not from the first.
#pragma once

#include <algorithm>

namespace gemmscope::shell {

class Pacing {
 public:
  /// Something happened that the next frames must show at once: input, a finished recording.
  void wake() { due_ = hurried_ = kFrames; }
  /// Time goes by, while it plays or cells move: more frames, but the user does not wait for them.
  void let_time_pass() { due_ = kFrames; }
  void drawn() {
    due_ -= due_ > 0;
    hurried_ -= hurried_ > 0;
  }
  bool asleep() const { return due_ == 0; }
  bool hurries() const { return hurried_ > 0; }

  /// Seconds from the start of a frame to that of the next, if it took `work` seconds of processor time. If the user
  /// does not wait, and Mesa fills the pixels on the CPU, the window leaves more than half a core to others.
  double period(double work) const { return hurries() ? kFrame : std::max(kFrame, work / kShare); }

 private:
  static constexpr int kFrames = 3;
  static constexpr double kFrame = 1 / 60.0, kShare = 0.45;
  int due_ = kFrames, hurried_ = kFrames;
};

}  // namespace gemmscope::shell
