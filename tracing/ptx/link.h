// SPDX-License-Identifier: MIT
/// @file link.h
/// One module of those of files that were compiled separately (nvcc -rdc=true): NVIDIA's linker makes machine code
/// alone of them.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::ptx {

/// The text of a module with what the kernels of `texts` reach, and all variables. What several define is there once:
/// of weak functions, the first. Names that only their own module sees are changed where others have them, too ($str,
/// of what printf prints), and files are numbered anew. What no module defines stays declared: the runtime's vprintf.
///
/// Errors  kBadFile: one of the texts cannot be read: its sentence. Whether what is called has been defined is asked
///         when a kernel is decoded.
[[nodiscard]] Result<std::string> link(std::vector<std::string> texts);

}  // namespace gemmscope::ptx
