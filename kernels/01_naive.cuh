// SPDX-License-Identifier: MIT
/// @file 01_naive.cuh
/// Step 1 of the ladder: one thread for each element of C, and nothing else.
///
/// Change   it is the first step: the three loops of a matrix product, with the outer two spread over threads.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major float. C is not read if beta is 0.
/// Requires M and N to be multiples of the block's side BM unless Edges; K < 65536 if it is recorded.
/// Launch   grid (ceil(N / BM), ceil(M / BM)), block (BM * BM). No shared memory.
/// Watch    neighbouring threads walk down a column of C: their rows of A and their elements of C are a whole row of
///          the matrix apart, so every lane of a load needs a sector of its own. All lanes read the same element of B.
///          (This is square32; with square16 a warp covers two columns and needs half as many sectors.)
/// Source   S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 1.
#pragma once

#include "kernels/01_naive.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
naive(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
      Layout, typename Mem::Params params) {
  Mem mem(params);
  auto A = mem.template matrix<kA, Edges>(A_data, M, K);  // (M,K)
  auto B = mem.template matrix<kB, Edges>(B_data, K, N);  // (K,N)
  auto C = mem.template matrix<kC, Edges>(C_data, M, N);  // (M,N)

  const int tid = static_cast<int>(threadIdx.x);
  const int row = mem.block().y * Tile::BM + tid % Tile::BM;  // of C: consecutive threads, consecutive rows
  const int col = mem.block().x * Tile::BN + tid / Tile::BM;

  float sum = 0;
  mem.phase(kCompute);
  for (int k = 0; k < K; ++k) {
    mem.k_tile(k);  // without tiles, every k is a k-tile of its own
    const float a = A.load(row, k);
    const float b = B.load(k, col);
    sum = __fmaf_rn(a, b, sum);
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  float c = __fmul_rn(alpha, sum);
  if (beta != 0)  // with beta = 0, C may hold NaN and is not read
    c = __fmaf_rn(beta, C.load(row, col), c);
  C.store(row, col, c);
}

}  // namespace gemmscope::kernels
