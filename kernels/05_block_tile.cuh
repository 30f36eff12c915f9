// SPDX-License-Identifier: MIT
/// @file 05_block_tile.cuh
/// Step 5 of the ladder: every thread computes a thread tile of C.
///
/// Change   step 3 gave each thread one element of C. Now TM + TN loads from shared memory feed TM * TN multiply-adds.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major float. C is not read if beta is 0.
/// Requires what block_tile_violation checks; M, N and K to be multiples of the block tile unless Edges.
///          load=one_pass: BK = BN / TN = BM / TM.
/// Launch   grid (ceil(N / BN), ceil(M / BM)), block (NT). Shared: 4 * (BM * (BK + PA) + BK * (BN + PB)) bytes.
/// Watch    with load=strided, neighbouring threads copy elements of B that are TN floats apart: a sector per lane, and
///          8-way stores to Bs. load=linear fixes both; omap=interleaved also fixes the loads of Bs and the stores of C.
/// Source   V. Volkov and J. Demmel, SC 2008 (register blocking); S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 5.
#pragma once

#include "kernels/05_block_tile.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
block_tile(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
           Layout layout, typename Mem::Params params) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK, TM = Tile::TM, TN = Tile::TN, NT = Tile::NT;
  constexpr int Tx = Tile::Tx, Ty = Tile::Ty;

  // As (BM, BK + PA), then Bs (BK, BN + PB). load=one_pass may write Ty rows of Bs: they must not hit what is not ours.
  constexpr int rowsB = Layout::may_be_one_pass && Ty > BK ? Ty : BK;
  __shared__ __align__(128) float tiles[offset_of_Bs(BK, BM, Layout::max_padA) + rowsB * (BN + Layout::max_padB)];
  const int pitchA = BK + layout.padA, pitchB = BN + layout.padB;

  Mem mem(params);
  auto A  = mem.template matrix<kA, Edges>(A_data, M, K);                          // (M,K)
  auto B  = mem.template matrix<kB, Edges>(B_data, K, N);                          // (K,N)
  auto C  = mem.template matrix<kC, Edges>(C_data, M, N);                          // (M,N)
  auto As = mem.template shared<kAs>(tiles, 0);                                    // (BM, BK + PA)
  auto Bs = mem.template shared<kBs>(tiles, offset_of_Bs(BK, BM, layout.padA));    // (BK, BN + PB)

  const int block_row = mem.block().y * BM;  // first row of C in this block tile
  const int block_col = mem.block().x * BN;

  const int tid = static_cast<int>(threadIdx.x);
  const int tx  = tid % Tx;
  const int ty  = tid / Tx;
  // Row r and column c of the thread tile, in the block tile.
  const auto row_of = [&](int r) { return layout.interleaved ? r * Ty + ty : ty * TM + r; };
  const auto col_of = [&](int c) { return layout.interleaved ? c * Tx + tx : tx * TN + c; };

  float acc[TM * TN] = {};  // (TM,TN), registers
  float regM[TM];
  float regN[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    mem.k_tile(k0 / BK);
    mem.phase(kCopy);
    if (layout.load == TileLoad::kLinear) {
      GS_UNROLL
      for (int i = 0; i < BM * BK; i += NT) {
        const int row = (i + tid) / BK, col = (i + tid) % BK;
        As[row * pitchA + col] = A.load(block_row + row, k0 + col);
      }
      GS_UNROLL
      for (int i = 0; i < BK * BN; i += NT) {
        const int row = (i + tid) / BN, col = (i + tid) % BN;
        Bs[row * pitchB + col] = B.load(k0 + row, block_col + col);
      }
    } else {
      const bool once = layout.load == TileLoad::kOnePass;
      for (int offset = 0; offset < (once ? 1 : BK); offset += Tx) {
        const int col = offset + tx;
        const bool takes_part = once || col < BK;
        GS_UNROLL
        for (int r = 0; r < TM; ++r) {
          const int row = ty * TM + r;
          const float a = A.load(block_row + row, k0 + col, takes_part);
          As.store_if(takes_part, row * pitchA + col, a);
        }
      }
      for (int offset = 0; offset < (once ? 1 : BK); offset += Ty) {
        const int row = offset + ty;
        const bool takes_part = once || row < BK;
        GS_UNROLL
        for (int c = 0; c < TN; ++c) {
          const int col = tx * TN + c;
          const float b = B.load(k0 + row, block_col + col, takes_part);
          Bs.store_if(takes_part, row * pitchB + col, b);
        }
      }
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    mem.phase(kCompute);
    GS_UNROLL
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      mem.step(dotIdx);
      GS_UNROLL
      for (int r = 0; r < TM; ++r) regM[r] = As[row_of(r) * pitchA + dotIdx];
      GS_UNROLL
      for (int c = 0; c < TN; ++c) regN[c] = Bs[dotIdx * pitchB + col_of(c)];
      GS_UNROLL
      for (int r = 0; r < TM; ++r) {
        GS_UNROLL_INNER
        for (int c = 0; c < TN; ++c) acc[r * TN + c] = __fmaf_rn(regM[r], regN[c], acc[r * TN + c]);
      }
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  GS_UNROLL
  for (int r = 0; r < TM; ++r) {
    GS_UNROLL
    for (int c = 0; c < TN; ++c) {
      const int row = block_row + row_of(r);
      const int col = block_col + col_of(c);
      float sum = __fmul_rn(alpha, acc[r * TN + c]);
      if (beta != 0)  // with beta = 0, C may hold NaN and is not read
        sum = __fmaf_rn(beta, C.load(row, col), sum);
      C.store(row, col, sum);
    }
  }
}

}  // namespace gemmscope::kernels
