// SPDX-License-Identifier: MIT
/// @file bench_gpu.h
/// What `gemmscope bench` measures on a GPU.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/results/bench_report.h"
#include "kernels/table.h"
#include "tracing/cuda/cublas.h"
#include "tracing/cuda/device.h"
#include "tracing/cuda/timing.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Layouts of a preset in the words of `record --set`, "" first: every combination of the parameters that the preset
/// does not give, of numbers 0, 1, 2, 4, 8 and 16, that the kernel allows, computes right with, and `keep` wants. The
/// first is always there.
std::vector<std::string> layouts_of(const kernels::KernelInfo& kernel, const kernels::Preset& preset,
                                    const std::function<bool(const kernels::Variant&)>& keep);

results::Median median_of(const cuda::Timing& timing);
/// The element type for the cuBLAS run beside it: "half"; anything else is float.
cuda::Element element_of(std::string_view element);

/// nullopt: not known for its compute capability.
std::optional<results::Peak> peak_of(const cuda::DeviceInfo& device);

/// Sizes (M = N = K) that are measured without --size.
inline constexpr std::uint32_t kBenchSizes[] = {1024, 2048, 4096, 8192};
/// Up to this size every layout is measured that is known to the compiler; beyond it the default one alone.
inline constexpr std::uint32_t kLargestForLayouts = 4096;

/// Every preset at every size, and cuBLAS. `go_on(done, total)` says whether to.
/// Errors: kNoDevice where there is no GPU; kUsage if stopped. What fails alone is noted in the report.
Result<results::BenchReport> measure_on_gpu(const std::vector<const kernels::KernelInfo*>& kernels,
                                            const std::vector<std::uint32_t>& sizes,
                                            const std::function<bool(std::uint64_t, std::uint64_t)>& go_on);

}  // namespace gemmscope::cli
