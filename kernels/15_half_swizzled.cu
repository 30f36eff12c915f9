// SPDX-License-Identifier: MIT
// Step 15 of the ladder: halves, permuted instead of padded.
//
// Change   in step 14 padding could not mend the transposing stores to As without making loads narrower. Now every
//          eight rows of As have their groups of eight columns in another order.
// Watch    the stores to As: no conflicts, and all other accesses have 16 bytes as before.
// Source   the permutations of shared memory in CUTLASS.
#include <cuda_fp16.h>

#include "gemm.h"

// gemmscope: preset h128: BM = 128, BN = 128, BK = 64
// gemmscope: preset h64: BM = 64, BN = 64, BK = 32
constexpr int BM = 128, BN = 128, BK = 64;  // block tile of C, depth of a k-tile
constexpr int TM = 8, TN = 8;               // thread tile
constexpr int NT = (BM / TM) * (BN / TN);   // threads of a block
constexpr int rowStrideA = 8 * NT / BK, rowStrideB = 8 * NT / BN;  // rows that the block copies in one pass

static_assert(BM % 64 == 0 && BN % 64 == 0,
              "BM and BN must be multiples of 64: whole turns around the banks are permuted");
static_assert(TM == 8 && TN == 8, "TM and TN must be 8: a fragment is eight halves, 16 bytes");
static_assert(NT % 32 == 0 && NT <= 1024,
              "(BM/TM) * (BN/TN) must be a multiple of 32 up to 1024: a block is whole warps");
static_assert(BK % 8 == 0, "BK must be a multiple of 8: tiles are copied 16 bytes at a time");
static_assert(8 * NT % BK == 0 && BM % rowStrideA == 0 && 8 * NT % BN == 0 && BK % rowStrideB == 0,
              "8*NT/BK must divide BM and 8*NT/BN must divide BK: each pass of the copy moves 16 "
              "bytes for each thread");

// W halves that one access moves.
template <int W>
struct alignas(2 * W) Halves {
  __half at[W];
};

// Where column m of As is in row k. At BK = 64 a copying warp writes eight groups of eight k: each goes to banks of
// its own, and eight columns stay together.
__device__ int place(int k, int m) { return m ^ k / 8 % 8 * 8; }

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. Sums are float and are rounded to half once, at
// the end. C is not read if beta is 0. M, N and K are multiples of the block tile.
__global__ void __launch_bounds__(NT)
half_swizzled(int M, int N, int K, float alpha, const __half* A, const __half* B, float beta, __half* C) {
  __shared__ alignas(16) __half As[BK][BM];  // transposed; column m is in place(k, m)
  __shared__ alignas(16) __half Bs[BK][BN];

  const int blockRow = blockIdx.y * BM;  // first row of C in this block tile
  const int blockCol = blockIdx.x * BN;
  const int threadRow = threadIdx.x / (BN / TN) * TM;  // first row of this thread tile in the block tile
  const int threadCol = threadIdx.x % (BN / TN) * TN;
  const int innerRowA = threadIdx.x / (BK / 8);        // row of the A tile that this thread copies first
  const int innerColA = threadIdx.x % (BK / 8) * 8;    // 0, 8, .. BK-8
  const int innerRowB = threadIdx.x / (BN / 8);
  const int innerColB = threadIdx.x % (BN / 8) * 8;

  float acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int row = innerRowA; row < BM; row += rowStrideA) {
      const auto a = reinterpret_cast<const Halves<8>&>(A[size_t(blockRow + row) * K + k0 + innerColA]);
      for (int j = 0; j < 8; ++j) As[innerColA + j][place(innerColA, row)] = a.at[j];
    }
    for (int row = innerRowB; row < BK; row += rowStrideB) {
      const auto b = reinterpret_cast<const Halves<8>&>(B[size_t(k0 + row) * N + blockCol + innerColB]);
      reinterpret_cast<Halves<8>&>(Bs[row][innerColB]) = b;
    }
    __syncthreads();  // the tiles are complete before anyone reads them

#pragma unroll 8  // all BK steps would fill the instruction cache
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      const auto a = reinterpret_cast<Halves<8>&>(As[dotIdx][place(dotIdx, threadRow)]);
      const auto b = reinterpret_cast<Halves<8>&>(Bs[dotIdx][threadCol]);
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) acc[m][n] += __half2float(a.at[m]) * __half2float(b.at[n]);
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  for (int m = 0; m < TM; ++m) {
    auto& c = reinterpret_cast<Halves<8>&>(C[size_t(blockRow + threadRow + m) * N + blockCol + threadCol]);
    const Halves<8> old = beta == 0 ? Halves<8>{} : c;
    Halves<8> rounded;
    for (int n = 0; n < TN; ++n) rounded.at[n] = __float2half(alpha * acc[m][n] + beta * __half2float(old.at[n]));
    c = rounded;
  }
}

int main(int argc, char** argv) {
  return multiply<__half>(argc, argv, {BM, BN, BK}, [](const Gemm<__half>& g) {
    half_swizzled<<<dim3(g.N / BN, g.M / BM), NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
