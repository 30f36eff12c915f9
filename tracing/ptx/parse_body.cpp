// SPDX-License-Identifier: MIT
// The body of a function, all but its statements: scopes, registers, variables, labels.
#include <algorithm>

#include "tracing/ptx/parser.h"

namespace gemmscope::ptx {
namespace {

constexpr std::uint32_t kMostRegisters = 1u << 20;  ///< of a function
constexpr std::uint32_t kMostRegistersOfModule = 1u << 22;

}  // namespace

void Parser::read_body() {
  location_ = kNoIndex;
  locations_.begin_function();
  later_.clear();
  names_.begin();
  later_of_scope_.assign(1, 0);
  declare_parameters(function_->returns, Declared::Kind::kReturn);
  declare_parameters(function_->parameters, Declared::Kind::kParameter);
  function_->body.begin = lexer_.now().span.end;
  while (!lexer_.at_end()) {
    if (lexer_.at('}')) {
      close_scope();
      function_->body.end = lexer_.now().span.begin;
      lexer_.advance();
      if (names_.depth() == 1) return;
    } else if (lexer_.at('{')) {
      if (!names_.open()) lexer_.complain("more than 64 scopes lie within each other");
      later_of_scope_.push_back(later_.size());
      lexer_.advance();
    } else if (lexer_.at(TokenKind::kDirective)) {
      read_body_directive();
    } else if (!lexer_.accept(';')) {
      read_labelled();
    }
  }
  lexer_.complain("the text ends within the function " + quoted(function_->name) + "; it is not complete");
}

void Parser::close_scope() {
  std::size_t kept = later_of_scope_.back();
  for (std::size_t i = kept; i < later_.size(); ++i) {
    const Later later = later_[i];
    const auto found = names_.find(later.name.text);
    if (!found || found->depth != names_.depth()) {  // a scope around this one declares it, maybe further down
      later_[kept++] = later;
      continue;
    }
    const bool fits = (later.kind == OperandKind::kLabel && found->kind == Declared::Kind::kLabel) ||
                      (later.kind == OperandKind::kTable && found->kind == Declared::Kind::kTable) ||
                      (later.kind == OperandKind::kPrototype && found->kind == Declared::Kind::kPrototype);
    if (!fits) lexer_.complain_at(later.name.span.begin, quoted(later.name.text) + " cannot be gone to from here");
    if (!fits) return;
    const bool is_label = later.kind == OperandKind::kLabel;
    const std::uint32_t index = is_label ? function_->labels[found->index].statement : found->index;
    if (later.table != kNoIndex)
      function_->tables[later.table].statements[later.entry] = index;
    else
      function_->operands[later.operand].index = index;
  }
  later_.resize(kept);
  later_of_scope_.pop_back();
  names_.close();
  if (names_.depth() == 1 && !later_.empty())
    lexer_.complain_at(later_.front().name.span.begin, quoted(later_.front().name.text) + " is not declared");
}

void Parser::declare(const Token& name, Declared what) {
  if (!names_.declare(name.text, what)) lexer_.complain_at(name.span.begin, quoted(name.text) + " is declared twice");
}

void Parser::declare_parameters(std::vector<Variable>& parameters, Declared::Kind kind) {
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    Variable& parameter = parameters[i];
    const Token name{TokenKind::kWord, parameter.name, parameter.span};
    if (parameter.space == Space::kReg) {
      parameter.register_index = static_cast<std::uint32_t>(function_->registers.size());
      add_registers(name, kNoIndex, parameter.type, parameter.lanes);
    } else {
      declare(name, {kind, i});
    }
  }
}

