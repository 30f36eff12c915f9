// SPDX-License-Identifier: MIT
/// @file read.h
/// Reads PTX text, as nvcc 12.4 to 13 write it for compute_75 to compute_120, inline assembly included.
///
/// Opcodes are not checked: any word with any operands is a statement, and the code that runs or rewrites it says what
/// it cannot. Names are: each register, variable, function, label must be declared where PTX asks for it.
#pragma once

#include <string>

#include "tracing/format/result.h"
#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// The module that `text` describes.
///
/// Errors  kBadFile: one sentence, which begins with the number of the line; offset is the byte. Any text is either
///         read or refused so: no recursion, memory and time in proportion to its size.
/// Limits  256 MiB of text; 64 scopes within each other; 1 << 20 registers a function, 1 << 22 a module. No constant
///         expressions (a + b in an operand, where nvcc writes one number).
[[nodiscard]] Result<Module> read(std::string text);

}  // namespace gemmscope::ptx
