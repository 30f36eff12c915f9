// SPDX-License-Identifier: MIT
// Step 11 of the ladder: columns of As and Bs are permuted instead of padded.
//
// Change   in step 10 padding moved rows to other banks, and took memory or made loads narrower. Now some bits of a
//          column are flipped (XOR): every four rows of As have an order of their own, and no memory is added.
// Watch    the stores to As and the loads of regM: neither conflicts, and loads are still 16 bytes wide. swizzleB = 1
//          mends the loads of Bs where a lane has 8 neighbouring columns (the preset tm1_wniter1).
// Source   the permutations of shared memory in CUTLASS.
#include "gemm.h"

// gemmscope: preset k10_a6000: BM = 128, BN = 128, BK = 16, WM = 64, WN = 64, WNITER = 4, TM = 8, TN = 4, NT = 128
// gemmscope: preset k10_a100: BM = 64, BN = 128, BK = 16, WM = 32, WN = 64, WNITER = 1, TM = 4, TN = 4, NT = 128
// gemmscope: preset tm1_wniter1: BM = 128, BN = 128, BK = 16, WM = 64, WN = 64, WNITER = 1, TM = 1, TN = 8, NT = 128
// gemmscope: preset tm1_wniter2: BM = 128, BN = 128, BK = 16, WM = 64, WN = 64, WNITER = 2, TM = 1, TN = 8, NT = 128
// gemmscope: preset tm1_small: BM = 64, BN = 64, BK = 8, WM = 32, WN = 32, WNITER = 1, TM = 1, TN = 8, NT = 128
// gemmscope: range swizzleB = 0:2
constexpr int BM = 128, BN = 128, BK = 16;  // block tile of C, depth of a k-tile
constexpr int WM = 64, WN = 64;             // warp tile
constexpr int WNITER = 4;                   // warp subtiles side by side
constexpr int TM = 8, TN = 4;               // thread tile of each lane in a warp subtile
constexpr int NT = 128;                     // threads of a block
constexpr int swizzleB = 0;                 // 1: columns of Bs are permuted, too

static_assert(WM * WN % (32 * TM * TN * WNITER) == 0 && WM * WN >= 32 * TM * TN * WNITER && NT <= 1024,
              "32*TM*TN*WNITER must divide WM*WN: warp subtiles fill the warp tile; NT is at most 1024");
constexpr int WMITER = WM * WN / (32 * TM * TN * WNITER);          // warp subtiles one below the other
constexpr int WSUBM = WM / WMITER, WSUBN = WN / WNITER;            // warp subtile
constexpr int vecA = widest(TM, 0);                                // floats of one load of regM
constexpr int rowStrideA = 4 * NT / BK, rowStrideB = 4 * NT / BN;  // rows that the block copies in one pass

static_assert(BM % WM == 0 && BN % WN == 0, "WM must divide BM and WN must divide BN: warp tiles fill the block tile");
static_assert((BM / WM) * (BN / WN) * 32 == NT, "(BM/WM) * (BN/WN) must equal NT/32: one warp for each warp tile");
static_assert(WMITER * WNITER * 32 * TM * TN == WM * WN && WM % WMITER == 0 && WN % WNITER == 0 && WSUBM % TM == 0 &&
              WSUBN % TN == 0, "WMITER * WNITER warp subtiles of 32 thread tiles must fill the warp tile");
static_assert((BK & (BK - 1)) == 0, "BK must be a power of two: a flip moves whole groups of four columns");
static_assert(BM % 32 == 0 && BN % 8 == 0,
              "BM must be a multiple of 32 and BN of 8: a flipped column stays in its row");
static_assert(TN % 4 == 0 && BK % 4 == 0, "TN and BK must be multiples of 4: they are moved 16 bytes at a time");
static_assert(4 * NT % BK == 0 && 4 * NT % BN == 0 && BM % rowStrideA == 0 && BK % rowStrideB == 0,
              "4*NT/BK must divide BM and 4*NT/BN must divide BK: each pass of the copy moves 16 "
              "bytes for each thread");

// Which bits of a column of As are flipped in row k. A copying warp writes 128/BK rows of A from each of BK/4 groups of
// four k: up to BK = 32 the flip moves each group to banks of its own, and groups of four columns stay together.
__device__ int flipA(int k) { return k / 4 * (128 / BK > 4 ? 128 / BK : 4) & 31; }

