// SPDX-License-Identifier: MIT
/// @file names.h
/// The names of a function's body. Scopes, `{ }`, are inside each other; an inner one may declare a name again.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// What a name stands for: a row of one of the function's lists.
struct Declared {
  enum class Kind : std::uint8_t { kRegister, kParameter, kReturn, kVariable, kLabel, kTable, kPrototype };
  Kind kind = Kind::kRegister;
  std::uint32_t index = 0;
  std::uint32_t count = 1;  ///< of %r<count>: registers from `index` on
  std::uint32_t depth = 0;  ///< of the scope
};

class Names {
 public:
  static constexpr std::uint32_t kMostScopes = 64;  ///< within each other; nvcc nests a call in inline assembly at most

  /// The scope of a function's parameters, all else forgotten.
  void begin();
  /// False if there are too many.
  bool open();
  void close();
  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(scopes_.size()); }

  /// False if this scope has declared the name already.
  bool declare(std::string_view name, Declared what) { return add(names_, name, what, false); }
  /// `name` followed by a number below what.count.
  bool declare_range(std::string_view name, Declared what) { return add(ranges_, name, what, true); }

  /// What the name means here, in the innermost scope that declares it; of a range, the one register.
  [[nodiscard]] std::optional<Declared> find(std::string_view name) const;

 private:
  using Map = std::unordered_map<std::string_view, Declared>;
  struct Undo {
    std::string_view name;
    std::optional<Declared> before;
    bool is_range;
  };
  bool add(Map& map, std::string_view name, Declared what, bool is_range);

  Map names_, ranges_;
  std::vector<Undo> undo_;
  std::vector<std::size_t> scopes_;  ///< for each, where in undo_ its declarations begin
};

}  // namespace gemmscope::ptx
