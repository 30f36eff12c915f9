// SPDX-License-Identifier: MIT
/// @file reference.h
/// Test data and the correct result of a GEMM.
#pragma once

#include <cstdint>
#include <vector>

namespace gemmscope::kernels {

/// The inputs of C = alpha * A * B + beta * C, row-major and dense.
struct GemmData {
  std::int64_t M = 0, N = 0, K = 0;
  std::vector<float> A, B, C;  ///< (M,K), (K,N), (M,N)
};

/// Fixed-seed whole numbers from -8 to 8 without a pattern in rows or columns, so that any swapped, shifted or
/// transposed index changes C, and sums up to K = 2^17 are exact in float.
GemmData make_data(std::int64_t M, std::int64_t N, std::int64_t K);

/// The same sizes with fractions, so that the order of roundings shows in the result.
GemmData make_fractions(std::int64_t M, std::int64_t N, std::int64_t K);

/// alpha * A * B + beta * C in double precision. C is not read if beta is 0.
std::vector<double> reference_gemm(const GemmData& data, float alpha, float beta);

/// The result with one rounding for each step, in the order the kernels have: k ascending, fused multiply-add, then
/// fma(beta, C, alpha * sum). A kernel with explicit fma equals it bit for bit.
std::vector<float> sequential_fma_gemm(const GemmData& data, float alpha, float beta);

/// Elements of `result` that differ from `expected` by more than `tolerance`, or are not a number.
std::int64_t count_wrong(const std::vector<float>& result, const std::vector<double>& expected, double tolerance);

}  // namespace gemmscope::kernels