void Parser::read_body_directive() {
  const Token word = lexer_.take();
  if (word.text == ".loc") {
    location_ = locations_.read(lexer_, module_.locations);
  } else if (word.text == ".reg") {
    read_registers();
  } else if (word.text == ".pragma") {
    lexer_.skip_to(';');
  } else if (word.text == ".file") {
    read_file();
  } else if (const Space space = space_named(word.text.substr(1)); space != Space::kNone) {
    Variable variable = read_variable(space, Linkage::kInternal, word.span.begin);
    lexer_.expect(';');
    const Token name{TokenKind::kWord, variable.name, variable.span};
    declare(name, {Declared::Kind::kVariable, static_cast<std::uint32_t>(function_->variables.size())});
    function_->variables.push_back(std::move(variable));
  } else {
    lexer_.complain_at(word.span.begin, quoted(word.text) + " has no meaning in a function");
  }
}

void Parser::read_registers() {
  Type type = Type::kNone;
  std::uint8_t lanes = 1;
  while (lexer_.at(TokenKind::kDirective)) {
    const Token word = lexer_.take();
    if (word.text == ".v2" || word.text == ".v4")
      lanes = static_cast<std::uint8_t>(word.text[2] - '0');
    else if (word.text == ".align")
      static_cast<void>(lexer_.expect_count("a number of bytes"));
    else
      type = type_named(word.text.substr(1));
    if (lanes == 1 && type == Type::kNone && word.text != ".align")
      lexer_.complain_at(word.span.begin, quoted(word.text) + " is no type");
  }
  if (type == Type::kNone) lexer_.complain("the type of registers is missing before their names");
  do {
    const Token name = lexer_.expect(TokenKind::kWord, "the name of a register");
    std::uint32_t count = kNoIndex;
    if (lexer_.accept('<')) {
      count = std::min(lexer_.expect_count("a number of registers"), kNoIndex - 1);
      lexer_.expect('>');
    }
    if (!lexer_.failed()) add_registers(name, count, type, lanes);
  } while (lexer_.accept(','));
  lexer_.expect(';');
}

void Parser::add_registers(const Token& name, std::uint32_t count, Type type, std::uint8_t lanes) {
  auto& registers = function_->registers;
  const bool is_range = count != kNoIndex;
  const std::uint32_t added = is_range ? count : 1;
  if (added > kMostRegisters - registers.size() || added > kMostRegistersOfModule - register_count_)
    return lexer_.complain_at(name.span.begin, "more registers are declared than a function or module may have");
  register_count_ += added;
  const Declared what{Declared::Kind::kRegister, static_cast<std::uint32_t>(registers.size()), added};
  for (std::uint32_t i = 0; i < added; ++i)
    registers.push_back({name.text, is_range ? static_cast<std::int32_t>(i) : -1, type, lanes});
  if (!is_range) return declare(name, what);
  if (!names_.declare_range(name.text, what))
    lexer_.complain_at(name.span.begin, quoted(name.text) + " is declared twice");
}

void Parser::read_labelled() {
  const Token first = lexer_.now();
  std::uint32_t predicate = kNoIndex;
  bool negated = false;
  if (lexer_.accept('@')) {
    negated = lexer_.accept('!');
    const Token name = lexer_.expect(TokenKind::kWord, "a predicate");
    const Operand operand = read_named(name);
    if (operand.kind != OperandKind::kRegister) lexer_.complain_at(name.span.begin, "a predicate must be a register");
    predicate = operand.index;
    return read_statement(first.span.begin, predicate, negated);
  }
  if (!lexer_.word_is_label()) return read_statement(first.span.begin, predicate, negated);
  lexer_.advance();
  lexer_.advance();
  if (lexer_.at(TokenKind::kDirective)) {
    const std::string_view word = lexer_.now().text;
    if (word == ".branchtargets") return read_table(first);
    if (word == ".callprototype" || word == ".calltargets") return read_prototype(first);
  }
  declare(first, {Declared::Kind::kLabel, static_cast<std::uint32_t>(function_->labels.size())});
  function_->labels.push_back({first.text, static_cast<std::uint32_t>(function_->code.size())});
}

}  // namespace gemmscope::ptx
