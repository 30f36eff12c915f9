// SPDX-License-Identifier: MIT
/// @file words.h
/// A mnemonic's words: what stands between its dots.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace gemmscope::operations {

struct Words {
  std::string_view base;
  std::vector<std::string_view> modifiers;

  explicit Words(std::string_view mnemonic) {
    for (std::size_t at = 0; at <= mnemonic.size();) {
      const std::size_t end = std::min(mnemonic.find('.', at), mnemonic.size());
      modifiers.push_back(mnemonic.substr(at, end - at));
      at = end + 1;
    }
    base = modifiers.front();
    modifiers.erase(modifiers.begin());
  }
  bool has(std::string_view word) const { return std::ranges::find(modifiers, word) != modifiers.end(); }
  template <class... Names>
  bool has_any(Names... names) const {
    return (has(names) || ...);
  }
  /// The n-th from the end; empty if there are fewer.
  std::string_view last(std::size_t n = 0) const {
    return n < modifiers.size() ? modifiers[modifiers.size() - 1 - n] : std::string_view();
  }
};

inline bool is_half(std::string_view type) { return type == "f16" || type == "bf16"; }
inline bool is_float(std::string_view type) { return is_half(type) || type == "f32" || type == "f64"; }
inline bool is_pair(std::string_view type) { return type == "f16x2" || type == "bf16x2"; }

}  // namespace gemmscope::operations
