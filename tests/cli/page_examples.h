// SPDX-License-Identifier: MIT
/// @file page_examples.h
/// Examples in pages of docs/: what stands below a command is what it prints.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {

/// Commands of a block of code, and the lines that stand below them.
struct Example {
  std::vector<std::string> commands, lines;
};

/// Quotation marks, which a shell takes away, are left out of commands.
inline std::vector<Example> examples(const std::string& path) {
  std::vector<Example> all;
  std::ifstream page(path);
  bool in_block = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      in_block = !in_block;
      if (in_block) all.emplace_back();
    } else if (in_block && line.starts_with("$ gemmscope ")) {
      std::erase(line, '\'');
      all.back().commands.push_back(line.substr(12));
    } else if (in_block && !line.empty()) {
      all.back().lines.push_back(line);
    }
  }
  return all;
}

class PageTest : public ProgramTest {
 protected:
  /// All lines of each of the page's examples, in their order; others may stand between them.
  void expect_shows_what_is_printed(const std::string& path, std::size_t count) const {
    const auto all = examples(path);
    ASSERT_EQ(all.size(), count);
    for (const Example& example : all) {
      std::string printed;
      for (const std::string& command : example.commands) {
        const Ran ran = run(command);
        EXPECT_EQ(ran.code, 0) << command << ": " << ran.err;
        printed += ran.out;
      }
      EXPECT_FALSE(example.lines.empty());
      std::size_t at = 0;
      for (const std::string& line : example.lines) {
        const std::size_t found = printed.find(line + "\n", at);
        ASSERT_NE(found, std::string::npos) << line << "\nis not, or not there, in\n" << printed;
        at = found + line.size();
      }
    }
  }
};

}  // namespace gemmscope::cli::testing
