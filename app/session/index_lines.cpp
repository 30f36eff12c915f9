// SPDX-License-Identifier: MIT
#include "app/session/index_lines.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>

namespace gemmscope::session {
namespace {

constexpr std::size_t kMostIndexLines = 16;  ///< of more, the accesses themselves would not be seen

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Names, numbers, and single other characters; nothing of comments.
std::vector<std::string_view> tokens_of(std::string_view line) {
  line = line.substr(0, line.find("//"));
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at + 1;
    if (is_letter(line[at]))
      while (end < line.size() && is_letter(line[end])) ++end;
    if (line[at] != ' ') tokens.push_back(line.substr(at, end - at));
    at = end;
  }
  return tokens;
}

bool is_name(std::string_view token) {
  return is_letter(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
}

bool is_one_of(std::string_view token, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, token) != words.end();
}

bool is_floating_point(std::string_view type) {
  return type.starts_with("float") || type.starts_with("double") || type.starts_with("half") ||
         type.starts_with("__half");
}

/// `=` alone or behind + - * / and the like; not ==, <=, >=, !=.
bool is_assignment(const std::vector<std::string_view>& tokens, std::size_t i) {
  if (tokens[i] != "=" || (i + 1 < tokens.size() && tokens[i + 1] == "=")) return false;
  return i != 0 && !is_one_of(tokens[i - 1], {"=", "<", ">", "!"});
}

}  // namespace

std::vector<std::string> names_in_indices(std::string_view line) {
  const std::vector<std::string_view> tokens = tokens_of(line);
  std::vector<std::string> names;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_one_of(tokens[i], {"[", "("})) ++depth;
    if (is_one_of(tokens[i], {"]", ")"})) --depth;
    const bool array = i + 1 < tokens.size() && tokens[i + 1] == "[";
    if (is_name(tokens[i]) && (depth > 0 || array)) names.emplace_back(tokens[i]);
  }
  return names;
}

IndexStatement index_statement(std::string_view line) {
  const std::vector<std::string_view> tokens = tokens_of(line);
  IndexStatement statement;
  if (tokens.empty() || is_one_of(tokens[0], {"for", "if", "while", "else", "return", "switch", "template", "#"}))
    return {};
  if (std::ranges::find(tokens, "template") != tokens.end()) return {};  // what a matrix is, not where
  for (const std::string_view token : tokens) {
    if (is_one_of(token, {"constexpr", "__shared__", "enum", "using"})) return {};
    if (token == "=") break;
    if (is_floating_point(token) && std::ranges::find(tokens, "*") == tokens.end()) return {};  // but for a pointer
  }
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_one_of(tokens[i], {"[", "(", "{"})) ++depth;
    if (is_one_of(tokens[i], {"]", ")", "}"})) --depth;
    if (is_name(tokens[i]) && !statement.sets.empty()) statement.uses.emplace_back(tokens[i]);
    if (depth != 0 || !is_assignment(tokens, i)) continue;
    std::size_t name = i - 1;
    while (name > 0 && !is_letter(tokens[name][0]) && !is_one_of(tokens[name], {"]", ")"})) --name;  // of +=
    if (is_name(tokens[name])) statement.sets.emplace_back(tokens[name]);
  }
  return statement;
}

void keep_index_lines(const std::vector<std::string>& lines, const std::vector<std::size_t>& function,
                      const std::vector<bool>& accesses, std::vector<bool>& keep) {
  constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
  std::set<std::pair<std::size_t, std::string>> used;  // in which function
  std::vector<std::size_t> index_lines;
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (function[i] == kNowhere) continue;
    if (accesses[i]) {
      for (std::string& name : names_in_indices(lines[i])) used.emplace(function[i], std::move(name));
      continue;
    }
    const IndexStatement statement = index_statement(lines[i]);
    const bool needed = std::ranges::any_of(statement.sets, [&](const std::string& name) {
      return used.contains({function[i], name});
    });
    if (!needed) continue;
    index_lines.push_back(i);
    for (const std::string& name : statement.uses) used.emplace(function[i], name);
  }
  if (index_lines.size() > kMostIndexLines) return;
  for (const std::size_t i : index_lines) keep[i] = true;
}

}  // namespace gemmscope::session
