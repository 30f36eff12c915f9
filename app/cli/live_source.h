// SPDX-License-Identifier: MIT
/// @file live_source.h
/// What the window measures with: a program's products, in the program.
#pragma once

#include <memory>

#include "tracing/cuda/live_bench.h"

namespace gemmscope::cli {

[[nodiscard]] std::unique_ptr<cuda::LiveSource> live_source();

}  // namespace gemmscope::cli
