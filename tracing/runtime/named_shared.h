// SPDX-License-Identifier: MIT
/// @file named_shared.h
/// Which array in shared memory each statement of a kernel means, wherever its lanes go.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::runtime {

inline constexpr std::uint32_t kNotNamed = ~std::uint32_t{0};

/// For each statement (lockstep::ProgramFunction::first_statement): which of `program.shared`; kNotNamed: its address
/// is computed from none, or may be computed from several. All `extern __shared__` arrays begin in one place; only
/// their names distinguish them.
[[nodiscard]] std::vector<std::uint32_t> named_shared(const ptx::Module& module, const lockstep::Program& program);

}  // namespace gemmscope::runtime
