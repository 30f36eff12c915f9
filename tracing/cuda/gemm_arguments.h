// SPDX-License-Identifier: MIT
/// @file gemm_arguments.h
/// What every SGEMM kernel is called with, whatever its policy and layout.
#pragma once

#include "kernels/tile_layout.h"

namespace gemmscope::cuda {

struct GemmArguments {
  int M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  const float* A = nullptr;  ///< on the device, like B and C
  const float* B = nullptr;
  float* C = nullptr;
  kernels::LayoutOptions layout{};
};

}  // namespace gemmscope::cuda