// Which bit of column n of Bs is flipped: loads that are 8 floats apart then alternate between two groups of banks.
__device__ int flipB(int n) { return swizzleB * (n / 32 & 1) * 4; }

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. C is not read if beta is 0.
// M, N and K are multiples of the block tile.
__global__ void __launch_bounds__(NT)
swizzled(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ alignas(16) float As[BK][BM];  // transposed; column m is in place m ^ flipA(k)
  __shared__ alignas(16) float Bs[BK][BN];

  const int blockRow = blockIdx.y * BM;  // first row of C in this block tile
  const int blockCol = blockIdx.x * BN;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warpRow = warp / (BN / WN) * WM;        // first row of this warp tile in the block tile
  const int warpCol = warp % (BN / WN) * WN;
  const int threadRow = lane / (WSUBN / TN) * TM;   // first row of this lane's thread tile in a warp subtile
  const int threadCol = lane % (WSUBN / TN) * TN;
  const int innerRowA = threadIdx.x / (BK / 4);     // row of the A tile that this thread copies first
  const int innerColA = threadIdx.x % (BK / 4) * 4; // 0, 4, .. BK-4
  const int innerRowB = threadIdx.x / (BN / 4);
  const int innerColB = threadIdx.x % (BN / 4) * 4;

  alignas(16) float acc[WMITER][TM][WNITER][TN] = {};
  alignas(16) float regM[WMITER][TM], regN[WNITER][TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int row = innerRowA; row < BM; row += rowStrideA) {
      const float4 a = reinterpret_cast<const float4&>(A[size_t(blockRow + row) * K + k0 + innerColA]);
      As[innerColA + 0][row ^ flipA(innerColA)] = a.x;
      As[innerColA + 1][row ^ flipA(innerColA)] = a.y;
      As[innerColA + 2][row ^ flipA(innerColA)] = a.z;
      As[innerColA + 3][row ^ flipA(innerColA)] = a.w;
    }
    for (int row = innerRowB; row < BK; row += rowStrideB) {
      const float4 b = reinterpret_cast<const float4&>(B[size_t(k0 + row) * N + blockCol + innerColB]);
      reinterpret_cast<float4&>(Bs[row][innerColB ^ flipB(innerColB)]) = b;
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (int i = 0; i < WMITER; ++i)
        for (int m = 0; m < TM; m += vecA) {
          const int row = warpRow + i * WSUBM + threadRow + m;
          reinterpret_cast<Floats<vecA>&>(regM[i][m]) =
              reinterpret_cast<Floats<vecA>&>(As[dotIdx][row ^ flipA(dotIdx)]);
        }
      for (int j = 0; j < WNITER; ++j)
        for (int n = 0; n < TN; n += 4) {
          const int col = warpCol + j * WSUBN + threadCol + n;
          reinterpret_cast<float4&>(regN[j][n]) = reinterpret_cast<float4&>(Bs[dotIdx][col ^ flipB(col)]);
        }
      for (int i = 0; i < WMITER; ++i)
        for (int m = 0; m < TM; ++m)
          for (int j = 0; j < WNITER; ++j)
            for (int n = 0; n < TN; ++n) acc[i][m][j][n] += regM[i][m] * regN[j][n];
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  for (int i = 0; i < WMITER; ++i)
    for (int j = 0; j < WNITER; ++j)  // warp subtile (i, j)
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; n += 4) {
          const int row = blockRow + warpRow + i * WSUBM + threadRow + m;
          const int col = blockCol + warpCol + j * WSUBN + threadCol + n;
          float4& c = reinterpret_cast<float4&>(C[size_t(row) * N + col]);
          const float4 old = beta == 0 ? float4{} : c;
          const float* sum = &acc[i][m][j][n];
          c = {alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y, alpha * sum[2] + beta * old.z,
               alpha * sum[3] + beta * old.w};
        }
}

int main(int argc, char** argv) {
  return multiply(argc, argv, {BM, BN, BK}, [](const Gemm<float>& g) {
    swizzled<<<dim3(g.N / BN, g.M / BM), NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
