// SPDX-License-Identifier: MIT
/// @file cut_names.h
/// Pointers by which a kernel's source cuts one array in shared memory into several: `float *a = tiles, *b = tiles +
/// 256`.
///
/// PTX has only the array's address and numbers that are added to it. Only the source shows which pointer an access
/// goes through, and so which part of the array it is meant for.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tracing/cxx/tokens.h"

namespace gemmscope::runtime {

class CutNames {
 public:
  /// The pointers of the kernel whose body has that line of `text`. `array`: its name there. There are none unless all
  /// of this holds: all threads of a block have the same pointers; none is changed, and there is no pointer to any of
  /// them; and the body names the array only where it makes them.
  CutNames(std::string_view text, std::uint32_t line, std::string_view array);

  /// In the order of the text; at most 16.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Which names a statement of the source accesses. Bit n: names()[n].
  struct Used {
    std::uint32_t loads = 0, stores = 0;
    std::uint32_t common = 0, apart = 0;  ///< at an index that is the same in all threads of a block, or differs

    void add(const Used& other) {
      loads |= other.loads, stores |= other.stores, common |= other.common, apart |= other.apart;
    }
  };
  /// The names of the statement at that place, and of all statements that begin on its line: PTX has one place for
  /// them.
  [[nodiscard]] Used at(std::uint32_t line, std::uint32_t column) const;

 private:
  void find_macros(std::string_view text);
  void find_body(std::uint32_t line);
  [[nodiscard]] bool find_names(std::string_view array);
  void find_uses();
  [[nodiscard]] std::size_t end_of_value(std::size_t from) const;
  [[nodiscard]] bool is_uniform(std::size_t from, std::size_t to, std::string_view array, int depth) const;
  [[nodiscard]] bool is_common(std::size_t from, std::size_t to, std::set<std::string_view>& known);
  [[nodiscard]] bool is_name(std::string_view word) const;
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < body_.size() ? body_[i].text : std::string_view();
  }

  std::vector<cxx::Token> body_;
  std::vector<std::string_view> macros_;
  std::vector<std::string> names_;
  std::vector<std::size_t> made_;  ///< of each name, its place in its declaration
  mutable std::size_t looks_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  ///< line and column of each token
  std::vector<std::uint32_t> statement_;                         ///< of each token
  std::vector<Used> used_;                                       ///< by statement
};

}  // namespace gemmscope::runtime
