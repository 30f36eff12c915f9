// SPDX-License-Identifier: MIT
// Step 4 of the ladder: every thread computes a thread tile of C.
//
// Change   step 3 gave each thread one element of C. Now TM + TN loads from shared memory feed TM * TN multiply-adds.
// Watch    the copy of B with TN = 8: neighbouring threads copy elements that are 8 floats apart, a sector per lane,
//          and their stores to Bs are 8-way. Step 5 mends both.
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
constexpr int Tx = BN / TN, Ty = BM / TM;   // threads side by side, and one below the other
constexpr int NT = Tx * Ty;                 // threads of a block

static_assert(BM % TM == 0 && BN % TN == 0,
              "TM must divide BM and TN must divide BN: thread tiles fill the block tile");
static_assert(NT % 32 == 0 && NT <= 1024,
              "(BM/TM) * (BN/TN) must be a multiple of 32 up to 1024: a block is whole warps");

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. C is not read if beta is 0.
__global__ void __launch_bounds__(NT)
thread_tile(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[BM][BK + PA];
  __shared__ float Bs[BK][BN + PB];

  const int blockRow = blockIdx.y * BM;  // first row of C in this block tile
  const int blockCol = blockIdx.x * BN;
  const int tx = threadIdx.x % Tx, ty = threadIdx.x / Tx;
  const int threadRow = ty * TM;  // first row of this thread tile in the block tile
  const int threadCol = tx * TN;

  float acc[TM][TN] = {};
  float regM[TM], regN[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int innerCol = tx; innerCol < BK; innerCol += Tx)
      for (int m = 0; m < TM; ++m) {
        const int row = blockRow + threadRow + m, col = k0 + innerCol;
        As[threadRow + m][innerCol] = row < M && col < K ? A[size_t(row) * K + col] : 0;
      }
    for (int innerRow = ty; innerRow < BK; innerRow += Ty)
      for (int n = 0; n < TN; ++n) {
        const int row = k0 + innerRow, col = blockCol + threadCol + n;
        Bs[innerRow][threadCol + n] = row < K && col < N ? B[size_t(row) * N + col] : 0;
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
    thread_tile<<<grid, NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
