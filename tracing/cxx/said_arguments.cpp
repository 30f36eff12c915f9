// SPDX-License-Identifier: MIT
#include "tracing/cxx/said_arguments.h"

#include <sstream>

#include "tracing/cxx/statements.h"

namespace gemmscope::cxx {

bool is_arguments(std::string_view statement) { return kind_of(statement) == "arguments"; }

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
  for (const Statement& statement : statements_of(text))
    if (auto arguments = arguments_in(statement.text)) return std::move(*arguments);
  return {};
}

}  // namespace gemmscope::cxx
