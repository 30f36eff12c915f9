// SPDX-License-Identifier: MIT
/// @file found_numbers.h
/// Every place of a source text that gives a name a number, one by one: knobs.h makes knobs of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::cxx {

/// Where one stands in the text.
struct KnobPlace {
  std::size_t begin = 0, bytes = 0;
  std::uint32_t line = 0;  ///< 1-based
  std::string suffix;      ///< of the literal, kept when it is changed: "u"
  friend bool operator==(const KnobPlace&, const KnobPlace&) = default;
};

struct FoundNumber {
  std::string name;
  std::string scope;                  ///< the function, class or template that it is in; empty: none
  std::optional<std::int64_t> value;  ///< nullopt: it is computed from other names
  KnobPlace place;
};

/// Whether the word may stand in the name of a type of whole numbers: int, unsigned, uint32_t, auto.
[[nodiscard]] bool names_whole_number(std::string_view word);

/// Whether the word, with brackets behind it, may stand before a function's name: __launch_bounds__, alignas.
[[nodiscard]] bool may_precede_name(std::string_view word);

/// In the order of the text, but arguments of templates after the rest.
[[nodiscard]] std::vector<FoundNumber> numbers_in(std::string_view text);

}  // namespace gemmscope::cxx
