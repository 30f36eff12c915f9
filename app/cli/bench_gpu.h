// SPDX-License-Identifier: MIT
/// @file bench_gpu.h
/// What was measured on a GPU, as reports say it.
#pragma once

#include <optional>
#include <string_view>

#include "app/results/bench_report.h"
#include "tracing/cuda/cublas.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/timing.h"

namespace gemmscope::cli {

results::Median median_of(const cuda::Timing& timing);
/// The element type for the cuBLAS run beside it: "half"; anything else is float.
cuda::Element element_of(std::string_view element);

/// nullopt: not known for its compute capability.
std::optional<results::Peak> peak_of(const cuda::DeviceInfo& device);

}  // namespace gemmscope::cli
