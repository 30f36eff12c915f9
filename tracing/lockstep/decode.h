// SPDX-License-Identifier: MIT
/// @file decode.h
/// From PTX to a Program: every name becomes a place in registers or memory, every opcode a function.
#pragma once

#include <span>

#include "tracing/format/result.h"
#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::lockstep {

/// What a pointer to the function holds; nothing can be loaded from there.
[[nodiscard]] std::uint64_t function_address(const ptx::Module& module, std::uint32_t function);

/// With all functions that the kernel may call. `kernel` must be one of `module`, which must outlive the program's
/// runs. `variables`: the host's address of each of the module's variables in global or constant memory; 0 for others.
///
/// Errors  kUsage: the first statement that this cannot run, with its opcode and line. Nothing is run then: a wrong
///         result would be worse than none.
[[nodiscard]] Result<Program> decode(const ptx::Module& module, const ptx::Function& kernel,
                                     std::span<const std::uint64_t> variables, Isa isa = best_isa());

}  // namespace gemmscope::lockstep
