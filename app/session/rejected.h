// SPDX-License-Identifier: MIT
/// @file rejected.h
/// Source files of which nothing was recorded, and what the compiler or the program says of their lines. Plain data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/source_lines.h"

namespace gemmscope::session {

struct Message {
  std::uint32_t line = 0;  ///< 1-based; 0: of no line of these files
  std::string text;        ///< "error: identifier \"x\" is undefined"
  std::size_t file = 0;    ///< index into Rejected::files
  friend bool operator==(const Message&, const Message&) = default;
};

struct RejectedFile {
  std::string path, name;        ///< name: what tells it from the others
  std::vector<SourceLine> text;  ///< as it was compiled
};

struct Rejected {
  std::vector<RejectedFile> files;  ///< the program's own, the .cu file first
  std::vector<Message> messages;
};

/// "line 3: ", "tile.cuh, line 3: "; empty: it is of no line.
inline std::string place_in_words(const Rejected& rejected, const Message& message) {
  if (message.line == 0) return "";
  return (message.file == 0 ? "" : rejected.files[message.file].name + ", ") + "line " + std::to_string(message.line) +
         ": ";
}

using RejectedPtr = std::shared_ptr<const Rejected>;

}  // namespace gemmscope::session
