// SPDX-License-Identifier: MIT
/// @file statements.h
/// What the comments of a text say to gemmscope: what follows format::kStatementMark, up to the end of the line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gemmscope::cxx {

struct Statement {
  std::string_view text;
  std::uint32_t line = 0;  ///< from 1
};

/// In the order of the text.
[[nodiscard]] std::vector<Statement> statements_of(std::string_view text);
/// The first word of a statement: "preset", "range", "arguments".
[[nodiscard]] std::string_view kind_of(std::string_view statement);

}  // namespace gemmscope::cxx
