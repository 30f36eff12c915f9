// SPDX-License-Identifier: MIT
#include "tracing/runtime/element_types.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

#include "tracing/ptx/readable_names.h"

namespace gemmscope::runtime {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Words and single other characters.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    std::size_t size = 0;
    while (size < text.size() && is_letter(text[size])) ++size;
    tokens.push_back(text.substr(0, std::max<std::size_t>(size, 1)));
    text.remove_prefix(tokens.back().size());
  }
  return tokens;
}

struct NumberType {
  std::string_view name;
  std::uint32_t bytes;
};
constexpr NumberType kNumbers[] = {{"char", 1},     {"uchar", 1},         {"bool", 1},          {"int8_t", 1},
                                   {"uint8_t", 1},  {"__nv_fp8_e4m3", 1}, {"__nv_fp8_e5m2", 1}, {"short", 2},
                                   {"ushort", 2},   {"int16_t", 2},       {"uint16_t", 2},      {"half", 2},
                                   {"__half", 2},   {"nv_bfloat16", 2},   {"__nv_bfloat16", 2}, {"int", 4},
                                   {"uint", 4},     {"unsigned", 4},      {"signed", 4},        {"int32_t", 4},
                                   {"uint32_t", 4}, {"float", 4},         {"long", 8},          {"ulong", 8},
                                   {"longlong", 8}, {"ulonglong", 8},     {"int64_t", 8},       {"uint64_t", 8},
                                   {"size_t", 8},   {"ptrdiff_t", 8},     {"double", 8}};

std::optional<std::uint32_t> bytes_of_number(std::string_view name) {
  const auto found = std::ranges::find(kNumbers, name, &NumberType::name);
  return found == std::end(kNumbers) ? std::nullopt : std::optional(found->bytes);
}

}  // namespace

std::optional<std::uint32_t> bytes_of_type(std::string_view type) {
  constexpr std::uint32_t kAddress = 8;
  if (type.find('*') != type.npos) return kAddress;
  std::optional<std::uint32_t> bytes;
  for (const std::string_view token : words_of(type)) {
    if (token == "const" || token == "volatile" || token == "__restrict__") continue;
    auto its = bytes_of_number(token);
    if (!its && token.back() >= '1' && token.back() <= '4') its = bytes_of_number(token.substr(0, token.size() - 1));
    if (!its) return std::nullopt;
    const bool is_weak = token == "int" || token == "unsigned" || token == "signed";  // "unsigned short int"
    if (!bytes || !is_weak) bytes = its;
  }
  return bytes;
}

std::vector<std::optional<std::uint32_t>> bytes_pointed_to(const std::string& mangled) {
  std::vector<std::optional<std::uint32_t>> all;
  for (const std::string& type : ptx::parameter_types(mangled)) {
    const std::size_t star = type.find_last_of('*');
    all.push_back(star == type.npos ? std::nullopt : bytes_of_type(std::string_view(type).substr(0, star)));
  }
  return all;
}

void MovedBytes::add(std::uint32_t bytes, bool copies, bool stores) {
  add({bytes, copies ? 0 : bytes, stores && !copies ? bytes : 0});
}

void MovedBytes::add(const MovedBytes& other) {
  const auto smaller = [](std::uint32_t a, std::uint32_t b) { return a == 0 || b == 0 ? a + b : std::min(a, b); };
  least = smaller(least, other.least), most = std::max(most, other.most), stored = smaller(stored, other.stored);
}

std::uint32_t element_bytes_of(const MovedBytes& moved, std::optional<std::uint32_t> said,
                               std::optional<std::uint32_t> align) {
  if (said && (*said > 1 || moved.least <= 1)) return *said;
  if (moved.least == 0) return 1;
  if (align && *align <= 8 && *align >= moved.least) return std::min(std::max(moved.most, moved.least), *align);
  if (moved.stored != 0) return moved.stored;
  return std::max(1u, moved.least == 1 ? moved.most : moved.least);
}

namespace {

/// The constants that `#define NAME ...`, `constexpr int NAME = ...` and `const int NAME = ...` of the texts define.
class Constants {
 public:
  explicit Constants(std::span<const std::string_view> texts) {
    for (std::string_view text : texts)
      while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        read(text.substr(0, end));
        text.remove_prefix(end);
      }
  }

  /// The value of sums, differences, products and quotients of numbers and constants, without brackets.
  std::optional<std::uint32_t> value(std::string_view text, int depth = 0) const {
    text = trimmed(text);
    if (depth > 8 || text.empty()) return std::nullopt;
    while (!text.empty() && text.front() == '(' && ptx::find_outside(text, ")", 1) == text.size() - 1)
      text = trimmed(text.substr(1, text.size() - 2));
    for (const std::string_view operators : {"+-", "*/"})
      if (const std::size_t at = last_outside(text, operators); at != text.npos && at != 0) {
        const auto left = value(text.substr(0, at), depth + 1), right = value(text.substr(at + 1), depth + 1);
        if (!left || !right) return std::nullopt;
        switch (text[at]) {
          case '+': return *left + *right;
          case '-': return *left - *right;
          case '*': return *left * *right;
          default: return *right == 0 ? std::nullopt : std::optional(*left / *right);
        }
      }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (error == std::errc{} && (rest.empty() || rest == "u" || rest == "U")) return number;
    const auto known = of_.find(text);
    return known == of_.end() || known->second.empty() ? std::nullopt : value(known->second, depth + 1);
  }

