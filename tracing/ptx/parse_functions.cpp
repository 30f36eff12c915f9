// SPDX-License-Identifier: MIT
// Functions: what stands before the body; tables and prototypes.
#include "tracing/ptx/parser.h"

namespace gemmscope::ptx {
void Parser::read_function(bool is_entry, Linkage linkage, std::uint32_t begin) {
  Function function;
  function.is_entry = is_entry;
  function.linkage = linkage;
  while (lexer_.at(TokenKind::kDirective)) read_function_directives(function);
  if (!is_entry) function.returns = read_parameters();
  function.name = lexer_.expect(TokenKind::kWord, "the name of a function").text;
  function.parameters = read_parameters();
  read_function_directives(function);
  function.is_defined = lexer_.at('{');
  if (!function.is_defined) lexer_.expect(';');
  function.span = {begin, lexer_.taken()};
  if (lexer_.failed()) return;
  const bool has_body = function.is_defined;
  const std::uint32_t index = add_function(std::move(function));
  if (!has_body || lexer_.failed()) return;
  function_ = &module_.functions[index];
  read_body();
  function_->span.end = lexer_.taken();
}

void Parser::read_function_directives(Function& function) {
  while (lexer_.at(TokenKind::kDirective)) {
    const Token word = lexer_.take();
    if (word.text == ".attribute") {
      skip_attribute();
    } else if (word.text == ".pragma") {
      lexer_.skip_to(';');
    } else {
      Directive directive;
      directive.name = word.text.substr(1);
      while (lexer_.at(TokenKind::kNumber) && directive.count < 3) {
        directive.values[directive.count++] = lexer_.expect_count("a number");
        if (!lexer_.accept(',')) break;
      }
      function.directives.push_back(directive);
    }
  }
}

std::uint32_t Parser::add_function(Function function) {
  const auto next = static_cast<std::uint32_t>(module_.functions.size());
  const auto [row, is_new] = functions_.try_emplace(function.name, next);
  if (is_new) {
    module_.functions.push_back(std::move(function));
    return next;
  }
  Function& before = module_.functions[row->second];
  if (before.is_defined && function.is_defined)
    lexer_.complain_at(function.span.begin, "the function " + quoted(function.name) + " is defined twice");
  else if (function.is_defined)
    before = std::move(function);
  return row->second;
}

void Parser::read_table(const Token& name) {
  lexer_.advance();
  const auto index = static_cast<std::uint32_t>(function_->tables.size());
  declare(name, {Declared::Kind::kTable, index});
  Table table{name.text, {}};
  do {
    const Token label = lexer_.expect(TokenKind::kWord, "a label");
    later_.push_back(
        {label, OperandKind::kLabel, kNoIndex, index, static_cast<std::uint32_t>(table.statements.size())});
    table.statements.push_back(kNoIndex);
  } while (lexer_.accept(','));
  lexer_.expect(';');
  function_->tables.push_back(std::move(table));
}

void Parser::read_prototype(const Token& name) {
  const Token word = lexer_.take();
  declare(name, {Declared::Kind::kPrototype, static_cast<std::uint32_t>(function_->prototypes.size())});
  Prototype prototype;
  prototype.name = name.text;
  if (word.text == ".callprototype") {
    prototype.returns = read_parameters();
    static_cast<void>(lexer_.expect(TokenKind::kWord, "_"));
    prototype.parameters = read_parameters();
    Function head;
    read_function_directives(head);
    prototype.directives = std::move(head.directives);
  } else {
    do {
      const Token target = lexer_.expect(TokenKind::kWord, "the name of a function");
      const Symbol symbol = find_symbol(target.text);
      if (symbol.of != Of::kFunction) lexer_.complain_at(target.span.begin, quoted(target.text) + " is no function");
      prototype.targets.push_back(symbol.index);
    } while (lexer_.accept(','));
  }
  lexer_.expect(';');
  function_->prototypes.push_back(std::move(prototype));
}

}  // namespace gemmscope::ptx
