// SPDX-License-Identifier: MIT
/// @file bodies.h
/// The kernels compiled for the emulator: a table from variant to function.
#pragma once

#include "kernels/table.h"
#include "tracing/simt/block_runner.h"

namespace gemmscope::simt {

/// What every SGEMM kernel is called with.
struct GemmArguments {
  int M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  const float* A = nullptr;
  const float* B = nullptr;
  float* C = nullptr;
  kernels::LayoutOptions layout{};
};

/// One CUDA thread of `variant`'s kernel; its argument points to GemmArguments. Every variant of the table has one.
BlockRunner::Body find_body(const kernels::Variant& variant, bool traced, bool edges);

/// Of one kernel, each in a file of its own.
BlockRunner::Body warp_tile_body(const kernels::Variant& variant, bool traced, bool edges);

}  // namespace gemmscope::simt