 private:
  static std::size_t last_outside(std::string_view text, std::string_view any) {
    std::size_t last = text.npos;
    for (std::size_t at = ptx::find_outside(text, any); at != text.npos; at = ptx::find_outside(text, any, at + 1))
      last = at;
    return last;
  }

  void read(std::string_view line) {
    line = trimmed(line.substr(0, line.find("//")));
    std::size_t at = line.find("#define ");
    if (at == 0) {
      line = trimmed(line.substr(8));
      const auto name = static_cast<std::size_t>(std::ranges::find_if_not(line, is_letter) - line.begin());
      if (name < line.size() && line[name] == '(') return;
      return note(line.substr(0, name), line.substr(name));
    }
    at = line.find("const");  // constexpr, too
    if (at == line.npos || line.find('=', at) == line.npos) return;
    for (std::string_view list = line.substr(at); !list.empty();) {  // "constexpr int M = 4, N = 5;"
      const std::size_t comma = ptx::find_outside(list, ",;");
      const std::string_view one = list.substr(0, comma);
      const std::size_t equals = one.find('=');
      if (equals == one.npos) return;
      std::string_view name = trimmed(one.substr(0, equals));
      std::size_t begin = name.size();
      while (begin > 0 && is_letter(name[begin - 1])) --begin;
      note(name.substr(begin), one.substr(equals + 1));
      if (comma == list.npos || list[comma] == ';') return;
      list.remove_prefix(comma + 1);
    }
  }

  /// If it is defined twice, it is unknown which one applies.
  void note(std::string_view name, std::string_view value) {
    value = trimmed(value);
    const auto [known, is_new] = of_.try_emplace(name, value);
    if (!is_new && known->second != value) known->second = {};
  }

  std::map<std::string_view, std::string_view> of_;
};

/// "[BK][BM + 4]" -> its extents, as they are written.
std::vector<std::string_view> brackets(std::string_view text) {
  std::vector<std::string_view> all;
  for (text = trimmed(text); !text.empty() && text.front() == '['; text = trimmed(text)) {
    const std::size_t close = ptx::find_outside(text, "]", 1);
    if (close == text.npos) return {};
    all.push_back(trimmed(text.substr(1, close - 1)));
    text.remove_prefix(close + 1);
  }
  return all;
}

/// Their values, whose product is `elements`; empty: they cannot be known.
std::vector<std::uint32_t> extents_of(const std::vector<std::string_view>& written, const Constants& constants,
                                      std::uint64_t elements) {
  std::vector<std::uint32_t> extents;
  std::vector<std::size_t> unknown;
  std::uint64_t product = 1;
  for (const std::string_view text : written) {
    const std::uint32_t value = constants.value(text).value_or(0);
    if (value == 0) unknown.push_back(extents.size());
    extents.push_back(value);
    product *= std::max(1u, value);
    if (product > elements) return {};
  }
  if (unknown.empty()) return product == elements ? extents : std::vector<std::uint32_t>();
  if (elements % product != 0) return {};
  const auto rest = static_cast<std::uint32_t>(elements / product);
  if (unknown.size() == 1) return extents[unknown[0]] = rest, extents;
  std::uint32_t root = 1;
  while (root < rest / root) ++root;
  const bool alike = unknown.size() == 2 && written[unknown[0]] == written[unknown[1]] && root * root == rest;
  if (!alike) return {};
  for (const std::size_t each : unknown) extents[each] = root;
  return extents;
}

}  // namespace

std::optional<DeclaredArray> declared_array(std::span<const std::string_view> texts, std::string_view name,
                                            std::uint64_t bytes) {
  constexpr std::string_view kShared = "__shared__";
  const Constants constants(texts);
  std::optional<DeclaredArray> found;
  for (const std::string_view text : texts)
    for (std::size_t at = text.find(kShared); at != text.npos; at = text.find(kShared, at + 1)) {
      std::string_view list = text.substr(at + kShared.size());
      list = list.substr(0, ptx::find_outside(list, ";"));
      std::string_view type;
      for (bool first = true; !list.empty(); first = false) {
        const std::size_t comma = ptx::find_outside(list, ",");
        const std::string_view one = list.substr(0, comma);
        list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
        const std::string_view declared = trimmed(one.substr(0, ptx::find_outside(one, "[=")));
        std::size_t begin = declared.size();
        while (begin > 0 && is_letter(declared[begin - 1])) --begin;
        if (first) {
          type = trimmed(declared.substr(0, begin));
          if (const std::size_t close = type.find(')'); close != type.npos)  // __align__(16)
            type = type.starts_with("__align__") || type.starts_with("alignas") ? type.substr(close + 1) : type;
        }
        if (declared.substr(begin) != name) continue;
        DeclaredArray its{bytes_of_type(type), {}};
        if (its.element_bytes && bytes % *its.element_bytes == 0)
          its.extents = extents_of(brackets(one.substr(declared.size() + (declared.data() - one.data()))), constants,
                                   bytes / *its.element_bytes);
        if (found && (found->element_bytes != its.element_bytes || found->extents != its.extents)) {
          if (its.extents.empty()) continue;  // of another size
          if (!found->extents.empty()) return std::nullopt;
        }
        if (!found || found->extents.empty()) found = its;
      }
    }
  return found;
}

}  // namespace gemmscope::runtime
