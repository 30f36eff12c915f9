// SPDX-License-Identifier: MIT
// Variables and parameters: `.global .align 4 .b8 tab[16] = {1, 2}`, `.param .u64 .ptr .global .align 16 a`.
#include <algorithm>
#include <bit>

#include "tracing/ptx/parser.h"

namespace gemmscope::ptx {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 48;  ///< of a variable; more than any GPU can address

/// The little-endian bytes of an element of `type`, from the value that its text has.
std::uint64_t element_bits(Type type, const Value& value) {
  const auto bits = static_cast<std::uint64_t>(value.value);
  if (type == Type::kF32 && value.kind == OperandKind::kDouble)
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
  return bits;
}

}  // namespace

Variable Parser::read_variable(Space space, Linkage linkage, std::uint32_t begin) {
  Variable variable;
  variable.space = space;
  variable.linkage = linkage;
  while (lexer_.at(TokenKind::kDirective)) {
    const Token token = lexer_.take();
    const std::string_view word = token.text.substr(1);
    if (word == "align") {
      (variable.is_pointer ? variable.pointer_align : variable.align) = lexer_.expect_count("a number of bytes");
    } else if (word == "ptr") {
      variable.is_pointer = true;
    } else if (word == "attribute") {
      skip_attribute();
    } else if (word == "v2" || word == "v4") {
      variable.lanes = static_cast<std::uint8_t>(word[1] - '0');
    } else if (const Type type = type_named(word); type != Type::kNone) {
      variable.type = type;
    } else if (variable.is_pointer && space_named(word) != Space::kNone) {
      variable.pointer_space = space_named(word);
    } else {
      lexer_.complain_at(token.span.begin, quoted(token.text) + " is no type or other property of a variable");
    }
  }
  variable.name = lexer_.expect(TokenKind::kWord, "the name of a variable").text;
  if (variable.type == Type::kNone) lexer_.complain("the type of a variable is missing before its name");
  variable.bytes = static_cast<std::uint64_t>(bytes_of(variable.type)) * variable.lanes;
  if (variable.align == 0) variable.align = static_cast<std::uint32_t>(variable.bytes);
  read_shape(variable);
  variable.span = {begin, lexer_.taken()};
  if (lexer_.accept('=')) {
    read_initialiser(variable);
    variable.span.end = lexer_.taken();
  }
  return variable;
}

void Parser::skip_attribute() {
  lexer_.expect('(');
  int depth = 1;
  while (!lexer_.at_end() && depth > 0) {
    depth += lexer_.at('(') ? 1 : lexer_.at(')') ? -1 : 0;
    lexer_.advance();
  }
}

void Parser::read_shape(Variable& variable) {
  while (lexer_.accept('[')) {
    const std::uint32_t at = lexer_.now().span.begin;
    const std::int64_t extent = lexer_.at(']') ? 0 : read_integer("the extent of an array");
    lexer_.expect(']');
    if (extent < 0 || (extent > 0 && variable.bytes > kMostBytes / static_cast<std::uint64_t>(extent)))
      return lexer_.complain_at(at, "no array is this large");
    variable.is_array = true;
    variable.shape.push_back(static_cast<std::uint64_t>(extent));
    variable.bytes *= static_cast<std::uint64_t>(extent);
  }
}

void Parser::read_initialiser(Variable& variable) {
  variable.is_initialised = true;
  const std::uint32_t at = lexer_.now().span.begin;
  const std::uint64_t element = static_cast<std::uint64_t>(bytes_of(variable.type));
  std::uint64_t offset = 0;
  if (!variable.is_array && !lexer_.at('{')) {
    read_element(variable, offset);
    return;
  }
  // Braces within braces are rows; each is written in full, so they only need to match.
  std::size_t depth = 0;
  do {
    while (lexer_.accept('{')) ++depth;
    if (!lexer_.at('}')) {
      read_element(variable, offset);
      offset += element;
    }
    while (depth > 0 && lexer_.accept('}')) --depth;
  } while (depth > 0 && !lexer_.at_end() && (lexer_.expect(','), true));
  if (variable.shape.size() == 1 && variable.shape[0] == 0) {
    variable.shape[0] = offset / element;
    variable.bytes = offset;
  }
  if (offset > variable.bytes) lexer_.complain_at(at, "more values stand here than the variable has elements");
}

void Parser::read_element(Variable& variable, std::uint64_t offset) {
  const auto bytes = static_cast<std::uint64_t>(bytes_of(variable.type));
  Reference reference;
  reference.offset = offset;
  reference.bytes = static_cast<std::uint8_t>(bytes);
  Value value;
  const bool is_number = lexer_.at('-') || lexer_.at(TokenKind::kNumber);
  bool masked = false;
  if (is_number) {
    value = read_value();
    if (lexer_.accept('(')) {  // 0xFF00(generic(name)+8)
      masked = true;
      reference.mask = static_cast<std::uint64_t>(value.value);
      value = {};
    }
  }
  if (masked || !is_number) {
    Token name = lexer_.expect(TokenKind::kWord, "the name of a variable or function");
    if (name.text == "generic" && lexer_.accept('(')) {
      reference.generic = true;
      name = lexer_.expect(TokenKind::kWord, "the name of a variable or function");
    }
    const auto offset_of = [&] {
      if (lexer_.accept('+') || lexer_.at('-')) reference.addend += read_integer("an offset");
    };
    offset_of();
    if (reference.generic) lexer_.expect(')'), offset_of();
    if (masked) lexer_.expect(')');
    reference.name = name.text;
    variable.references.push_back(reference);
  }
  const std::uint64_t bits = element_bits(variable.type, value);
  for (std::uint64_t i = 0; i < bytes; ++i)
    variable.initial.push_back(i < 8 ? static_cast<std::uint8_t>(bits >> (8 * i)) : std::uint8_t{0});
}

void Parser::add_module_variable(Variable variable) {
  const auto [row, is_new] =
      variables_.try_emplace(variable.name, static_cast<std::uint32_t>(module_.variables.size()));
  if (is_new) return module_.variables.push_back(std::move(variable));
  // Declared .extern before, and defined here; or the other way round.
  Variable& before = module_.variables[row->second];
  if (before.linkage == Linkage::kExtern)
    before = std::move(variable);
  else if (variable.linkage != Linkage::kExtern)
    lexer_.complain_at(variable.span.begin, quoted(variable.name) + " is defined twice");
}

std::vector<Variable> Parser::read_parameters() {
  std::vector<Variable> parameters;
  if (!lexer_.accept('(')) return parameters;
  if (lexer_.accept(')')) return parameters;
  do {
    const Token word = lexer_.expect(TokenKind::kDirective, ".param or .reg");
    const Space space = space_named(word.text.empty() ? word.text : word.text.substr(1));
    if (space != Space::kParam && space != Space::kReg)
      lexer_.complain_at(word.span.begin, "a parameter begins with .param or .reg");
    if (!lexer_.at_end()) parameters.push_back(read_variable(space, Linkage::kInternal, word.span.begin));
  } while (lexer_.accept(','));
  lexer_.expect(')');
  return parameters;
}

}  // namespace gemmscope::ptx
