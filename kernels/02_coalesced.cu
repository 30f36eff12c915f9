// SPDX-License-Identifier: MIT
// Step 2 of the ladder: neighbouring threads take neighbouring columns.
//
// Change   in step 1 the lanes of a warp walked down a column of C. Now they walk along a row, because % and / are
//          swapped in the two lines that decide which element a thread computes.
// Watch    the load of B (BM = 32): 32 lanes, 128 bytes in a row, four sectors. The load of A is a single address for
//          the whole warp.
// Source   S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 2.
#include "gemm.h"

// gemmscope: preset square32: BM = 32
// gemmscope: preset square16: BM = 16
constexpr int BM = 32, BN = BM;  // rows and columns of C that a block computes

static_assert(BM * BN % 32 == 0 && BM * BN <= 1024,
              "BM must be 8, 16, 24 or 32: a block is whole warps, up to 1024 threads");

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. C is not read if beta is 0.
__global__ void __launch_bounds__(BM * BN)
coalesced(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  const int row = blockIdx.y * BM + threadIdx.x / BN;
  const int col = blockIdx.x * BN + threadIdx.x % BN;  // consecutive threads, consecutive columns
  if (row >= M || col >= N) return;

  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[size_t(row) * K + k] * B[size_t(k) * N + col];

  float& c = C[size_t(row) * N + col];
  c = beta == 0 ? alpha * sum : alpha * sum + beta * c;
}

int main(int argc, char** argv) {
  return multiply(argc, argv, {}, [](const Gemm<float>& g) {
    const dim3 grid(blocks_for(g.N, BN), blocks_for(g.M, BM));
    coalesced<<<grid, BM * BN>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
