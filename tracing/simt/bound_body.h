// SPDX-License-Identifier: MIT
/// @file bound_body.h
/// A kernel's code for the emulator, whether it is compiled into this program or loaded (on_demand.h).
#pragma once

#include <memory>

#include "kernels/gemm_arguments.h"

namespace gemmscope::simt {

/// One CUDA thread of a kernel, and what it is called with.
struct BoundBody {
  void (*run)(const void* arguments) = nullptr;  ///< BlockRunner::Body
  std::shared_ptr<const void> arguments;
};

/// Chooses the form of `arguments.variant` to run, with or without edges.
using Bind = BoundBody (*)(const kernels::GemmArguments& arguments, bool edges);

}  // namespace gemmscope::simt
