// SPDX-License-Identifier: MIT
// Operands: %r1, -1, {%f1, %f2}, [%rd1+4], %r1|%p1, !%p1, name+8, %tid.x.
#include <algorithm>
#include <array>

#include "tracing/ptx/parser.h"

namespace gemmscope::ptx {
namespace {

constexpr auto kSelectors =
    std::to_array<std::string_view>({"", ".x", ".y", ".z", ".w", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"});

Selector selector_named(std::string_view word) {
  constexpr std::string_view kColours = "rgba";  // other names of .x to .w
  if (word.size() == 2 && kColours.find(word[1]) != std::string_view::npos)
    return static_cast<Selector>(1 + kColours.find(word[1]));
  const auto row = std::ranges::find(kSelectors, word);
  return row == kSelectors.end() ? Selector::kNone : static_cast<Selector>(row - kSelectors.begin());
}

}  // namespace

Operand Parser::read_operand(int depth) {
  const std::uint32_t begin = lexer_.now().span.begin;
  Operand operand = read_simple(depth);
  if (lexer_.at('|')) {
    lexer_.advance();
    Operand pair;
    pair.kind = OperandKind::kPair;
    const std::size_t first = scratch_.size();
    scratch_.push_back(operand);
    const Operand second = read_simple(depth);
    scratch_.push_back(second);
    adopt(pair, first);
    operand = pair;
  }
  operand.span = {begin, lexer_.taken()};
  return operand;
}

Operand Parser::read_simple(int depth) {
  Operand operand;
  const Token token = lexer_.now();
  if (depth > kMostNesting) {
    lexer_.complain("brackets lie too deep within each other");
  } else if (token.kind == TokenKind::kNumber || lexer_.at('-')) {
    const Value value = read_value();
    operand.kind = value.kind;
    operand.value = value.value;
  } else if (lexer_.accept('{')) {
    operand = read_group(OperandKind::kVector, '}', depth);
  } else if (lexer_.accept('[')) {
    operand = read_address(depth);
  } else if (lexer_.accept('!')) {
    operand = read_named(lexer_.expect(TokenKind::kWord, "a predicate"));
    if (operand.kind != OperandKind::kRegister) lexer_.complain_at(token.span.begin, "only a register follows \"!\"");
    operand.negated = true;
  } else {
    operand = read_named(lexer_.expect(TokenKind::kWord, "an operand"));
  }
  operand.span = {token.span.begin, lexer_.taken()};
  return operand;
}

Operand Parser::read_named(const Token& name) {
  Operand operand;
  if (name.text == "_" || lexer_.failed()) return operand;
  resolve(operand, name);
  if (operand.kind == OperandKind::kRegister || operand.kind == OperandKind::kSpecial) read_selector(operand);
  if (operand.kind == OperandKind::kSymbol && (lexer_.accept('+') || lexer_.at('-')))
    operand.value = read_integer("an offset");
  return operand;
}

void Parser::resolve(Operand& operand, const Token& name) {
  const auto is = [&](OperandKind kind, Of of, std::uint32_t index) {
    operand.kind = kind;
    operand.of = of;
    operand.index = index;
  };
  if (const auto found = names_.find(name.text)) {
    switch (found->kind) {
      case Declared::Kind::kRegister: return is(OperandKind::kRegister, Of::kRegister, found->index);
      case Declared::Kind::kParameter: return is(OperandKind::kSymbol, Of::kParameter, found->index);
      case Declared::Kind::kReturn: return is(OperandKind::kSymbol, Of::kReturn, found->index);
      case Declared::Kind::kVariable: return is(OperandKind::kSymbol, Of::kLocalVariable, found->index);
      case Declared::Kind::kLabel:
        return is(OperandKind::kLabel, Of::kNothing, function_->labels[found->index].statement);
      case Declared::Kind::kTable: return is(OperandKind::kTable, Of::kNothing, found->index);
      case Declared::Kind::kPrototype: return is(OperandKind::kPrototype, Of::kNothing, found->index);
    }
  }
  if (const SpecialName special = special_named(name.text); special.which != Special::kNone) {
    operand.value = special.number;
    return is(OperandKind::kSpecial, Of::kNothing, static_cast<std::uint32_t>(special.which));
  }
  if (const Symbol symbol = find_symbol(name.text); symbol.of != Of::kNothing)
    return is(OperandKind::kSymbol, symbol.of, symbol.index);
  if (name.text == "WARP_SZ") {
    operand.value = 32;
    return is(OperandKind::kInteger, Of::kNothing, kNoIndex);
  }
  lexer_.complain_at(name.span.begin, quoted(name.text) + " is not declared");
}

void Parser::read_selector(Operand& operand) {
  const bool parts = operand.kind == OperandKind::kSpecial && has_parts(operand.special());
  if (!lexer_.at(TokenKind::kDirective)) {
    if (parts) lexer_.complain("a part, as .x, is missing behind a special register");
    return;
  }
  operand.selector = selector_named(lexer_.now().text);
  if (operand.selector == Selector::kNone || (operand.kind == OperandKind::kSpecial && !parts))
    return lexer_.complain(quoted(lexer_.now().text) + " is no part of a register");
  lexer_.advance();
}

Operand Parser::read_address(int depth) {
  Operand address;
  const Token base = lexer_.now();
  if (base.kind == TokenKind::kWord) {
    lexer_.advance();
    resolve(address, base);
    if (address.of == Of::kNothing) lexer_.complain_at(base.span.begin, "an address cannot begin with this");
    if (lexer_.accept('+') || lexer_.at('-')) address.value = read_integer("an offset");
  } else {
    address.value = read_integer("an address");
  }
  address.kind = OperandKind::kAddress;
  if (lexer_.accept(','))
    read_children(address, ']', depth);
  else
    lexer_.expect(']');
  return address;
}

Operand Parser::read_group(OperandKind kind, char end, int depth) {
  Operand group;
  group.kind = kind;
  if (!lexer_.accept(end)) read_children(group, end, depth);
  return group;
}

void Parser::read_children(Operand& parent, char end, int depth) {
  const std::size_t first = scratch_.size();
  do {
    const Operand child = read_operand(depth + 1);
    scratch_.push_back(child);
  } while (lexer_.accept(','));
  lexer_.expect(end);
  adopt(parent, first);
}

void Parser::adopt(Operand& parent, std::size_t first) {
  auto& operands = function_->operands;
  parent.first = static_cast<std::uint32_t>(operands.size());
  parent.count = static_cast<std::uint32_t>(scratch_.size() - first);
  operands.insert(operands.end(), scratch_.begin() + static_cast<std::ptrdiff_t>(first), scratch_.end());
  scratch_.resize(first);
}

Operand Parser::read_later(OperandKind kind) {
  Operand operand;
  operand.kind = kind;
  const Token name = lexer_.expect(TokenKind::kWord, "a label");
  operand.span = name.span;
  later_.push_back({name, kind, static_cast<std::uint32_t>(scratch_.size())});
  return operand;
}

}  // namespace gemmscope::ptx
