// SPDX-License-Identifier: MIT
// Step 9 of the ladder: a fragment is groups of four.
//
// Change   in step 8 a thread tile was one piece of C. Now its rows and columns come in groups of 4: the lanes of a
//          load are 4 floats apart, and each group is as far from the next as all threads together are wide.
// Watch    the loads of Bs, which no padding could mend: they do not conflict any more. The stores of C are whole
//          sectors.
// Source   S. Gray, maxas sgemm (the split); S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 6.
#include "gemm.h"

// gemmscope: preset k6_128: BM = 128, BN = 128, BK = 8, TM = 8, TN = 8
// gemmscope: preset k9_a6000: BM = 128, BN = 128, BK = 16, TM = 8, TN = 8
// gemmscope: preset k9_a100: BM = 64, BN = 64, BK = 16, TM = 4, TN = 4
// gemmscope: preset deep32: BM = 64, BN = 64, BK = 32, TM = 4, TN = 4
// gemmscope: preset k6_small64: BM = 64, BN = 64, BK = 8, TM = 8, TN = 8
// gemmscope: range PA = 0:33
// gemmscope: range PB = 0:33
// gemmscope: range vec = 1/2/4
constexpr int BM = 128, BN = 128, BK = 8;  // block tile of C, depth of a k-tile
constexpr int TM = 8, TN = 8;              // thread tile
constexpr int PA = 0, PB = 0;              // floats added to each row of As and of Bs
constexpr int vec = 4;                     // most floats of one load of a fragment: 4, 2 or 1
constexpr int NT = (BM / TM) * (BN / TN);  // threads of a block
constexpr int nextRow = 4 * BM / TM, nextCol = 4 * BN / TN;        // from a group of four to the next
constexpr int vecA = widest(TM, PA, vec), vecB = widest(TN, PB, vec);  // floats of one load of regM, of regN
constexpr int storeB = widest(4, PB);                              // floats of one store to Bs
constexpr int rowStrideA = 4 * NT / BK, rowStrideB = 4 * NT / BN;  // rows that the block copies in one pass

static_assert(vec == 4 || vec == 2 || vec == 1, "vec must be 4, 2 or 1");
static_assert(BM % TM == 0 && BN % TN == 0,
              "TM must divide BM and TN must divide BN: thread tiles fill the block tile");
static_assert(NT % 32 == 0 && NT <= 1024,
              "(BM/TM) * (BN/TN) must be a multiple of 32 up to 1024: a block is whole warps");
static_assert(TM % 4 == 0 && TN % 4 == 0 && BK % 4 == 0,
              "TM, TN and BK must be multiples of 4: they are moved 16 bytes at a time");
static_assert(4 * NT % BK == 0 && 4 * NT % BN == 0 && BM % rowStrideA == 0 && BK % rowStrideB == 0,
              "4*NT/BK must divide BM and 4*NT/BN must divide BK: each pass of the copy moves 16 "
              "bytes for each thread");

// C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), by rows. C is not read if beta is 0.
// M, N and K are multiples of the block tile.
__global__ void __launch_bounds__(NT)
split(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ alignas(16) float As[BK][BM + PA];  // transposed
  __shared__ alignas(16) float Bs[BK][BN + PB];

  const int blockRow = blockIdx.y * BM;  // first row of C in this block tile
  const int blockCol = blockIdx.x * BN;
  const int threadRow = threadIdx.x / (BN / TN) * 4;   // first row of this thread's first group in the block tile
  const int threadCol = threadIdx.x % (BN / TN) * 4;
  const int innerRowA = threadIdx.x / (BK / 4);        // row of the A tile that this thread copies first
  const int innerColA = threadIdx.x % (BK / 4) * 4;    // 0, 4, .. BK-4
  const int innerRowB = threadIdx.x / (BN / 4);
  const int innerColB = threadIdx.x % (BN / 4) * 4;

  alignas(16) float acc[TM][TN] = {};
  alignas(16) float regM[TM], regN[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int row = innerRowA; row < BM; row += rowStrideA) {
      const float4 a = reinterpret_cast<const float4&>(A[size_t(blockRow + row) * K + k0 + innerColA]);
      As[innerColA + 0][row] = a.x;
      As[innerColA + 1][row] = a.y;
      As[innerColA + 2][row] = a.z;
      As[innerColA + 3][row] = a.w;
    }
    for (int row = innerRowB; row < BK; row += rowStrideB) {
      const float4 b = reinterpret_cast<const float4&>(B[size_t(k0 + row) * N + blockCol + innerColB]);
      for (int n = 0; n < 4; n += storeB)
        reinterpret_cast<Floats<storeB>&>(Bs[row][innerColB + n]) =
            reinterpret_cast<const Floats<storeB>*>(&b)[n / storeB];
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (int m = 0; m < TM; m += vecA)
        reinterpret_cast<Floats<vecA>&>(regM[m]) =
            reinterpret_cast<Floats<vecA>&>(As[dotIdx][threadRow + m / 4 * nextRow + m % 4]);
      for (int n = 0; n < TN; n += vecB)
        reinterpret_cast<Floats<vecB>&>(regN[n]) =
            reinterpret_cast<Floats<vecB>&>(Bs[dotIdx][threadCol + n / 4 * nextCol + n % 4]);
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) acc[m][n] += regM[m] * regN[n];
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; n += 4) {
      const int row = blockRow + threadRow + m / 4 * nextRow + m % 4, col = blockCol + threadCol + n / 4 * nextCol;
      float4& c = reinterpret_cast<float4&>(C[size_t(row) * N + col]);
      const float4 old = beta == 0 ? float4{} : c;
      c = {alpha * acc[m][n + 0] + beta * old.x, alpha * acc[m][n + 1] + beta * old.y,
           alpha * acc[m][n + 2] + beta * old.z, alpha * acc[m][n + 3] + beta * old.w};
    }
}

int main(int argc, char** argv) {
  return multiply(argc, argv, {BM, BN, BK}, [](const Gemm<float>& g) {
    split<<<dim3(g.N / BN, g.M / BM), NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
