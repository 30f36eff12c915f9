// SPDX-License-Identifier: MIT
/// @file layout.h
/// The places of the variables of a kernel and of all functions that it may call.
#pragma once

#include <vector>

#include "tracing/format/result.h"
#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::lockstep {

/// The places of variables, in bytes: of .shared ones from the beginning of the block's memory, of a kernel's
/// parameters among its arguments, of all others in the function's frame.
struct Layout {
  struct Of {
    std::vector<std::uint32_t> parameters, returns, variables;
    std::uint32_t frame_bytes = 0;
  };
  std::vector<Of> functions;                    ///< as ptx::reached_from() orders them
  std::vector<std::uint32_t> module_variables;  ///< those in shared memory
};
/// Adds shared variables and the kernel's parameters to `program`.
///
/// Errors  kUsage: they are larger than any GPU's memory for them.
[[nodiscard]] Result<Layout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                     Program& program);

/// Fills in what follows from all functions together: which functions call themselves, and how much local memory the
/// deepest call takes.
///
/// Errors  kUsage: more than any GPU has.
[[nodiscard]] Result<void> settle_calls(Program& program);

}  // namespace gemmscope::lockstep
