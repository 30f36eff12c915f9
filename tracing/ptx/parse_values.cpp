// SPDX-License-Identifier: MIT
// Numbers: 12, -1, 4U, 0x1F, 0b101, 017, 0f3F800000, 0d3FF0000000000000, 1.5e-3.
#include <bit>
#include <charconv>

#include "tracing/ptx/parser.h"

namespace gemmscope::ptx {
namespace {

template <class T, class... Base>
bool parses(std::string_view text, T& to, Base... base) {
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), to, base...);
  return !text.empty() && ec == std::errc() && end == text.data() + text.size();
}

/// What comes before the digits, and how many of them are a number.
struct Notation {
  char letter;  ///< after a 0, in small
  int base;
  OperandKind kind;
  std::size_t digits;  ///< exactly; 0: any number of them
};
constexpr Notation kNotations[] = {{'f', 16, OperandKind::kFloat, 8},
                                   {'d', 16, OperandKind::kDouble, 16},
                                   {'x', 16, OperandKind::kInteger, 0},
                                   {'b', 2, OperandKind::kInteger, 0}};

}  // namespace

Value Parser::parse_number(const Token& token) {
  const auto bad = [&] {
    lexer_.complain_at(token.span.begin, quoted(token.text) + " is no number");
    return Value{};
  };
  std::string_view text = token.text;
  std::uint64_t value = 0;
  if (text.size() > 2 && text[0] == '0') {
    for (const Notation& notation : kNotations) {
      if ((text[1] | 0x20) != notation.letter) continue;
      std::string_view digits = text.substr(2);
      if (notation.digits == 0 && digits.ends_with('U')) digits.remove_suffix(1);
      if (notation.digits != 0 && digits.size() != notation.digits) return bad();
      if (!parses(digits, value, notation.base)) return bad();
      return {notation.kind, static_cast<std::int64_t>(value)};
    }
  }
  if (text.find_first_of(".eE") != std::string_view::npos) {
    double number = 0;
    if (!parses(text, number)) return bad();
    return {OperandKind::kDouble, std::bit_cast<std::int64_t>(number)};
  }
  if (text.ends_with('U')) text.remove_suffix(1);
  if (!parses(text, value, text.size() > 1 && text[0] == '0' ? 8 : 10)) return bad();
  return {OperandKind::kInteger, static_cast<std::int64_t>(value)};
}

Value Parser::read_value() {
  const bool negative = lexer_.accept('-');
  const Token token = lexer_.expect(TokenKind::kNumber, "a number");
  if (lexer_.failed()) return {};
  Value value = parse_number(token);
  if (!negative) return value;
  auto bits = static_cast<std::uint64_t>(value.value);
  switch (value.kind) {
    case OperandKind::kFloat: bits ^= 0x80000000u; break;
    case OperandKind::kDouble: bits ^= std::uint64_t{1} << 63; break;
    default: bits = 0 - bits;
  }
  value.value = static_cast<std::int64_t>(bits);
  return value;
}

std::int64_t Parser::read_integer(const char* what) {
  const std::uint32_t begin = lexer_.now().span.begin;
  const Value value = read_value();
  if (value.kind != OperandKind::kInteger) lexer_.complain_at(begin, std::string(what) + " must be a whole number");
  return value.value;
}

}  // namespace gemmscope::ptx
