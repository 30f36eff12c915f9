// SPDX-License-Identifier: MIT
#include "app/session/own_arguments.h"

#include <algorithm>
#include <sstream>

namespace gemmscope::session {

format::Parameter entry_of(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) text += (text.empty() ? "" : " ") + argument;
  return {std::string(kArguments), text};
}

std::optional<std::vector<std::string>> arguments_in(const Numbers& numbers) {
  const auto entry = std::ranges::find(numbers, kArguments, &format::Parameter::name);
  if (entry == numbers.end()) return std::nullopt;
  std::istringstream words(entry->value);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  return arguments;
}

Numbers without_arguments(Numbers numbers) {
  std::erase_if(numbers, [](const format::Parameter& each) { return each.name == kArguments; });
  return numbers;
}

std::vector<std::string> own_arguments(const OwnProgram& own) {
  return arguments_in(own.numbers).value_or(own.arguments);
}

}  // namespace gemmscope::session
