// SPDX-License-Identifier: MIT
// Step 14 of the ladder: half-precision matrices, and what padding can and cannot do for them.
//
// Change   starts from step 8, which moves float4; here 16 bytes are eight halves, multiplied and added in float.
//          Rows of the tiles may have padding inside, after every 64 halves, which are one turn around the banks.
// Watch    16-byte accesses do not conflict at all: padding gains nothing, and a pad that is not a multiple of vec
//          makes them misaligned, which is a fault. What does conflict is the transposition: stores of single halves
//          to As are 8-way at BK = 64. Padding by 2 pays where a tile is accessed 4 bytes at a time (vec = 2).
// Source   the padding is a classic remedy for float tiles (M. Harris, "An Efficient Matrix Transpose in CUDA
//          C/C++"), carried over to halves.
#include <cuda_fp16.h>

#include "gemm.h"

// gemmscope: preset h128: BM = 128, BN = 128, BK = 64
// gemmscope: preset h64: BM = 64, BN = 64, BK = 32
// gemmscope: range pad = 0:33
constexpr int BM = 128, BN = 128, BK = 64;  // block tile of C, depth of a k-tile
constexpr int TM = 8, TN = 8;               // thread tile
constexpr int pad = 0;                      // halves added after each 64 in a row of As and Bs
constexpr int vec = 8;                      // halves of one access to a shared tile: 8, 4, 2 or 1
constexpr int NT = (BM / TM) * (BN / TN);   // threads of a block
constexpr int rowStrideA = 8 * NT / BK, rowStrideB = 8 * NT / BN;  // rows that the block copies in one pass

static_assert(BM % 64 == 0 && BN % 64 == 0,
              "BM and BN must be multiples of 64: padding comes after every 64 columns of a tile");
static_assert(vec == 8 || vec == 4 || vec == 2 || vec == 1, "vec must be 8, 4, 2 or 1");
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

// Where column n of a shared tile is in its row.
__device__ constexpr int place(int n) { return n + n / 64 * pad; }

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. Sums are float and are rounded to half once, at
// the end. C is not read if beta is 0. M, N and K are multiples of the block tile.
__global__ void __launch_bounds__(NT)
half_padded(int M, int N, int K, float alpha, const __half* A, const __half* B, float beta, __half* C) {
  __shared__ alignas(16) __half As[BK][BM + BM / 64 * pad];  // transposed
  __shared__ alignas(16) __half Bs[BK][BN + BN / 64 * pad];

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
      for (int j = 0; j < 8; ++j) As[innerColA + j][place(row)] = a.at[j];
    }
    for (int row = innerRowB; row < BK; row += rowStrideB) {
      const auto b = reinterpret_cast<const Halves<8>&>(B[size_t(k0 + row) * N + blockCol + innerColB]);
      for (int n = 0; n < 8; n += vec)
        reinterpret_cast<Halves<vec>&>(Bs[row][place(innerColB) + n]) = reinterpret_cast<const Halves<vec>&>(b.at[n]);
    }
    __syncthreads();  // the tiles are complete before anyone reads them

#pragma unroll 8  // all BK steps would fill the instruction cache
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      Halves<8> a, b;
      for (int m = 0; m < TM; m += vec)
        reinterpret_cast<Halves<vec>&>(a.at[m]) = reinterpret_cast<Halves<vec>&>(As[dotIdx][place(threadRow) + m]);
      for (int n = 0; n < TN; n += vec)
        reinterpret_cast<Halves<vec>&>(b.at[n]) = reinterpret_cast<Halves<vec>&>(Bs[dotIdx][place(threadCol) + n]);
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
    half_padded<<<dim3(g.N / BN, g.M / BM), NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
