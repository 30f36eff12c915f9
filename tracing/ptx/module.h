// SPDX-License-Identifier: MIT
/// @file module.h
/// PTX text as data: what nvcc wrote, statement by statement, with every name resolved.
///
/// A Module owns its text, and all string_views point into it. Positions (`begin`, `end`) are bytes of that text, so
/// that text can be spliced at a statement. Everything of one kind is in one flat list, and things refer to each other
/// by index: an operand says `kRegister, index 12`, which is `function.registers[12]`, whatever scope declared it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/ptx/types.h"

namespace gemmscope::ptx {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFFu;  ///< an index that refers to nothing

/// Bytes [begin, end) of the module's text.
struct Span {
  std::uint32_t begin = 0, end = 0;
};

enum class Linkage : std::uint8_t { kInternal, kVisible, kExtern, kWeak, kCommon };

/// What an index counts: which list a name was found in.
enum class Of : std::uint8_t {
  kNothing,         ///< an address without a name: [16]
  kRegister,        ///< Function::registers
  kModuleVariable,  ///< Module::variables
  kFunction,        ///< Module::functions
  kParameter,       ///< Function::parameters
  kReturn,          ///< Function::returns
  kLocalVariable,   ///< Function::variables: .local, .shared and .param of the body
};

/// A place in an initialiser that holds an address.
struct Reference {
  std::uint64_t offset = 0;  ///< bytes from the variable's begin
  std::uint8_t bytes = 8;    ///< how many it fills
  bool generic = false;      ///< generic(name): the generic address, not that within its space
  Of of = Of::kNothing;      ///< kModuleVariable or kFunction
  std::uint32_t index = kNoIndex;
  std::string_view name;
  std::int64_t addend = 0;                 ///< bytes after the symbol
  std::uint64_t mask = ~std::uint64_t{0};  ///< 0xFF00(name): these bits of the address, shifted down to bit 0
};

/// A variable or parameter.
struct Variable {
  std::string_view name;
  Span span;  ///< its declaration, without ';'
  Space space = Space::kNone;
  Linkage linkage = Linkage::kInternal;
  Type type = Type::kNone;
  std::uint8_t lanes = 1;   ///< 2 or 4 of .v2 and .v4
  std::uint32_t align = 0;  ///< bytes; where none is written, that of one element
  bool is_array = false;
  std::vector<std::uint64_t> shape;  ///< of an array, outermost first; 0 for [], as of .extern .shared
  std::uint64_t bytes = 0;           ///< of all of it; 0 for []
  // Of kernel parameters: .ptr .global .align 16
  bool is_pointer = false;
  Space pointer_space = Space::kNone;  ///< kNoIndex: generic
  std::uint32_t pointer_align = 0;     ///< 0: not said
  // `= ...`: the bytes as far as they are written (zeros follow), and the addresses among them (zeros in `initial`).
  bool is_initialised = false;
  std::vector<std::uint8_t> initial;
  std::vector<Reference> references;
  std::uint32_t register_index = kNoIndex;  ///< of a .reg parameter of a device function: Function::registers
};

/// A virtual register. `.reg .b32 %r<3>` declares three, with numbers 0, 1, 2.
struct Register {
  std::string_view prefix;  ///< "%r"; the whole name where number is -1
  std::int32_t number = -1;
  Type type = Type::kNone;
  std::uint8_t lanes = 1;  ///< 2 or 4 of .v2 and .v4

  [[nodiscard]] std::string name() const;
};

/// A place in the source, and where the function around it was inlined.
struct Location {
  std::uint32_t file = 0;  ///< File::number
  std::uint32_t line = 0, column = 0;
  std::uint32_t function = kNoIndex;  ///< Module::inlined_names: the inlined function this is a line of
  std::uint32_t caller = kNoIndex;    ///< Module::locations: where that function was called, a smaller index
};

struct File {
  std::uint32_t number = 0;
  std::string_view name;
};

enum class OperandKind : std::uint8_t {
  kRegister,   ///< index: Function::registers. negated: !%p. selector: %v.x
  kSpecial,    ///< special(); number() of %envreg2; selector of %tid.x
  kInteger,    ///< value: two's complement
  kFloat,      ///< value: bits of a 32-bit float, 0f3F800000
  kDouble,     ///< value: bits of a 64-bit float: 0d3FF0000000000000, 1.0
  kSymbol,     ///< the address of a variable or function: of, index, value: offset in bytes
  kAddress,    ///< [base + value]: of (kNothing, kRegister or a symbol), index. children: {x, y} and others after the
               ///< base
  kVector,     ///< {a, b}: children
  kPair,       ///< a|b: two children
  kList,       ///< (a, b) of a call: children, maybe none
  kSink,       ///< _
  kLabel,      ///< index: the statement to go on at; code.size() at the end of the body
  kTable,      ///< of brx.idx. index: Function::tables
  kPrototype,  ///< of a call. index: Function::prototypes
};

/// Parts of a register: of a vector (.x to .w), or bytes and halves in video instructions (.b0 to .b3, .h0, .h1).
enum class Selector : std::uint8_t { kNone, kX, kY, kZ, kW, kB0, kB1, kB2, kB3, kH0, kH1 };

struct Operand {
  OperandKind kind = OperandKind::kSink;
  Of of = Of::kNothing;
  Selector selector = Selector::kNone;
  bool negated = false;
  std::uint32_t index = kNoIndex;
  std::int64_t value = 0;
  std::uint32_t first = 0, count = 0;  ///< children, in Function::operands
  Span span;                           ///< as it is written

