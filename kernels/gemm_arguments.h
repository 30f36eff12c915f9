// SPDX-License-Identifier: MIT
/// @file gemm_arguments.h
/// What every SGEMM kernel is called with, whatever its build.
#pragma once

#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

struct GemmArguments {
  int M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  const float* A = nullptr;  ///< where the kernel runs: in the host's or in the device's memory, like B and C
  const float* B = nullptr;
  float* C = nullptr;
  LayoutOptions layout{};
};

}  // namespace gemmscope::kernels
