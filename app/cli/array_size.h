// SPDX-License-Identifier: MIT
/// @file array_size.h
/// How many elements an array of --args has: "64*64".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Larger arrays of --args are refused, here and by the program that makes them.
inline constexpr std::uint64_t kMostArrayBytes = std::uint64_t{1} << 32;

/// The value of an expression of whole numbers, with 64 bits rather than the 32 of a C++ compiler. An error: it is no
/// number of elements that an array can have. Nothing: it has names, or what else only a compiler knows.
Result<std::optional<std::uint64_t>> array_size(const std::string& text);

}  // namespace gemmscope::cli
