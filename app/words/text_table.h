// SPDX-License-Identifier: MIT
/// @file text_table.h
/// Columns of text for a terminal.
#pragma once

#include <string>
#include <vector>

namespace gemmscope::words {

/// Characters of UTF-8 text: what it takes on a terminal, for the text that this program writes.
std::size_t width_of(const std::string& text);

class TextTable {
 public:
  /// A heading that starts with '>' is without it, and its column is aligned to the right.
  explicit TextTable(std::vector<std::string> headings);
  /// Missing cells at the end are empty.
  void add(std::vector<std::string> cells);
  /// Every line ends with a newline and starts with `indent` blanks; nothing follows the last character of a line.
  std::string text(std::size_t indent = 0) const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;  ///< the headings first
};

}  // namespace gemmscope::words
