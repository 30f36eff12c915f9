// SPDX-License-Identifier: MIT
// Statements: `@%p1 ld.global.f32 %f1, [%rd1];`
#include <algorithm>

#include "tracing/ptx/parser.h"

namespace gemmscope::ptx {

void Parser::read_statement(std::uint32_t begin, std::uint32_t predicate, bool negated) {
  Statement statement;
  statement.predicate = predicate;
  statement.predicate_negated = negated;
  statement.location = location_;
  lexer_.take_modifiers();
  statement.opcode = lexer_.expect(TokenKind::kWord, "an instruction").text;
  split_opcode(statement);

  scratch_.clear();
  const std::size_t later = later_.size();
  if (statement.base == "call")
    read_call();
  else if (!lexer_.at(';'))
    read_operands(statement);
  lexer_.expect(';');

  Operand all;
  adopt(all, 0);
  statement.first_operand = all.first;
  statement.operand_count = all.count;
  for (std::size_t i = later; i < later_.size(); ++i) later_[i].operand += all.first;
  statement.span = {begin, lexer_.taken()};
  function_->code.push_back(statement);
}

void Parser::split_opcode(Statement& statement) {
  auto& modifiers = function_->modifiers;
  statement.first_modifier = static_cast<std::uint32_t>(modifiers.size());
  std::string_view rest = statement.opcode;
  for (bool is_base = true; !rest.empty(); is_base = false) {
    const std::string_view word = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (is_base)
      statement.base = word;
    else
      modifiers.push_back(word);
  }
  statement.modifier_count = static_cast<std::uint32_t>(modifiers.size()) - statement.first_modifier;
}

void Parser::read_operands(Statement& statement) {
  // What is jumped to may be declared further down.
  const bool branches = statement.base == "bra", looks_up = statement.base == "brx";
  do {
    const bool is_first = scratch_.empty();
    const Operand operand = branches && is_first    ? read_later(OperandKind::kLabel)
                            : looks_up && !is_first ? read_later(OperandKind::kTable)
                                                    : read_operand(0);
    scratch_.push_back(operand);
  } while (lexer_.accept(','));
}

void Parser::read_call() {
  const auto list = [&] {
    const std::uint32_t begin = lexer_.now().span.begin;
    Operand operand;
    operand.kind = OperandKind::kList;
    operand.span = {begin, begin};
    if (!lexer_.accept('(')) return operand;
    operand = read_group(OperandKind::kList, ')', 0);
    operand.span = {begin, lexer_.taken()};
    return operand;
  };
  const bool has_results = lexer_.at('(');
  scratch_.push_back(list());
  if (has_results) lexer_.expect(',');
  const Operand callee = read_simple(0);
  if (callee.kind != OperandKind::kRegister && callee.of != Of::kFunction)
    lexer_.complain_at(callee.span.begin, "a call needs a function or a register here");
  scratch_.push_back(callee);
  bool more = lexer_.accept(',');
  const bool has_arguments = more && lexer_.at('(');
  scratch_.push_back(list());
  if (has_arguments) more = lexer_.accept(',');
  if (more) scratch_.push_back(read_later(OperandKind::kPrototype));
}

}  // namespace gemmscope::ptx
