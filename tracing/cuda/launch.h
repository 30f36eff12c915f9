// SPDX-License-Identifier: MIT
/// @file launch.h
/// The kernels compiled for the GPU: from variant to launch.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/gemm_arguments.h"
#include "kernels/table.h"
#include "tracing/cuda/stream.h"

namespace gemmscope::cuda {

/// A traced build; one serves every layout. `blocks`: how many, from params.first_block on.
using TracedLaunch = cudaError_t (*)(std::uint32_t blocks, const kernels::GemmArguments& arguments,
                                     const TraceParams& params);

/// A plain build.
struct PlainKernel {
  cudaError_t (*launch)(std::uint32_t grid_y, std::uint32_t grid_x, const kernels::GemmArguments& arguments) = nullptr;
  const void* function = nullptr;  ///< for cudaFuncGetAttributes
  bool fixed_layout = false;       ///< padding and widths known to the compiler, as in a hand-tuned kernel
};

TracedLaunch find_traced(const kernels::Variant& variant, bool edges);
/// The kernel to measure and to compute with: with fixed layout where there is one, which edges never have.
PlainKernel find_plain(const kernels::Variant& variant, bool edges);
/// The one that takes its layout as an argument.
PlainKernel find_plain_any_layout(const kernels::Variant& variant, bool edges);

/// What is compiled of one kernel.
struct KernelLaunches {
  TracedLaunch (*traced)(const kernels::Variant& variant, bool edges);
  PlainKernel (*fixed_layout)(const kernels::Variant& variant);  ///< empty if the layout is not among the fixed ones
  PlainKernel (*any_layout)(const kernels::Variant& variant, bool edges);
};

/// Of the kernel whose builds (kernels/builds.h) these are; instantiated in a file of its own for each kernel.
template <class Builds>
TracedLaunch traced_build(const kernels::Variant& variant, bool edges);

/// Of one of its presets; instantiated in a file of its own for each.
template <class Builds, int preset>
struct PlainBuild {
  static PlainKernel fixed_layout(const kernels::Variant& variant);
  static PlainKernel any_layout(bool edges);
};

}  // namespace gemmscope::cuda
