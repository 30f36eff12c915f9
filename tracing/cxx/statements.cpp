// SPDX-License-Identifier: MIT
#include "tracing/cxx/statements.h"

#include <algorithm>

#include "tracing/cxx/tokens.h"
#include "tracing/format/statement_mark.h"

namespace gemmscope::cxx {

std::vector<Statement> statements_of(std::string_view text) {
  using format::kStatementMark;
  std::vector<Statement> statements;
  std::uint32_t line = 1;
  std::size_t counted = 0;  // up to where lines are counted
  for (std::size_t at = text.find(kStatementMark); at != text.npos; at = text.find(kStatementMark, at + 1)) {
    line += static_cast<std::uint32_t>(std::ranges::count(text.substr(counted, at - counted), '\n'));
    counted = at;
    const std::size_t begin = at + kStatementMark.size();
    statements.push_back({text.substr(begin, text.find('\n', begin) - begin), line});
  }
  return statements;
}

std::string_view kind_of(std::string_view statement) {
  const std::vector<Token> tokens = tokens_of(statement);
  return tokens.empty() ? std::string_view() : tokens.front().text;
}

}  // namespace gemmscope::cxx