  [[nodiscard]] Special special() const { return static_cast<Special>(index); }
  [[nodiscard]] int number() const { return static_cast<int>(value); }
};

/// One instruction. A call always has three operands, (results), function, (arguments), empty lists included, and a
/// fourth where a prototype is named.
struct Statement {
  Span span;                ///< from the predicate, or opcode, to ';' inclusive; labels stand before it
  std::string_view opcode;  ///< "ld.global.v4.f32"
  std::string_view base;    ///< "ld"
  std::uint32_t first_modifier = 0, modifier_count = 0;  ///< Function::modifiers: "global", "v4", "f32"
  std::uint32_t first_operand = 0, operand_count = 0;    ///< Function::operands
  std::uint32_t predicate = kNoIndex;                    ///< Function::registers
  bool predicate_negated = false;                        ///< @!%p
  std::uint32_t location = kNoIndex;                     ///< Module::locations
};

/// .maxntid 256, 1, 1 and its like, without the dot.
struct Directive {
  std::string_view name;
  std::uint32_t values[3] = {0, 0, 0};
  std::uint8_t count = 0;
};

struct Label {
  std::string_view name;
  std::uint32_t statement = 0;  ///< the one that follows; code.size() at the end of the body
};

/// Where brx.idx may go: statements, as in an operand kLabel.
struct Table {
  std::string_view name;
  std::vector<std::uint32_t> statements;
};

/// What a call through a register looks like: .callprototype, or the functions it may call: .calltargets.
struct Prototype {
  std::string_view name;
  std::vector<Variable> returns, parameters;
  std::vector<Directive> directives;
  std::vector<std::uint32_t> targets;  ///< Module::functions, of .calltargets
};

struct Function {
  std::string_view name;
  Linkage linkage = Linkage::kInternal;
  bool is_entry = false;
  bool is_defined = false;            ///< has a body; otherwise another module has it, or the runtime (vprintf, malloc)
  std::uint32_t alias_of = kNoIndex;  ///< Module::functions, of .alias
  Span span;                          ///< from its linkage to '}' or ';'
  Span body;                          ///< what stands between '{' and '}'
  std::vector<Variable> returns, parameters;
  std::vector<Directive> directives;

  std::vector<Register> registers;  ///< of all scopes, in order of declaration
  std::vector<Variable> variables;  ///< .local, .shared and .param, of all scopes
  std::vector<Label> labels;        ///< of all scopes, in order; names may repeat in different scopes
  std::vector<Table> tables;
  std::vector<Prototype> prototypes;
  std::vector<Statement> code;
  std::vector<std::string_view> modifiers;
  std::vector<Operand> operands;

  [[nodiscard]] std::span<const Operand> operands_of(const Statement& statement) const {
    return std::span(operands).subspan(statement.first_operand, statement.operand_count);
  }
  [[nodiscard]] std::span<const Operand> children_of(const Operand& operand) const {
    return std::span(operands).subspan(operand.first, operand.count);
  }
  [[nodiscard]] std::span<const std::string_view> modifiers_of(const Statement& statement) const {
    return std::span(modifiers).subspan(statement.first_modifier, statement.modifier_count);
  }
  [[nodiscard]] bool has(const Statement& statement, std::string_view modifier) const;
  /// Null if it does not have the directive.
  [[nodiscard]] const Directive* find_directive(std::string_view directive) const;
};

struct Module {
  std::shared_ptr<const std::string> owned;  ///< the text; never null after read()
  std::uint32_t version_major = 0, version_minor = 0;
  std::string_view target;                ///< "sm_90a"
  std::vector<std::string_view> options;  ///< further words of .target: "debug"
  std::uint32_t address_size = 32;        ///< bits; 64 in all that nvcc writes
  std::vector<File> files;                ///< sorted by number
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Location> locations;                 ///< each once
  std::vector<std::string_view> inlined_names;     ///< mangled, as in .debug_str
  std::shared_ptr<const std::string> owned_names;  ///< what these point into

  [[nodiscard]] std::string_view text() const { return *owned; }
  [[nodiscard]] std::string_view text(Span span) const { return text().substr(span.begin, span.end - span.begin); }
  /// Null if there is none.
  [[nodiscard]] const Function* find_function(std::string_view name) const;
  [[nodiscard]] const Variable* find_variable(std::string_view name) const;
  [[nodiscard]] const File* find_file(std::uint32_t number) const;
  /// The line of the text that holds the byte at `position`, from 1. Counts lines: for messages, not for loops.
  [[nodiscard]] std::uint32_t line_at(std::uint32_t position) const;
};

/// The variable that a symbol or address names; null where it names none.
[[nodiscard]] const Variable* variable_of(const Module& module, const Function& function, const Operand& operand);

}  // namespace gemmscope::ptx
