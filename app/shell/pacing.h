// SPDX-License-Identifier: MIT
/// @file pacing.h
/// When the window draws, and when it may sleep.
///
/// What a frame asks for is changed after it is drawn, Dear ImGui spreads a press and a release that arrive together
/// over two frames, and docking and popups settle in the third. So everything that happens is worth three frames,
/// counted from the last thing that happened and not from the first.
#pragma once

namespace gemmscope::shell {

class Pacing {
 public:
  /// Something happened that the next frames must show: input, a finished recording, time going by.
  void wake() { due_ = kFrames; }
  void drawn() { due_ -= due_ > 0; }
  bool asleep() const { return due_ == 0; }

 private:
  static constexpr int kFrames = 3;
  int due_ = kFrames;
};

}  // namespace gemmscope::shell
