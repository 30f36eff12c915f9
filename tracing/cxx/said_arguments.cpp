// SPDX-License-Identifier: MIT
#include "tracing/cxx/said_arguments.h"

#include <sstream>

#include "tracing/cxx/tokens.h"
#include "tracing/format/statement_mark.h"

namespace gemmscope::cxx {

using format::kStatementMark;

bool is_arguments(std::string_view statement) {
  const std::vector<Token> tokens = tokens_of(statement);
  return !tokens.empty() && tokens[0].text == "arguments";
}

std::optional<std::vector<std::string>> arguments_in(std::string_view statement) {
  std::istringstream words{std::string(statement)};
  std::string word;
  if (!(words >> word) || word != "arguments:") return std::nullopt;
  std::vector<std::string> arguments;
  while (words >> word) arguments.push_back(word);
  if (arguments.empty()) return std::nullopt;
  return arguments;
}

std::vector<std::string> said_arguments(std::string_view text) {
  for (std::size_t at = text.find(kStatementMark); at != text.npos; at = text.find(kStatementMark, at + 1)) {
    const std::size_t begin = at + kStatementMark.size();
    const auto arguments = arguments_in(text.substr(begin, text.find('\n', begin) - begin));
    if (arguments) return *arguments;
  }
  return {};
}

}  // namespace gemmscope::cxx
