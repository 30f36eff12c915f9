// SPDX-License-Identifier: MIT
/// @file bodies.h
/// The kernels compiled for the emulator.
#pragma once

#include <memory>

#include "kernels/gemm_arguments.h"
#include "tracing/simt/block_runner.h"

namespace gemmscope::simt {

/// One CUDA thread of a kernel, and what it is called with.
struct BoundBody {
  BlockRunner::Body run = nullptr;
  std::shared_ptr<const void> arguments;
};

/// The form of `arguments.variant` to run: the traced or the plain build, with or without edges. Every variant of the
/// table has one.
BoundBody bind(const kernels::GemmArguments& arguments, bool traced, bool edges);

/// Of the kernel whose builds (kernels/builds.h) these are; instantiated in a file of its own for each kernel.
template <class Builds>
BoundBody bind_build(const kernels::GemmArguments& arguments, bool traced, bool edges);

}  // namespace gemmscope::simt
