// SPDX-License-Identifier: MIT
/// @file program_cache.h
/// Compiled programs, kept in the user's cache by what they were made from: the text, the compiler, its options and
/// variables, and the files that the text includes. The cache is bounded; what was not used for the longest time goes.
#pragma once

#include "app/cli/compile_program.h"

namespace gemmscope::cli {

/// Whether compile_cached() would find the program, as far as that is known without looking into the files.
[[nodiscard]] bool is_cached(const ToCompile& what);

/// As compile(), but takes the program from the cache if it is there, with what nvcc said then, and otherwise puts it
/// there. A cache that cannot be used costs time only. From any thread. Errors: those of compile().
[[nodiscard]] Result<void> compile_cached(const ToCompile& what, const Meanwhile& meanwhile, Printed& printed);

}  // namespace gemmscope::cli
