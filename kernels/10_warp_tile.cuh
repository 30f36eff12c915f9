// SPDX-License-Identifier: MIT
/// @file 10_warp_tile.cuh
/// Step 10 of the ladder: each warp owns a tile of C and computes it in subtiles.
///
/// Change   between block tile and thread tile comes a warp tile WM x WN: the lanes of a warp share its rows of As and
///          columns of Bs, and the fragments they load serve WMITER * WNITER thread tiles.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major float. C is not read if beta is 0.
/// Requires what warp_tile_violation checks; M, N and K to be multiples of the block tile unless Edges.
/// Launch   grid (ceil(N / BN), ceil(M / BM)), block (NT). Shared: 4 * (BK * (BM + PA) + BK * (BN + PB)) bytes.
/// Watch    the four stores to As: the copy transposes, so neighbouring lanes write to rows that are BM floats apart,
///          which is always the same bank. PA shifts the rows to other banks.
/// Source   S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 10; CUTLASS "Efficient GEMM in CUDA" (warp tiles).
#pragma once

#include "kernels/10_warp_tile.h"
#include "kernels/memory.h"
#include "kernels/tile_layout.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
warp_tile(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
          Layout layout, typename Mem::Params params) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK, WM = Tile::WM, WN = Tile::WN, TM = Tile::TM, TN = Tile::TN;
  constexpr int WMITER = Tile::WMITER, WNITER = Tile::WNITER, WSUBM = Tile::WSUBM, WSUBN = Tile::WSUBN;
  constexpr int rowStrideA = Tile::rowStrideA, rowStrideB = Tile::rowStrideB;

  // As transposed (BK, BM + PA), then Bs (BK, BN + PB).
  __shared__ __align__(128) float tiles[offset_of_Bs(BM, BK, Layout::max_padA) + BK * (BN + Layout::max_padB)];
  const int pitchA = BM + layout.padA, pitchB = BN + layout.padB;

  Mem mem(params);
  auto A  = mem.template matrix<kA, Edges>(A_data, M, K);                      // (M,K)
  auto B  = mem.template matrix<kB, Edges>(B_data, K, N);                      // (K,N)
  auto C  = mem.template matrix<kC, Edges>(C_data, M, N);                      // (M,N)
  auto As = mem.template shared<kAs>(tiles, 0);                                // (BK, BM + PA)
  auto Bs = mem.template shared<kBs>(tiles, offset_of_Bs(BM, BK, layout.padA));  // (BK, BN + PB)

  // Element (k, m) of the A tile and (k, n) of the B tile; without a swizzle, row * pitch + column.
  const auto in_As = [&](int k, int m) { return k * pitchA + (layout.swzA ? m ^ swizzleA_bits(k, BK) : m); };
  const auto in_Bs = [&](int k, int n) { return k * pitchB + (layout.swzB ? n ^ swizzleB_bits(n) : n); };

  const int block_row = mem.block().y * BM;  // first row of C in this block tile
  const int block_col = mem.block().x * BN;

  const int tid     = static_cast<int>(threadIdx.x);
  const int warp    = tid / 32;
  const int lane    = tid % 32;
  const int warpRow = warp / (BN / WN) * WM;  // first row of this warp tile in the block tile
  const int warpCol = warp % (BN / WN) * WN;
  const int threadRowInWarp = lane / (WSUBN / TN) * TM;  // first row of this lane's thread tile in a warp subtile
  const int threadColInWarp = lane % (WSUBN / TN) * TN;

  const int innerRowA = tid / (BK / 4);      // row of the A tile this thread copies first
  const int innerColA = tid % (BK / 4) * 4;  // 0, 4, .. BK-4
  const int innerRowB = tid / (BN / 4);
  const int innerColB = tid % (BN / 4) * 4;

  float acc[WMITER * TM * WNITER * TN] = {};  // (WMITER*TM, WNITER*TN), registers
  float regM[WMITER * TM];
  float regN[WNITER * TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    mem.k_tile(k0 / BK);
    mem.phase(kCopy);
    GS_UNROLL
    for (int offset = 0; offset < BM; offset += rowStrideA) {
      const int row = innerRowA + offset;
      const float4 a = A.load4(block_row + row, k0 + innerColA);
      As[in_As(innerColA + 0, row)] = a.x;
      As[in_As(innerColA + 1, row)] = a.y;
      As[in_As(innerColA + 2, row)] = a.z;
      As[in_As(innerColA + 3, row)] = a.w;
    }
    GS_UNROLL
    for (int offset = 0; offset < BK; offset += rowStrideB) {
      const int row = innerRowB + offset;
      const float4 b = B.load4(k0 + row, block_col + innerColB);
      Bs.store4(layout.storeB, in_Bs(row, innerColB), b);
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    mem.phase(kCompute);
    GS_UNROLL
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      mem.step(dotIdx);
      GS_UNROLL
      for (int i = 0; i < WMITER; ++i) {
        GS_UNROLL
        for (int m = 0; m < TM; m += layout.vecA)
          As.load(layout.vecA, &regM[i * TM + m], in_As(dotIdx, warpRow + i * WSUBM + threadRowInWarp + m));
      }
      GS_UNROLL
      for (int j = 0; j < WNITER; ++j) {
        GS_UNROLL
        for (int n = 0; n < TN; n += layout.vecB)
          Bs.load(layout.vecB, &regN[j * TN + n], in_Bs(dotIdx, warpCol + j * WSUBN + threadColInWarp + n));
      }
      GS_UNROLL
      for (int i = 0; i < WMITER * TM; ++i) {
        GS_UNROLL_INNER
        for (int j = 0; j < WNITER * TN; ++j)
          acc[i * (WNITER * TN) + j] = __fmaf_rn(regM[i], regN[j], acc[i * (WNITER * TN) + j]);
      }
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  GS_UNROLL
  for (int i = 0; i < WMITER; ++i) {
    GS_UNROLL
    for (int j = 0; j < WNITER; ++j) {  // warp subtile (i, j)
      GS_UNROLL
      for (int m = 0; m < TM; ++m) {
        GS_UNROLL
        for (int n = 0; n < TN; n += 4) {
          const int row = block_row + warpRow + i * WSUBM + threadRowInWarp + m;
          const int col = block_col + warpCol + j * WSUBN + threadColInWarp + n;
          const float* sum = &acc[(i * TM + m) * (WNITER * TN) + j * TN + n];
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
  }
}

}  // namespace gemmscope::kernels
