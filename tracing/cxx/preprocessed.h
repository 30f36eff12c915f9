// SPDX-License-Identifier: MIT
/// @file preprocessed.h
/// The tokens of a program's texts as its compiler sees them: macros of these texts replaced, and without the branches
/// of #if that are not taken.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {

struct File {
  std::string path;
  std::string text;
};

/// Which branches of #if are read. What the compiler was told to define (-D) is not known.
enum class Branches : std::uint8_t {
  kTaken,  ///< as if it were told nothing
  kAll,    ///< all but #if 0
};

class Preprocessed {
 public:
  /// The first file includes the others, or does not; it is the one whose lines count. `files` must outlive this.
  ///
  /// Limits   macros are replaced until there are a million tokens, and up to 64 deep.
  Preprocessed(std::span<const File> files, Branches branches);
  Preprocessed(const Preprocessed&) = delete;

  /// A token of a macro has the place where the macro is used.
  [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
  /// Whether a token of that number is of the first file.
  [[nodiscard]] bool is_of_first(std::size_t token) const;
  /// Macros without parameters, and what they stand for. Empty: they are defined in several ways.
  [[nodiscard]] const std::map<std::string_view, std::vector<Token>>& defined() const { return defined_; }

 private:
  struct Macro {
    bool is_function = false;
    std::vector<std::string_view> parameters;
    std::vector<Token> body;
  };
  struct Condition {
    bool around = true;  ///< of the text around it
    bool taken = false;  ///< one of its branches was
    bool active = true;
  };
  using Hidden = std::vector<std::string_view>;

  void read(std::size_t file);
  void obey(std::string_view directive, std::size_t file);
  void define(std::span<const Token> tokens, bool has_parameters);
  void include(std::string_view directive, std::size_t file);
  void condition(std::string_view word, std::span<const Token> rest);
  [[nodiscard]] bool is_true(std::span<const Token> expression);
  [[nodiscard]] bool is_active() const;
  void flush();
  void expand(std::span<const Token> from, std::vector<Token>& to, Hidden& hidden);
  std::size_t call(std::span<const Token> from, std::size_t at, const Macro& macro, std::vector<Token>& to,
                   Hidden& hidden);
  std::vector<Token> substituted(const Macro& macro, std::span<const std::vector<Token>> arguments, const Token& at,
                                 Hidden& hidden);

  const std::span<const File> files_;
  const Branches branches_;
  std::vector<bool> is_read_;
  std::vector<Token> tokens_, waiting_;
  std::vector<std::pair<std::size_t, bool>> files_begin_;  ///< at a token: whether the first file goes on there
  std::map<std::string_view, Macro> macros_;
  std::map<std::string_view, std::vector<Token>> defined_;
  std::vector<Condition> conditions_;
  std::deque<std::string> pasted_;
  std::size_t made_ = 0;
};

}  // namespace gemmscope::cxx
