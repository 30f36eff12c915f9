// SPDX-License-Identifier: MIT
/// @file said_arguments.h
/// What a program is to be given where nothing else is, said in a comment of its source:
///
///   // gemmscope: arguments: 128 64 16
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::cxx {

/// How they are written, for errors.
inline constexpr std::string_view kHowToWriteArguments = "write arguments as in 'arguments: 128 64 16'";

/// Whether a statement, what follows format::kStatementMark, is meant to be arguments.
[[nodiscard]] bool is_arguments(std::string_view statement);
/// They stand between blanks. Nothing: the statement is written otherwise than above.
[[nodiscard]] std::optional<std::vector<std::string>> arguments_in(std::string_view statement);

/// Those of the first comment that says some; empty: none does.
[[nodiscard]] std::vector<std::string> said_arguments(std::string_view text);

}  // namespace gemmscope::cxx
