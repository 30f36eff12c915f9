// SPDX-License-Identifier: MIT
#include "tracing/cxx/types.h"

#include <algorithm>
#include <array>

#include "tracing/cxx/brackets.h"

namespace gemmscope::cxx {
namespace {

struct Named {
  std::string_view name;
  std::uint32_t bytes;
  bool is_whole = true, is_signed = false;
};
constexpr Named kNumbers[] = {{"char", 1, true, true},
                              {"uchar", 1},
                              {"bool", 1},
                              {"int8_t", 1, true, true},
                              {"uint8_t", 1},
                              {"__nv_fp8_e4m3", 1, false},
                              {"__nv_fp8_e5m2", 1, false},
                              {"float_e4m3_t", 1, false},
                              {"float_e5m2_t", 1, false},
                              {"short", 2, true, true},
                              {"ushort", 2},
                              {"int16_t", 2, true, true},
                              {"uint16_t", 2},
                              {"char16_t", 2},
                              {"half", 2, false},
                              {"__half", 2, false},
                              {"half_t", 2, false},
                              {"nv_bfloat16", 2, false},
                              {"__nv_bfloat16", 2, false},
                              {"bfloat16_t", 2, false},
                              {"int", 4, true, true},
                              {"uint", 4},
                              {"unsigned", 4},
                              {"signed", 4, true, true},
                              {"int32_t", 4, true, true},
                              {"uint32_t", 4},
                              {"wchar_t", 4, true, true},
                              {"char32_t", 4},
                              {"dim", 4},  // dim3
                              {"float", 4, false},
                              {"tfloat32_t", 4, false},
                              {"long", 8, true, true},
                              {"ulong", 8},
                              {"longlong", 8, true, true},
                              {"ulonglong", 8},
                              {"int64_t", 8, true, true},
                              {"uint64_t", 8},
                              {"size_t", 8},
                              {"ssize_t", 8, true, true},
                              {"ptrdiff_t", 8, true, true},
                              {"intptr_t", 8, true, true},
                              {"uintptr_t", 8},
                              {"double", 8, false}};

std::optional<NumberType> number_word(std::string_view word) {
  const auto found = std::ranges::find(kNumbers, word, &Named::name);
  if (found != std::end(kNumbers)) return NumberType{found->bytes, 1, found->is_whole, found->is_signed};
  if (word.empty() || word.back() < '1' || word.back() > '4') return std::nullopt;
  auto of_one = number_word(word.substr(0, word.size() - 1));
  if (!of_one || of_one->count != 1) return std::nullopt;
  of_one->count = static_cast<std::uint32_t>(word.back() - '0');
  return of_one;
}

bool says_nothing(std::string_view word) {
  return word == "const" || word == "volatile" || word == "__restrict__" || word == "struct" || word == "class" ||
         word == "typename" || word == "enum" || word == "union" || word == "__restrict";
}

std::string text_of_type(std::span<const Token> tokens) {
  std::string text;
  for (const Token& token : tokens) {
    const bool joins = text.empty() || !is_of_word(text.back()) || !is_of_word(token.text[0]);
    text += (joins ? "" : " ") + std::string(token.text);
  }
  return text;
}

/// Adds up members.
class Layout {
 public:
  Layout(const Declarations& all, const Constants& constants) : all_(all), constants_(constants) {}

  struct Size {
    std::uint64_t bytes = 0;
    std::uint32_t align = 1;
  };
  /// Nothing: it cannot be known.
  std::optional<Size> add(std::string_view type, const std::string& name, std::uint64_t offset, int depth) {
    constexpr int kDeepestStruct = 8;
    const std::string plain = bare_type(type);
    if (is_address(type)) return leaf({8, 8}, type, name, offset);
    if (const auto number = number_type(plain)) return leaf({number->size(), number->align()}, type, name, offset);
    const DeclaredStruct* const its = all_.find_struct(plain.substr(0, plain.find('<')));
    if (its == nullptr || !its->is_known || its->is_union || depth == kDeepestStruct) return std::nullopt;
    const auto given = arguments(*its, plain);
    Size size;
    for (const Declared& each : its->members) {
      const std::string member = name.empty() ? each.name : name + "." + each.name;
      std::uint64_t count = 1;
      for (const auto& extent : each.extents) {
        const auto value = constants_.value(std::span(extent));
        if (!value || *value <= 0 || static_cast<std::uint64_t>(*value) > kMost) return std::nullopt;
        count *= static_cast<std::uint64_t>(*value);
      }
      const std::size_t before = members.size();
      const auto one = add_aligned(resolved(all_, each.type, given),
                                   count == 1 && each.extents.empty() ? member : member + "[0]", offset, size, depth);
      if (!one || count > kMost || members.size() > kMost) return std::nullopt;
      const std::size_t parts = members.size() - before;
      for (std::uint64_t i = 1; i < count; ++i)
        for (std::size_t p = 0; p < parts; ++p) {
          Member copy = members[before + p];
          copy.name.replace(member.size(), 3, "[" + std::to_string(i) + "]");
          copy.offset += static_cast<std::uint32_t>(i * one->bytes);
          if (members.size() > kMost) return std::nullopt;
          members.push_back(std::move(copy));
        }
      size.bytes += (count - 1) * one->bytes;
    }
    size.bytes = std::max<std::uint64_t>(1, (size.bytes + size.align - 1) / size.align * size.align);
    return size;
  }
  std::vector<Member> members;

