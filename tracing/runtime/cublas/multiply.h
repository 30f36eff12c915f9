// SPDX-License-Identifier: MIT
/// @file multiply.h
/// The product of two matrices on the host's cores.
#pragma once

#include <cstdint>

#include "tracing/runtime/cublas/api.h"

namespace gemmscope::runtime::cublas {

/// C = alpha * A * B + beta * C. `a` and `b` are m x k and k x n once their Op is applied.
struct Product {
  std::int64_t m, n, k;
  double alpha, beta;
  Type input, output;  ///< of A and B; of C
  Op op_a, op_b;
  const void *a, *b;
  void* c;
  std::int64_t lda, ldb, ldc;  ///< elements from a column to the next
};

/// Each element's sum is in double, in order of k, and rounded once. C is not read if beta is 0, A and B not if alpha
/// is. Large ones use all cores; the result is the same.
void multiply(const Product& product);

}  // namespace gemmscope::runtime::cublas
