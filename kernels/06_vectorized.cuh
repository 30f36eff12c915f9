// SPDX-License-Identifier: MIT
/// @file 06_vectorized.cuh
/// Step 6 of the ladder: accesses are 16 bytes wide.
///
/// Change   step 5 moves single floats. Now each thread copies float4 from A and B and stores its part of A transposed:
///          a fragment of A is then in one row of As and can be loaded as float4, as a fragment of B always could.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major float. C is not read if beta is 0.
/// Requires what vectorized_violation checks; M, N and K to be multiples of the block tile unless Edges.
/// Launch   grid (ceil(N / BN), ceil(M / BM)), block (NT). Shared: 4 * (BK * (BM + PA) + BK * (BN + PB)) bytes.
/// Watch    the price of the transposition: four conflicting stores to As, which PA = 4 fixes at BK = 8. Then the loads
///          of Bs: lanes are TN = 8 floats apart, eight of them go around the banks twice, and no padding changes that.
///          frag=split puts them 4 floats apart.
/// Source   S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernels 6 and 9; the split is that of maxas sgemm.
#pragma once

#include "kernels/06_vectorized.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
vectorized(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
           Layout layout, typename Mem::Params params) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK, TM = Tile::TM, TN = Tile::TN, NT = Tile::NT;

  // As transposed (BK, BM + PA) or as in A (BM, BK + PA), then Bs (BK, BN + PB).
  __shared__ __align__(128) float tiles[most_of_As(BM, BK, Layout::max_padA, Layout::may_be_row, Layout::may_be_transposed) +
                                        BK * (BN + Layout::max_padB)];
  const int rowsA = layout.asRow ? BM : BK, colsA = layout.asRow ? BK : BM;
  const int pitchA = colsA + layout.padA, pitchB = BN + layout.padB;

  Mem mem(params);
  auto A  = mem.template matrix<kA, Edges>(A_data, M, K);                        // (M,K)
  auto B  = mem.template matrix<kB, Edges>(B_data, K, N);                        // (K,N)
  auto C  = mem.template matrix<kC, Edges>(C_data, M, N);                        // (M,N)
  auto As = mem.template shared<kAs>(tiles, 0);                                  // (BK, BM + PA) or (BM, BK + PA)
  auto Bs = mem.template shared<kBs>(tiles, offset_of_Bs(colsA, rowsA, layout.padA));  // (BK, BN + PB)

  // Element (m, k) of the A tile and (k, n) of the B tile; without a swizzle, row * pitch + column.
  const auto in_As = [&](int k, int m) {
    return layout.asRow ? m * pitchA + k : k * pitchA + (layout.swzA ? m ^ swizzleA_bits(k, BK) : m);
  };
  const auto in_Bs = [&](int k, int n) { return k * pitchB + (layout.swzB ? n ^ swizzleB_bits(n) : n); };

  const int block_row = mem.block().y * BM;  // first row of C in this block tile
  const int block_col = mem.block().x * BN;

  const int tid       = static_cast<int>(threadIdx.x);
  const int threadRow = tid / (BN / TN);  // of the thread tiles in the block tile
  const int threadCol = tid % (BN / TN);
  // First row and column of the thread tile's group g of 4.
  const auto row_of = [&](int g) { return layout.split ? g * (4 * BM / TM) + 4 * threadRow : threadRow * TM + 4 * g; };
  const auto col_of = [&](int g) { return layout.split ? g * (4 * BN / TN) + 4 * threadCol : threadCol * TN + 4 * g; };

  const int innerRowA = tid / (BK / 4);      // row of the A tile this thread copies first
  const int innerColA = tid % (BK / 4) * 4;  // 0, 4, .. BK-4
  const int innerRowB = tid / (BN / 4);
  const int innerColB = tid % (BN / 4) * 4;
  constexpr int rowStrideA = 4 * NT / BK, rowStrideB = 4 * NT / BN;  // rows that the block copies in one pass

  float acc[TM * TN] = {};  // (TM,TN), registers
  float regM[TM];
  float regN[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    mem.k_tile(k0 / BK);
    mem.phase(kCopy);
    GS_UNROLL
    for (int offset = 0; offset < BM; offset += rowStrideA) {
      const int row = innerRowA + offset;
      const float4 a = A.load4(block_row + row, k0 + innerColA);
      if (layout.asRow) {
        As.store4(aligned_vector(layout.padA), in_As(innerColA, row), a);
      } else {
        As[in_As(innerColA + 0, row)] = a.x;
        As[in_As(innerColA + 1, row)] = a.y;
        As[in_As(innerColA + 2, row)] = a.z;
        As[in_As(innerColA + 3, row)] = a.w;
      }
    }
    GS_UNROLL
    for (int offset = 0; offset < BK; offset += rowStrideB) {
      const int row = innerRowB + offset;
      const float4 b = B.load4(k0 + row, block_col + innerColB);
      Bs.store4(aligned_vector(layout.padB), in_Bs(row, innerColB), b);
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    mem.phase(kCompute);
    GS_UNROLL
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      mem.step(dotIdx);
      GS_UNROLL
      for (int m = 0; m < TM; m += layout.vecA)
        As.load(layout.vecA, &regM[m], in_As(dotIdx, row_of(m / 4) + m % 4));
      GS_UNROLL
      for (int n = 0; n < TN; n += layout.vecB)
        Bs.load(layout.vecB, &regN[n], in_Bs(dotIdx, col_of(n / 4) + n % 4));
      GS_UNROLL
      for (int m = 0; m < TM; ++m) {
        GS_UNROLL_INNER
        for (int n = 0; n < TN; ++n) acc[m * TN + n] = __fmaf_rn(regM[m], regN[n], acc[m * TN + n]);
      }
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  GS_UNROLL
  for (int m = 0; m < TM; ++m) {
    GS_UNROLL
    for (int n = 0; n < TN; n += 4) {
      const int row = block_row + row_of(m / 4) + m % 4;
      const int col = block_col + col_of(n / 4);
      const float* sum = &acc[m * TN + n];
      float4 c{__fmul_rn(alpha, sum[0]), __fmul_rn(alpha, sum[1]), __fmul_rn(alpha, sum[2]), __fmul_rn(alpha, sum[3])};
      if (beta != 0) {  // with beta = 0, C may hold NaN and is not read
        const float4 old = C.load4(row, col);
        c.x = __fmaf_rn(beta, old.x, c.x), c.y = __fmaf_rn(beta, old.y, c.y);
        c.z = __fmaf_rn(beta, old.z, c.z), c.w = __fmaf_rn(beta, old.w, c.w);
      }
      C.store4(row, col, c);
    }
  }
}

}  // namespace gemmscope::kernels