 private:
  static constexpr std::uint64_t kMost = 64;

  std::optional<Size> leaf(Size size, std::string_view type, const std::string& name, std::uint64_t offset) {
    members.push_back(
        {name, std::string(type), static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size.bytes)});
    return size;
  }

  /// At the next place that is right for it. How large it is depends on where it is no more than that.
  std::optional<Size> add_aligned(std::string_view type, const std::string& name, std::uint64_t offset, Size& in,
                                  int depth) {
    const std::size_t before = members.size();
    const auto size = add(type, name, 0, depth + 1);
    if (!size) return size;
    in.align = std::max(in.align, size->align);
    const std::uint64_t at = (in.bytes + size->align - 1) / size->align * size->align;
    for (std::size_t i = before; i < members.size(); ++i) members[i].offset += static_cast<std::uint32_t>(offset + at);
    in.bytes = at + size->bytes;
    return size;
  }

  /// What the parameters of a struct's template are in "Foo<float, 3>".
  std::map<std::string, std::string, std::less<>> arguments(const DeclaredStruct& its, const std::string& type) const {
    std::map<std::string, std::string, std::less<>> given;
    const std::size_t open = type.find('<');
    if (open == type.npos || its.templates.empty()) return given;
    const std::vector<Token> tokens = tokens_of(std::string_view(type).substr(open));
    const std::size_t close = closing(tokens, 0);
    const auto all = at_commas(std::span(tokens).subspan(1, close == 0 ? 0 : close - 1));
    for (std::size_t i = 0; i < std::min(all.size(), its.templates.size()); ++i)
      given[its.templates[i].name] = text_of_type(all[i]);
    return given;
  }

  const Declarations& all_;
  const Constants& constants_;
};

}  // namespace

std::string bare_type(std::string_view type) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string plain(type);
  for (std::size_t at = plain.find(kAnonymous); at != plain.npos; at = plain.find(kAnonymous))
    plain.erase(at, kAnonymous.size());
  const std::vector<Token> tokens = tokens_of(plain);
  std::vector<Token> left;
  int angles = 0;
  for (const Token& token : tokens) {
    if (token.text == "<") ++angles;
    if (token.text == ">") --angles;
    if (angles == 0 && token.text == "::")
      left.clear();
    else if (angles != 0 || !says_nothing(token.text))
      left.push_back(token);
  }
  return text_of_type(left);
}

bool is_address(std::string_view type) {
  int angles = 0;
  for (const Token& token : tokens_of(type)) {
    if (token.text == "<") ++angles;
    if (token.text == ">") --angles;
    if (angles == 0 && (token.text == "*" || token.text == "&")) return true;
  }
  return false;
}

std::string pointed_to(std::string_view type) {
  const std::vector<Token> tokens = tokens_of(type);
  std::size_t end = tokens.size();
  while (end > 0 && tokens[end - 1].text != "*" && tokens[end - 1].text != ">") --end;
  if (end == 0 || tokens[end - 1].text != "*") return "";
  return text_of_type(std::span(tokens).first(end - 1));
}

std::optional<NumberType> number_type(std::string_view type) {
  std::optional<NumberType> number;
  bool is_unsigned = false;
  const std::string plain = bare_type(type);
  for (const Token& token : tokens_of(plain)) {
    const auto its = number_word(token.text);
    if (!its) return std::nullopt;
    is_unsigned = is_unsigned || token.text == "unsigned";
    const bool is_weak =
        token.text == "int" || token.text == "unsigned" || token.text == "signed";  // "unsigned short int"
    if (!number || !is_weak) number = its;
  }
  if (number && is_unsigned) number->is_signed = false;
  return number;
}

std::string resolved(const Declarations& all, std::string type,
                     const std::map<std::string, std::string, std::less<>>& given) {
  constexpr int kMostTimes = 8;
  constexpr std::size_t kLongest = 1'000;
  for (int times = 0; times < kMostTimes && type.size() < kLongest; ++times) {
    const std::vector<Token> tokens = tokens_of(type);
    std::string next;
    bool changed = false;
    for (const Token& token : tokens) {
      std::string word(token.text);
      if (const auto its = given.find(word); its != given.end() && times == 0)
        word = its->second, changed = true;
      else if (is_word(word) && !number_word(word))
        if (const auto other = all.type_called(word); other && *other != word) word = *other, changed = true;
      const bool joins = next.empty() || word.empty() || !is_of_word(next.back()) || !is_of_word(word[0]);
      next += (joins ? "" : " ") + word;
    }
    if (!changed) return type;
    type = std::move(next);
  }
  return type;
}

StructLayout layout_of(const Declarations& all, const Constants& constants, std::string_view type) {
  constexpr std::size_t kLongestName = 200;
  Layout layout(all, constants);
  const std::string plain = bare_type(resolved(all, std::string(type)));
  if (is_address(type) || all.find_struct(plain.substr(0, plain.find('<'))) == nullptr) return {};
  const auto size = layout.add(plain, "", 0, 0);
  const auto is_long = [](const Member& member) { return member.name.size() > kLongestName; };
  if (!size || size->bytes > 0xffffffff || std::ranges::any_of(layout.members, is_long)) return {};
  return {std::move(layout.members), static_cast<std::uint32_t>(size->bytes)};
}

}  // namespace gemmscope::cxx
