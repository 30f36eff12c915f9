// SPDX-License-Identifier: MIT
/// @file constants.h
/// Whole numbers that stand in a source text: 32, 0x20, 1'024u, -1, 64 * 1024, (1 << 20).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tracing/source/tokens.h"

namespace gemmscope::source {

struct Constant {
  std::int64_t value = 0;
  std::string suffix;  ///< the longest of its literals': "u", "ull"; empty: none has one
};

/// What the tokens say together, if they are nothing but literals with brackets and + - * / % << >> between them.
///
/// Returns  nullopt for anything else: names, fractions, casts, a division by 0, and what 64 bits with a sign cannot
///          hold. Arithmetic is that of 64 bits; where C++ would wrap at 32, its result is another one.
[[nodiscard]] std::optional<Constant> constant_of(std::span<const Token> tokens);

}  // namespace gemmscope::source
