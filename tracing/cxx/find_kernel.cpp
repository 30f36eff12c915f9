// SPDX-License-Identifier: MIT
#include "tracing/cxx/find_kernel.h"

#include <algorithm>

#include "tracing/cxx/brackets.h"

namespace gemmscope::cxx {
namespace {

/// "a::(anonymous namespace)::b<int>::k<4>" -> "a", "b", "k"
std::vector<std::string> parts_of(std::string_view name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string plain(name);
  for (std::size_t at = plain.find(kAnonymous); at != plain.npos; at = plain.find(kAnonymous))
    plain.erase(at, kAnonymous.size());
  const std::vector<Token> tokens = tokens_of(plain);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "<" || tokens[i].text == "(")
      i = closing(tokens, i);
    else if (is_word(tokens[i].text))
      parts.emplace_back(tokens[i].text);
  }
  return parts;
}

bool fits(const DeclaredKernel& kernel, std::size_t count) {
  const auto packs = static_cast<std::size_t>(std::ranges::count(kernel.parameters, true, &Declared::is_pack));
  return packs == 0 ? kernel.parameters.size() == count : packs == 1 && kernel.parameters.size() - 1 <= count;
}

struct Shape {
  std::string base;
  std::ptrdiff_t stars = 0;
};
/// "const float* __restrict__" -> "float", 1
Shape shape_of_type(std::string_view type) {
  Shape shape;
  for (const Token& token : tokens_of(type)) {
    if (token.text == "*" || token.text == "[") ++shape.stars;
    const bool is_left_out = token.text == "const" || token.text == "volatile" || token.text == "int" ||
                             token.text == "std" || token.text == "::" || token.text == "*";
    if (!is_left_out) shape.base += std::string(token.text) + " ";
  }
  if (shape.base.empty()) shape.base = "int ";
  return shape;
}

int likeness(const DeclaredKernel& kernel, const SoughtKernel& sought, const std::vector<std::string>& scopes) {
  int points = kernel.is_defined ? 2 : 0;
  if (sought.line != 0 && kernel.first_line <= sought.line && sought.line <= kernel.last_line) points += 1000;
  if (kernel.scopes == scopes) points += 100;
  for (const Declared& each : kernel.parameters) points += each.name.empty() ? -20 : 0;
  if (sought.types.size() != kernel.parameters.size()) return points;
  for (std::size_t i = 0; i < sought.types.size(); ++i) {
    const Shape own = shape_of_type(kernel.parameters[i].type), its = shape_of_type(sought.types[i]);
    const bool is_of_template = std::ranges::any_of(
        kernel.templates, [&](const Declared& each) { return own.base.find(each.name + " ") != own.base.npos; });
    points += own.base == its.base && own.stars == its.stars ? 4 : 0;
    points -= own.stars != its.stars && !is_of_template && kernel.parameters[i].extents.empty() ? 8 : 0;
  }
  return points;
}

}  // namespace

const DeclaredKernel* find_kernel(const Declarations& all, const SoughtKernel& sought) {
  std::vector<std::string> scopes = parts_of(sought.name);
  if (scopes.empty()) return nullptr;
  const std::string name = scopes.back();
  scopes.pop_back();
  const DeclaredKernel* best = nullptr;
  int most = 0;
  for (const DeclaredKernel& kernel : all.kernels()) {
    if (kernel.name != name || !fits(kernel, sought.parameters)) continue;
    const int points = likeness(kernel, sought, scopes);
    if (best == nullptr || points > most) best = &kernel, most = points;
  }
  return best;
}

std::vector<std::string> parameter_names(const DeclaredKernel& kernel, std::size_t count) {
  std::vector<std::string> names;
  for (const Declared& each : kernel.parameters) {
    const std::size_t times = each.is_pack ? count + 1 - kernel.parameters.size() : 1;
    for (std::size_t i = 0; i < times && names.size() < count; ++i)
      names.push_back(each.name.empty() || times == 1 ? each.name : each.name + " " + std::to_string(i));
  }
  names.resize(count);
  return names;
}

std::map<std::string, std::string, std::less<>> template_arguments(const DeclaredKernel& kernel,
                                                                   std::string_view name) {
  std::map<std::string, std::string, std::less<>> arguments;
  const std::vector<Token> tokens = tokens_of(name);
  std::size_t open = tokens.size();
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].text == "<") open = i, i = closing(tokens, i);
  if (open == tokens.size() || tokens.back().text != ">") return arguments;
  const auto given = at_commas(std::span(tokens).subspan(open + 1, tokens.size() - open - 2));
  for (std::size_t i = 0; i < std::min(given.size(), kernel.templates.size()); ++i) {
    if (kernel.templates[i].is_pack) break;
    if (given[i].empty() || kernel.templates[i].name.empty()) continue;
    const char* const begin = given[i].front().text.data();
    const std::string_view last = given[i].back().text;
    arguments[kernel.templates[i].name] = std::string(begin, last.data() + last.size());
  }
  return arguments;
}

std::map<std::string, std::int64_t, std::less<>> numbers_among(
    const std::map<std::string, std::string, std::less<>>& arguments) {
  std::map<std::string, std::int64_t, std::less<>> numbers;
  for (const auto& [name, text] : arguments) {
    const std::vector<Token> tokens = tokens_of(text);
    const std::span<const Token> value =
        !tokens.empty() && tokens[0].text == "("
            ? std::span(tokens).subspan(std::min(closing(tokens, 0) + 1, tokens.size()))
            : std::span(tokens);
    const bool is_plain = value.size() == 1 || (value.size() == 2 && value[0].text == "-");
    if (!is_plain) continue;
    if (const auto number = value_of(value, [](std::string_view) { return std::nullopt; })) numbers[name] = *number;
  }
  return numbers;
}

}  // namespace gemmscope::cxx
