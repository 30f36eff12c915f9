// SPDX-License-Identifier: MIT
#include "tracing/ptx/readable_names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace gemmscope::ptx {
namespace {

/// The names in a mangled name that C++'s library cannot read, for example that of a template with a concept: those in
/// front, "_ZN2ns4gemmITk...": "ns::gemm"; or the last one, of a variable of a function, "_ZZ...E4tile".
std::string names_in(const std::string& mangled) {
  const bool is_local = mangled.starts_with("_ZZ");
  std::string names;
  std::size_t at = mangled.find_first_not_of("_ZNKVrL");
  while (at < mangled.size()) {
    const std::size_t end = std::min(mangled.find_first_not_of("0123456789", at), mangled.size());
    const std::size_t size = end - at < 5 && end > at ? std::stoul(mangled.substr(at, end - at)) : 0;
    const bool is_name = size != 0 && size <= mangled.size() - end;
    if (!is_name && !is_local) break;
    if (is_name) names = (is_local || names.empty() ? "" : names + "::") + mangled.substr(end, size);
    at = is_name ? end + size : std::max(end, at + 1);
  }
  return names.empty() ? mangled : names;
}

/// Names that are not mangled would be taken for types: "s" for short.
std::string demangled(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return mangled;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, nullptr), &std::free);
  return text == nullptr ? names_in(mangled) : text.get();
}

/// "a::b<c::d<int>::e, f>" -> "b<e, f>"
std::string without_scopes(std::string_view name) {
  std::string text;
  std::vector<std::size_t> begins{0};  // of the name that is read, and of those that it is an argument of
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.substr(i, 2) == "::") {
      text.resize(begins.back());
      ++i;
      continue;
    }
    if ((c == '>' || c == ')') && begins.size() > 1) begins.pop_back();
    text += c;
    if (c == '<' || c == '(') begins.push_back(text.size());
    if (c == ',' || c == ' ') begins.back() = text.size();
  }
  return text;
}

/// "gemm<int, float>" -> "gemm<int, ...>", of at most so many characters if the name alone is not longer.
std::string with_first_arguments(std::string_view name, std::size_t most) {
  const std::size_t open = name.find('<');
  if (open == name.npos) return std::string(name);
  std::size_t end = open + 1;
  for (std::size_t at = open + 1; (at = find_outside(name, ",", at)) <= most - 6; ++at) end = at + 2;
  return std::string(name.substr(0, end)) + "...>";
}

/// Where the list of a function's parameters begins; npos: it has none.
std::size_t parameters_at(std::string_view text) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  std::size_t at = find_outside(text, "(");
  while (at != text.npos && text.compare(at, kAnonymous.size(), kAnonymous) == 0)
    at = find_outside(text, "(", at + kAnonymous.size());
  return at;
}

}  // namespace

std::size_t find_outside(std::string_view text, std::string_view any, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (depth == 0 && any.find(text[at]) != any.npos) return at;
    if (std::string_view("(<[{").find(text[at]) != std::string_view::npos) ++depth;
    if (std::string_view(")>]}").find(text[at]) != std::string_view::npos) --depth;
  }
  return text.npos;
}

std::vector<std::string> parameter_types(const std::string& mangled) {
  const std::string text = demangled(mangled);
  const std::size_t open = parameters_at(text), close = open == text.npos ? open : find_outside(text, ")", open + 1);
  std::vector<std::string> types;
  if (close == text.npos) return types;
  for (std::size_t begin = open + 1; begin < close;) {
    const std::size_t end = std::min(close, find_outside(text, ",", begin));
    while (begin < end && text[begin] == ' ') ++begin;
    types.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return types;
}

std::string full_name(const std::string& mangled) {
  const std::string text = demangled(mangled);
  std::string name = text.substr(0, parameters_at(text));
  if (const std::size_t space = find_outside(name, " "); space != name.npos) name.erase(0, space + 1);  // void
  return name;
}

std::string short_name(const std::string& mangled) {
  std::string name = full_name(mangled);
  constexpr std::size_t kLong = 60, kMost = 80;
  if (name.size() <= kLong) return name;
  name = without_scopes(name);
  return name.size() <= kMost ? name : with_first_arguments(name, kMost);
}

std::string last_name(const std::string& mangled) {
  const std::string text = demangled(mangled);
  std::size_t begin = 0;
  for (std::size_t at = find_outside(text, ":"); at != text.npos; at = find_outside(text, ":", at + 1)) begin = at + 1;
  return text.substr(begin);
}

}  // namespace gemmscope::ptx
