// SPDX-License-Identifier: MIT
/// @file all_rows.h
/// The whole table, module by module.
#pragma once

#include "tests/cuda/operations/gpu.h"
#include "tests/cuda/operations/report.h"

namespace gemmscope::operations {

/// Compares the rows whose mnemonic begins with `begin`, on `warps` warps each: a multiple of kWarpsPerBlock.
/// Differences are printed as they come. False: not all were run, since the driver refused some or stopped.
[[nodiscard]] bool compare_rows(Gpu& gpu, std::string_view begin, std::size_t warps, Report& report);

}  // namespace gemmscope::operations
