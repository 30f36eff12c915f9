// SPDX-License-Identifier: MIT
/// @file rejected.h
/// A source text of which nothing was recorded, and what the compiler or the program says of its lines. Plain data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/source_lines.h"

namespace gemmscope::session {

struct Message {
  std::uint32_t line = 0;  ///< 1-based; 0: of no line of this text
  std::string text;        ///< "error: identifier \"x\" is undefined"
  friend bool operator==(const Message&, const Message&) = default;
};

struct Rejected {
  std::string name;              ///< of the file
  std::vector<SourceLine> text;  ///< as it was compiled
  std::vector<Message> messages;
};
using RejectedPtr = std::shared_ptr<const Rejected>;

}  // namespace gemmscope::session
