// SPDX-License-Identifier: MIT
/// @file editing.h
/// A text that is edited here while others may write its file.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/session/source_lines.h"

namespace gemmscope::session {

enum class Newer {
  kNo,    ///< the file is as it was read or written here last
  kTake,  ///< it is another one, and nothing is lost by taking it
  kAsk    ///< it is another one, and so is the text: one of the two will be lost
};

/// What to do about the text of the file as it is now. `base`: as it was read or written here last; `text`: as it is
/// edited. An empty file is one that is being written.
constexpr Newer newer(std::string_view base, std::string_view text, std::string_view file) {
  if (file == base || file.empty()) return Newer::kNo;
  return text == base || text == file ? Newer::kTake : Newer::kAsk;
}

/// Where each line of `before` is in `now`, which came of it by editing: [i] = 1-based, of line i + 1; 0: it is gone. A
/// line that was changed itself is where it stood between those that are as they were. Of texts that differ in more
/// than some hundred lines, only what is before and after all differences is compared.
std::vector<std::uint32_t> lines_now(const std::vector<SourceLine>& before, std::string_view now);

}  // namespace gemmscope::session
