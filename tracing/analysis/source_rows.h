// SPDX-License-Identifier: MIT
/// @file source_rows.h
/// How long the rows of arrays are, as the kernel's source counts them: `A[row * K + k]` has rows of K elements.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/analysis/tiles/source_kernel.h"

namespace gemmscope::analysis {

struct SourceRow {
  std::string of;             ///< "K", as in the source; "h * w" if it is computed
  std::uint32_t pitch = 0;    ///< its value: numbers of the type by which the source counts
  std::uint32_t numbers = 1;  ///< elements in each of these numbers: 4 in a float4
  bool in_bytes = false;      ///< the source counts bytes
  bool is_constant = false;   ///< no parameter decides it, so it may be the size of a tile as well
  std::uint32_t times = 0;    ///< how often it is in an index
};

/// Reads the text of the recording, and finds the kernel in it.
class SourceRows {
 public:
  explicit SourceRows(const format::Recording& recording);
  SourceRows(const SourceRows&) = delete;

  /// What an index of the array, or what is added to a pointer to it, is multiplied by, if its value is known. A factor
  /// of another one is meant if both are there: nx in `z * ny * nx + y * nx + x`.
  [[nodiscard]] std::vector<SourceRow> of(std::string_view array) const;
  /// Whether the kernel's own text indexes it.
  [[nodiscard]] bool indexes(std::string_view array) const;

 private:
  using Tokens = std::vector<cxx::Token>;
  struct Term {
    std::vector<std::string> factors;  ///< in order; those whose values are known
    std::int64_t value = 1;
    bool is_constant = true;
    bool in_elements = false;  ///< sizeof(float) is another factor
  };
  struct Index {
    std::vector<Term> terms;
    std::uint32_t numbers = 1;
    bool in_bytes = false;
  };

  void merge_members(std::span<const cxx::Token> body);
  void find_locals();
  void find_indices();
  void add_index(const std::string& array, std::size_t begin, std::size_t end, std::uint32_t numbers, bool in_bytes);
  void add_terms(std::span<const cxx::Token> sum, std::vector<Term>& terms, int depth) const;
  void add_term(std::span<const cxx::Token> product, std::vector<Term>& terms, int depth) const;
  void find_fragments();
  void add_declared_rows();
  [[nodiscard]] std::optional<std::int64_t> value(std::span<const cxx::Token> expression, bool& is_constant) const;
  [[nodiscard]] std::optional<std::int64_t> value_of_word(std::string_view word, bool& is_constant, int depth) const;
  [[nodiscard]] std::string_view text(std::size_t i) const { return i < body_.size() ? body_[i].text : ""; }
  [[nodiscard]] std::size_t end_of_value(std::size_t from) const;
  [[nodiscard]] std::size_t closing_near(std::size_t open) const;
  [[nodiscard]] bool is_size(std::string_view word) const;  ///< a parameter

  const SourceKernel source_;
  Tokens body_;
  std::deque<std::string> merged_;
  std::map<std::string_view, std::span<const cxx::Token>> locals_;  ///< that are given one value
  struct Alias {
    std::string array;
    std::uint32_t numbers = 1;
  };
  std::map<std::string, Alias, std::less<>> aliases_;  ///< pointers into arrays, and the arrays themselves
  std::map<std::string, std::vector<Index>, std::less<>> indices_;
  mutable std::size_t looks_ = 0;
};

}  // namespace gemmscope::analysis
