// SPDX-License-Identifier: MIT
/// @file gemm_data.h
/// Matrices to measure a product with, and the product.
#pragma once

#include <cstdint>
#include <vector>

namespace gemmscope::cuda {

/// A (M,K), B (K,N), C (M,N), by rows and dense.
struct GemmData {
  std::int64_t M = 0, N = 0, K = 0;
  std::vector<float> A, B, C;
};

/// The same fractions every time, without a pattern in rows or columns: a swapped, shifted or transposed index changes
/// C.
GemmData make_fractions(std::int64_t M, std::int64_t N, std::int64_t K);

/// A * B in double precision.
std::vector<double> product_of(const GemmData& data);

/// Elements of `result` that differ from `expected` by more than `tolerance`, or are not a number.
std::int64_t count_wrong(const std::vector<float>& result, const std::vector<double>& expected, double tolerance);

}  // namespace gemmscope::cuda
