// SPDX-License-Identifier: MIT
/// @file last_frame.h
/// Tells whether a frame looks like the one before. Dear ImGui asks for frames until nothing moves, and most of these
/// are equal. Where Mesa fills pixels on the CPU, drawing a frame takes longer than everything else in it.
#pragma once

#include <cstddef>
#include <vector>

#include "imgui.h"

namespace gemmscope::gl {

class LastFrame {
 public:
  /// Whether `data` gives the same pixels as the `data` of the last call. False if a texture waits for new contents.
  bool is_same(const ImDrawData& data);

 private:
  std::vector<std::byte> last_, now_;  ///< everything that the pixels depend on
};

}  // namespace gemmscope::gl
