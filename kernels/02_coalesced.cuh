// SPDX-License-Identifier: MIT
/// @file 02_coalesced.cuh
/// Step 2 of the ladder: neighbouring threads take neighbouring columns.
///
/// Change   in step 1 the lanes of a warp walked down a column of C. Now they walk along a row, because % and / are
///          swapped in the two lines that decide which element a thread computes.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major float. C is not read if beta is 0.
/// Requires M and N to be multiples of the block's side BM unless Edges; K < 65536 if it is recorded.
/// Launch   grid (ceil(N / BM), ceil(M / BM)), block (BM * BM). No shared memory.
/// Watch    the load of B (square32): 32 lanes, 128 bytes in a row, four sectors. The load of A is a single address for
///          the whole warp.
/// Source   S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 2.
#pragma once

#include "kernels/01_naive.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
coalesced(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
          Layout, typename Mem::Params params) {
  Mem mem(params);
  auto A = mem.template matrix<kA, Edges>(A_data, M, K);  // (M,K)
  auto B = mem.template matrix<kB, Edges>(B_data, K, N);  // (K,N)
  auto C = mem.template matrix<kC, Edges>(C_data, M, N);  // (M,N)

  const int tid = static_cast<int>(threadIdx.x);
  const int row = mem.block().y * Tile::BM + tid / Tile::BN;
  const int col = mem.block().x * Tile::BN + tid % Tile::BN;  // of C: consecutive threads, consecutive columns

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
