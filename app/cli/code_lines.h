// SPDX-License-Identifier: MIT
/// @file code_lines.h
/// Lines of a program's source, found by where its machine code is: binutils' addr2line reads what the compiler left.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tracing/runtime/program_log.h"

namespace gemmscope::cli {

struct CodeLine {
  std::string path;        ///< as the compiler was given it; empty: not known
  std::uint32_t line = 0;  ///< 0: not known
  std::string function{};  ///< as people read it; empty: not known
};

/// The first of these calls that is of the program's own source: not of a system's header, and not of what nvcc makes
/// for a launch.
[[nodiscard]] CodeLine line_of(const std::vector<runtime::CodeByte>& calls);

/// An argument of the one call of a cuda function that begins in that line: "pinned". Empty: it is not to be told.
[[nodiscard]] std::string argument_of_call(const CodeLine& line, std::size_t which);
/// The same of a text.
[[nodiscard]] std::string argument_in(std::string_view text, std::size_t which);

}  // namespace gemmscope::cli
