// SPDX-License-Identifier: MIT
/// @file reached.h
/// Which functions a kernel may call, and where the variables of all of them lie.
#pragma once

#include <vector>

#include "tracing/format/result.h"
#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::lockstep {

/// What a call statement calls.
struct Callees {
  std::vector<std::uint32_t> functions;  ///< of the module, without aliases
  bool by_pointer = false;
};
/// Of a pointer: all functions of these parameters whose address some code or variable of the module holds.
[[nodiscard]] Callees callees_of(const ptx::Module& module, const ptx::Function& caller,
                                 const ptx::Statement& statement);

/// What is called through any call from the kernel on, itself first, by module.functions; each once. Without those that
/// have no body.
[[nodiscard]] std::vector<std::uint32_t> reached_from(const ptx::Module& module, std::uint32_t kernel);

/// Where variables lie, in bytes: of .shared ones from the begin of the block's memory, of a kernel's parameters among
/// its arguments, of all others in the function's frame.
struct Layout {
  struct Of {
    std::vector<std::uint32_t> parameters, returns, variables;
    std::uint32_t frame_bytes = 0;
  };
  std::vector<Of> functions;                    ///< as reached_from() orders them
  std::vector<std::uint32_t> module_variables;  ///< those in shared memory
};
/// Adds shared variables and the kernel's parameters to `program`.
///
/// Errors  kUsage: they are larger than any GPU's memory for them.
[[nodiscard]] Result<Layout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                     Program& program);

/// Fills in what follows from all functions together: who calls itself, and how much local memory the deepest call
/// takes.
///
/// Errors  kUsage: more than any GPU has.
[[nodiscard]] Result<void> settle_calls(Program& program);

}  // namespace gemmscope::lockstep
