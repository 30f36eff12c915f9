// SPDX-License-Identifier: MIT
/// @file gpu.h
/// What verify does with a GPU.
#pragma once

#include <iosfwd>

#include "app/cli/choose_kernels.h"

namespace gemmscope::cli {

/// Records an edge case of every configuration on the GPU and on the emulator, and says on `out` where they differ.
/// Returns  how many differ.
/// Errors   kNoDevice where there is no GPU.
Result<std::uint64_t> compare_recordings(const kernels::KernelInfo& kernel, std::ostream& out);

}  // namespace gemmscope::cli
