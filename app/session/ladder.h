// SPDX-License-Identifier: MIT
/// @file ladder.h
/// The steps of the ladder, and kernels that are broken on purpose: CUDA programs in the folder kernels/, each of which
/// says in its first comment what it is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::session {

struct Step {
  std::string name;            ///< "warp_tile"
  int number = 0;              ///< 10; 0: it is broken on purpose
  std::filesystem::path file;  ///< ".../kernels/10_warp_tile.cu"
  std::string summary;         ///< the comment's first sentence: "each warp owns a tile of C"
  std::string look_at;         ///< its paragraph "Look at": where a mistake is seen; empty: there is none
};

/// In the order of their numbers; the files are read once. Empty: the folder kernels/ is in none of the folders above
/// this program.
[[nodiscard]] const std::vector<Step>& ladder_steps();
/// By name. They are made when the program is built, in its folder kernels/broken/.
[[nodiscard]] const std::vector<Step>& broken_steps();
/// A step of either list. `name`: "warp_tile" or "10_warp_tile".
[[nodiscard]] std::optional<Step> step_named(std::string_view name);

/// What the first comment of a program says: its first sentence without "Step 10 of the ladder: " and the full stop,
/// and the paragraph "Look at".
[[nodiscard]] Step described(std::string_view text);

}  // namespace gemmscope::session
