// SPDX-License-Identifier: MIT
/// @file parser.h
/// The reader's state, and its parts: one .cpp each for values, variables, operands, statements, functions, and the
/// module.
///
/// All of them take tokens until the thing that they read ends. After an error every token is the end (lexer.h), so
/// they return soon, and what they return is not used.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tracing/ptx/lexer.h"
#include "tracing/ptx/locations.h"
#include "tracing/ptx/module.h"
#include "tracing/ptx/names.h"

namespace gemmscope::ptx {

/// A number in the text. Integers are two's complement, floats are their bits.
struct Value {
  OperandKind kind = OperandKind::kInteger;  ///< kInteger, kFloat, kDouble
  std::int64_t value = 0;
};

class Parser {
 public:
  explicit Parser(Module& module) : module_(module), lexer_(module.text()) {}
  void read_module();
  [[nodiscard]] const Lexer& lexer() const { return lexer_; }

 private:
  // parse_module.cpp: what stands outside functions
  void read_directive(const Token& word, Linkage linkage, std::uint32_t begin);
  void read_version();
  void read_target();
  void read_file();
  void read_section();
  void read_alias();
  void finish();
  struct Symbol {
    Of of = Of::kNothing;  ///< kModuleVariable or kFunction
    std::uint32_t index = kNoIndex;
  };
  [[nodiscard]] Symbol find_symbol(std::string_view name) const;

  // parse_values.cpp: numbers, with their signs
  Value read_value();
  Value parse_number(const Token& token);
  std::int64_t read_integer(const char* what);

  // parse_variables.cpp: variables, parameters, and their initialisers
  Variable read_variable(Space space, Linkage linkage, std::uint32_t begin);  ///< from behind `.global` to before ';'
  void read_shape(Variable& variable);
  void read_initialiser(Variable& variable);
  void read_element(Variable& variable, std::uint64_t offset);
  void add_module_variable(Variable variable);
  std::vector<Variable> read_parameters();  ///< `( .param .u64 a, ... )`; none where there is no '('
  void skip_attribute();

  // parse_functions.cpp: a function but for its body
  void read_function(bool is_entry, Linkage linkage, std::uint32_t begin);
  std::uint32_t add_function(Function function);
  void read_function_directives(Function& function);
  void read_table(const Token& name);  ///< name: .branchtargets ...
  void read_prototype(const Token& name);

  // parse_body.cpp: scopes, registers, variables, labels
  void read_body();
  void declare_parameters(std::vector<Variable>& parameters, Declared::Kind kind);
  void close_scope();
  void read_body_directive();
  void read_registers();
  /// `count` registers with numbers; one without a number if it is kNoIndex.
  void add_registers(const Token& name, std::uint32_t count, Type type, std::uint8_t lanes);
  void read_labelled();  ///< a label and what it names, or a statement
  void declare(const Token& name, Declared what);

  // parse_statements.cpp
  void read_statement(std::uint32_t begin, std::uint32_t predicate, bool negated);
  void split_opcode(Statement& statement);
  void read_call();
  void read_operands(Statement& statement);

  // parse_operands.cpp
  static constexpr int kMostNesting = 4;  ///< of { } and ( ) in an operand
  Operand read_operand(int depth);
  Operand read_simple(int depth);
  Operand read_named(const Token& name);
  Operand read_address(int depth);
  Operand read_group(OperandKind kind, char end, int depth);
  void read_children(Operand& parent, char end, int depth);
  void adopt(Operand& parent, std::size_t first);  ///< makes scratch_ from `first` on its children
  Operand read_later(OperandKind kind);            ///< the name of a label, table or prototype, perhaps declared below
  void read_selector(Operand& operand);
  void resolve(Operand& operand, const Token& name);  ///< of, index

  Module& module_;
  Lexer lexer_;
  Locations locations_;
  std::unordered_map<std::string_view, std::uint32_t> variables_, functions_;  ///< of the module, by name
  std::uint32_t register_count_ = 0;                                           ///< of the module

  Function* function_ = nullptr;  ///< whose body is read
  Names names_;
  std::uint32_t location_ = kNoIndex;  ///< the last .loc
  std::vector<Operand> scratch_;       ///< operands whose list is not complete

  /// A name that may be declared further down in this scope or one around it. It is an operand of `function_`, or of a
  /// table an entry.
  struct Later {
    Token name;
    OperandKind kind;
    std::uint32_t operand = kNoIndex;  ///< Function::operands
    std::uint32_t table = kNoIndex, entry = kNoIndex;
  };
  std::vector<Later> later_;
  std::vector<std::size_t> later_of_scope_;  ///< for each scope, where in later_ it begins
};

}  // namespace gemmscope::ptx
