// SPDX-License-Identifier: MIT
// Step 3 of the ladder: tiles of A and B in shared memory.
//
// Change   step 2 loaded every element of A and B from global memory for every product. Now a block copies a tile of
//          each to shared memory once, and its BM * BN threads load from there.
// Watch    BM = 32: nothing conflicts, with or without padding: a warp loads one element of As, which is broadcast,
//          and 32 neighbours of Bs. But each multiply-add of a warp costs two wavefronts; up to 0.25 would not slow
//          it down. BM = 16: a warp stores two rows, which fill the banks; padding makes them share banks.
// Source   CUDA C++ Programming Guide, "Shared Memory"; S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 3.
#include "gemm.h"

// gemmscope: preset square32: BM = 32
// gemmscope: preset square16: BM = 16
// gemmscope: range PA = 0:33
// gemmscope: range PB = 0:33
constexpr int BM = 32, BN = BM, BK = BM;  // rows and columns of C that a block computes, and depth of a k-tile
constexpr int PA = 0, PB = 0;             // floats added to each row of As and of Bs

static_assert(BM * BN % 32 == 0 && BM * BN <= 1024,
              "BM must be 8, 16, 24 or 32: a block is whole warps, up to 1024 threads");

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. C is not read if beta is 0.
__global__ void __launch_bounds__(BM * BN)
shared_tile(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[BM][BK + PA];
  __shared__ float Bs[BK][BN + PB];

  const int threadRow = threadIdx.x / BN;  // row of C in this block tile, and of the elements this thread copies
  const int threadCol = threadIdx.x % BN;
  const int row = blockIdx.y * BM + threadRow;
  const int col = blockIdx.x * BN + threadCol;

  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    const int colA = k0 + threadCol, rowB = k0 + threadRow;
    As[threadRow][threadCol] = row < M && colA < K ? A[size_t(row) * K + colA] : 0;
    Bs[threadRow][threadCol] = rowB < K && col < N ? B[size_t(rowB) * N + col] : 0;
    __syncthreads();  // the tiles are complete before anyone reads them

    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) sum += As[threadRow][dotIdx] * Bs[dotIdx][threadCol];
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }
  if (row >= M || col >= N) return;

  float& c = C[size_t(row) * N + col];
  c = beta == 0 ? alpha * sum : alpha * sum + beta * c;
}

int main(int argc, char** argv) {
  return multiply(argc, argv, {}, [](const Gemm<float>& g) {
    const dim3 grid(blocks_for(g.N, BN), blocks_for(g.M, BM));
    shared_tile<<<grid, BM * BN>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
