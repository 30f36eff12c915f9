// SPDX-License-Identifier: MIT
/// @file targets.h
/// Which rows PTX has, and from which GPUs on: PTX ISA, "Target ISA Notes" of each instruction. tests ask ptxas.
#pragma once

#include "tracing/lockstep/operation.h"

namespace gemmscope::operations {

inline constexpr int kTargets[] = {80, 86, 90};

/// The least of kTargets that has the row's instruction.
[[nodiscard]] int target_of(const lockstep::Operation& operation);
/// Why PTX has no such instruction; empty: it has.
[[nodiscard]] std::string_view why_none(const lockstep::Operation& operation);

}  // namespace gemmscope::operations
