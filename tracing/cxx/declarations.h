// SPDX-License-Identifier: MIT
/// @file declarations.h
/// What the texts of a program declare: kernels with the names and types of their parameters, structs with their
/// members, other names of types, and constants. PTX has no names of parameters and members.
#pragma once

#include <map>
#include <optional>

#include "tracing/cxx/numbers.h"
#include "tracing/cxx/preprocessed.h"

namespace gemmscope::cxx {

/// "const float* __restrict__ a[4] = {}": a parameter, a member, or a variable.
struct Declared {
  std::string type;                         ///< "const float *"; of a function or array pointer "*"
  std::string name;                         ///< empty: it has none
  std::vector<std::vector<Token>> extents;  ///< of an array, outermost first
  bool is_pack = false;                     ///< Ts... name
  std::uint32_t line = 0;                   ///< of a variable, in the first file; 0: it is in another one
};

struct DeclaredKernel {
  std::vector<std::string> scopes;  ///< namespaces and structs, outermost first
  std::string name;
  std::vector<Declared> templates;  ///< its template's parameters; a type is "class"
  std::vector<Declared> parameters;
  bool is_defined = false;                      ///< it has a body
  std::span<const Token> body;                  ///< between its braces
  std::uint32_t first_line = 0, last_line = 0;  ///< in the first file; 0: it is in another one
};

struct DeclaredStruct {
  std::vector<Declared> templates;
  std::vector<Declared> members;  ///< of data, in order
  bool is_known = true;           ///< it has no bases, bit-fields or anonymous members, so that these are all
  bool is_union = false;
};

class Declarations {
 public:
  Declarations(std::vector<File> files, Branches branches);

  [[nodiscard]] const std::vector<DeclaredKernel>& kernels() const { return kernels_; }
  /// Null: there is none, or several different ones have that name.
  [[nodiscard]] const DeclaredStruct* find_struct(std::string_view name) const;
  /// What `using name = ...` or `typedef ... name` stands for; nothing: it is not there, or in several ways.
  [[nodiscard]] std::optional<std::string> type_called(std::string_view name) const;
  /// The type of the variable that is declared with that name and __constant__ or __device__ behind no other brackets
  /// than those of namespaces; nothing: there is none.
  [[nodiscard]] std::optional<Declared> variable(std::string_view name) const;
  /// Arrays in shared memory of that name.
  [[nodiscard]] std::vector<Declared> shared(std::string_view name) const;

  /// What a constant or enumerator is said to be.
  struct Value {
    std::span<const Token> expression;  ///< nothing: 0
    std::int64_t plus = 0;
    std::uint32_t line = 0;  ///< as of Declared
  };
  [[nodiscard]] const std::map<std::string_view, std::vector<Value>>& values() const { return values_; }
  /// Macros without parameters.
  [[nodiscard]] const std::map<std::string_view, std::vector<Token>>& macros() const { return text_.defined(); }

 private:
  friend class Scan;
  const std::vector<File> files_;
  const Preprocessed text_;
  std::vector<DeclaredKernel> kernels_;
  std::map<std::string, std::vector<DeclaredStruct>, std::less<>> structs_;
  std::map<std::string, std::vector<std::string>, std::less<>> types_;
  std::vector<Declared> variables_, shared_;
  std::map<std::string_view, std::vector<Value>> values_;
};

/// Values of macros, constants, enumerators, and of numbers that are a kernel's template arguments.
class Constants {
 public:
  /// If the kernel defines a constant itself, that is it; null: no kernel. `given`: template arguments. `all` must
  /// outlive this.
  explicit Constants(const Declarations& all, const DeclaredKernel* kernel = nullptr,
                     std::map<std::string, std::int64_t, std::less<>> given = {});
  /// Nothing: it has no value that is known, or several.
  [[nodiscard]] std::optional<std::int64_t> value(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> value(std::span<const Token> expression) const;
  /// All names that have one, those of template arguments first.
  [[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> all() const;

 private:
  [[nodiscard]] std::optional<std::int64_t> found(std::string_view name) const;

  const Declarations& all_;
  const std::map<std::string, std::int64_t, std::less<>> given_;
  std::uint32_t first_line_ = 0, last_line_ = 0;
  mutable std::map<std::string, std::optional<std::int64_t>, std::less<>> known_;
};

/// The name and type of a parameter, member or variable: "int n = 3" -> "int", "n". Tokens up to its end.
[[nodiscard]] Declared declared(std::span<const Token> tokens);
/// Tokens between commas outside of brackets; of < and > alone where they are brackets.
[[nodiscard]] std::vector<std::span<const Token>> at_commas(std::span<const Token> tokens);

}  // namespace gemmscope::cxx
