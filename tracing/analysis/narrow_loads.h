// SPDX-License-Identifier: MIT
/// @file narrow_loads.h
/// Where the machine code of the plain build may make fewer loads than the source, and so than the recording.
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Whether lanes read neighbouring values of a shared tile in accesses of less than 16 bytes. nvcc joins these reads
/// where it can (docs/gpu.md).
///
/// Rule     for each template, in the first lane of each request. Looks at 4096 requests at most.
[[nodiscard]] bool has_narrow_loads(const format::Recording& recording);

}  // namespace gemmscope::analysis
