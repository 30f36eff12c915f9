// SPDX-License-Identifier: MIT
/// @file code_lines.h
/// Lines of a program's source, found by the addresses of its machine code: binutils' addr2line reads the compiler's
/// debug information.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tracing/runtime/program_log.h"

namespace gemmscope::cli {

struct CodeLine {
  std::string path;        ///< as it was passed to the compiler; empty: not known
  std::uint32_t line = 0;  ///< 0: not known
  std::string function{};  ///< as people read it; empty: not known
};

/// The first of these calls that is in the program's own source: not in a system header, and not in code that nvcc
/// makes for a launch.
[[nodiscard]] CodeLine line_of(const std::vector<runtime::CodeByte>& calls);

/// An argument of the only call of a cuda function that begins in that line: "pinned". Empty: it should not be shown.
[[nodiscard]] std::string argument_of_call(const CodeLine& line, std::size_t which);
/// The same for a text.
[[nodiscard]] std::string argument_in(std::string_view text, std::size_t which);

}  // namespace gemmscope::cli
