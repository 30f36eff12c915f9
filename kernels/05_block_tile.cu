// SPDX-License-Identifier: MIT
// Step 5 of the ladder: neighbouring threads copy neighbouring elements.
//
// Change   in step 4 each thread copied what is at its own place in the tiles. Now the block copies a tile element
//          after element, thread after thread: whole sectors from BK = 8 on, and no conflicts in the stores to Bs.
// Watch    the loads of Bs, which step 6 mends, and those of As: lanes are eight rows apart and share banks. PA = 1
//          mends that, and makes the stores to As 2-way.
// Source   V. Volkov and J. Demmel, SC 2008 (register blocking); S. Boehm, "How to Optimize a CUDA Matmul Kernel",
//          kernel 5.
#include "gemm.h"

// gemmscope: preset exact128: BM = 128, BN = 128, BK = 16, TM = 8, TN = 8
// gemmscope: preset exact64: BM = 64, BN = 64, BK = 8, TM = 8, TN = 8
// gemmscope: preset under64: BM = 64, BN = 64, BK = 16, TM = 8, TN = 8
// gemmscope: preset under32: BM = 32, BN = 32, BK = 16, TM = 4, TN = 4
// gemmscope: preset over32: BM = 32, BN = 32, BK = 4, TM = 4, TN = 4
// gemmscope: preset wide128: BM = 64, BN = 128, BK = 16, TM = 8, TN = 8
// gemmscope: preset tall128: BM = 128, BN = 64, BK = 16, TM = 8, TN = 8
// gemmscope: preset over128: BM = 128, BN = 128, BK = 8, TM = 8, TN = 8
// gemmscope: range PA = 0:33
// gemmscope: range PB = 0:33
constexpr int BM = 128, BN = 128, BK = 16;  // block tile of C, depth of a k-tile
constexpr int TM = 8, TN = 8;               // thread tile
constexpr int PA = 0, PB = 0;               // floats added to each row of As and of Bs
constexpr int NT = (BM / TM) * (BN / TN);   // threads of a block

static_assert(BM % TM == 0 && BN % TN == 0,
              "TM must divide BM and TN must divide BN: thread tiles fill the block tile");
static_assert(NT % 32 == 0 && NT <= 1024,
              "(BM/TM) * (BN/TN) must be a multiple of 32 up to 1024: a block is whole warps");
static_assert(BM * BK % NT == 0 && BK * BN % NT == 0,
              "the threads must divide BM*BK and BK*BN: each pass of the copy moves one element for each thread");

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. C is not read if beta is 0.
__global__ void __launch_bounds__(NT)
block_tile(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[BM][BK + PA];
  __shared__ float Bs[BK][BN + PB];

  const int blockRow = blockIdx.y * BM;  // first row of C in this block tile
  const int blockCol = blockIdx.x * BN;
  const int threadRow = threadIdx.x / (BN / TN) * TM;  // first row of this thread tile in the block tile
  const int threadCol = threadIdx.x % (BN / TN) * TN;

  float acc[TM][TN] = {};
  float regM[TM], regN[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = 0; i < BM * BK; i += NT) {
      const int innerRow = (i + threadIdx.x) / BK, innerCol = (i + threadIdx.x) % BK;
      const int row = blockRow + innerRow, col = k0 + innerCol;
      As[innerRow][innerCol] = row < M && col < K ? A[size_t(row) * K + col] : 0;
    }
    for (int i = 0; i < BK * BN; i += NT) {
      const int innerRow = (i + threadIdx.x) / BN, innerCol = (i + threadIdx.x) % BN;
      const int row = k0 + innerRow, col = blockCol + innerCol;
      Bs[innerRow][innerCol] = row < K && col < N ? B[size_t(row) * N + col] : 0;
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (int m = 0; m < TM; ++m) regM[m] = As[threadRow + m][dotIdx];
      for (int n = 0; n < TN; ++n) regN[n] = Bs[dotIdx][threadCol + n];
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) acc[m][n] += regM[m] * regN[n];
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; ++n) {
      const int row = blockRow + threadRow + m, col = blockCol + threadCol + n;
      if (row >= M || col >= N) continue;
      float& c = C[size_t(row) * N + col];
      c = beta == 0 ? alpha * acc[m][n] : alpha * acc[m][n] + beta * c;
    }
}

int main(int argc, char** argv) {
  return multiply(argc, argv, {}, [](const Gemm<float>& g) {
    const dim3 grid(blocks_for(g.N, BN), blocks_for(g.M, BM));
    block_tile<<<grid, NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
