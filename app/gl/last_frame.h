// SPDX-License-Identifier: MIT
/// @file last_frame.h
/// Whether a frame looks as the one before. Dear ImGui asks for frames until nothing moves, and most of these are
/// equal: where Mesa fills pixels on the CPU, drawing one again takes longer than all else.
#pragma once

#include <cstddef>
#include <vector>

#include "imgui.h"

namespace gemmscope::gl {

class LastFrame {
 public:
  /// Whether `data` gives the same pixels as when this was asked last. Where a texture waits for new contents: false.
  bool is_same(const ImDrawData& data);

 private:
  std::vector<std::byte> last_, now_;  ///< all that the pixels depend on
};

}  // namespace gemmscope::gl
