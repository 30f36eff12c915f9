// SPDX-License-Identifier: MIT
/// @file numbers.h
/// Whole numbers that a C++ text computes from others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "tracing/cxx/tokens.h"

namespace gemmscope::cxx {

/// The value of a word; nothing: it is not known.
using ValueOf = std::function<std::optional<std::int64_t>(std::string_view)>;

/// "16", "0x10u", "1'000", "true"; nothing: something else, or more than 64 bits.
[[nodiscard]] std::optional<std::int64_t> number_in(std::string_view text);

/// The value of an expression of numbers, words, brackets, casts to whole numbers and C++'s operators. Nothing: a part
/// of it is not known, it has more than 64 bits, or it is something else.
[[nodiscard]] std::optional<std::int64_t> value_of(std::span<const Token> expression, const ValueOf& value_of_word);

}  // namespace gemmscope::cxx
