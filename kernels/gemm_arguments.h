// SPDX-License-Identifier: MIT
/// @file gemm_arguments.h
/// The arguments of every kernel, whatever its build.
#pragma once

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

struct GemmArguments {
  int M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  const void* A = nullptr;  ///< where the kernel runs: in the host's or in the device's memory, like B and C
  const void* B = nullptr;
  void* C = nullptr;
  const Variant* variant = nullptr;  ///< whose parameters say which tile and layout; must outlive the arguments
};

}  // namespace gemmscope::kernels
