// SPDX-License-Identifier: MIT
/// @file 12_sgemm64.cuh
/// Step 12 of the ladder: two buffers, and the write-back goes through shared memory.
///
/// Change   step 10 waits twice per k-tile. Now the next k-tile is fetched while this one is multiplied, and stored in
///          the other of two buffers, so that one barrier per k-tile is enough. Registers do the same: a fragment is
///          loaded one step before it is used. Matrices are column-major: the lines of the A tile are already in the
///          order needed, and nothing is transposed. C is exchanged within each warp before it is written.
/// Computes C = alpha * A * B + beta * C. A (M,K) and C (M,N) column-major, B (K,N) row-major (that is, N x K column-
///          major), float. C is not read if beta is 0.
/// Requires M and N to be multiples of 64, and K of 8, unless Edges; 12_sgemm64.cpp says what some layouts need.
/// Launch   grid (ceil(M / 64), ceil(N / 64)), x along M; block (64). Shared: 4 * 2 * 8 * (64 + 64) = 8192 bytes.
/// Watch    which lanes load which fragments: zigzag spreads them over As and Bs alike. Then Cs, all of whose rows
///          begin in the same bank: swzC = xor or PC = 16 removes the excess.
/// Source   S. Gray, maxas, sgemm64 ("SGEMM" in its wiki). The original, in SASS for Maxwell, needs no __syncwarp and
///          has no beta.
///
/// A line that ends in `// [name]` gives its accesses that name in recordings, where the array's name is not enough.
#pragma once

#include "kernels/12_sgemm64.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT, 6)  // 6 blocks at once: with the 128 registers of the original, nvcc spills
sgemm64(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
        Layout layout, typename Mem::Params params) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK, TM = Tile::TM, TN = Tile::TN;

  // Two buffers of As (BK, BM), then Bs (BK, BN). After the main loop, Cs (8, BM + PC) at the start.
  __shared__ __align__(128) float tiles[2 * Tile::buffer];

  Mem mem(params);
  auto A  = mem.template matrix<kA, Edges>(A_data, K, M);  // (K,M): line k is column k of A
  auto B  = mem.template matrix<kB, Edges>(B_data, K, N);  // (K,N)
  auto C  = mem.template matrix<kC, Edges>(C_data, N, M);  // (N,M): line n is column n of C
  auto As = mem.template shared<kAs>(tiles, 0);            // (BK,BM), and again Tile::buffer floats further
  auto Bs = mem.template shared<kBs>(tiles, BK * BM);      // (BK,BN), likewise
  auto Cs = mem.template shared<kCs>(tiles, 0);            // (8, BM + PC)

  const int block_row = mem.block().x * BM;  // first row of C in this block tile
  const int block_col = mem.block().y * BN;

  const int tid  = static_cast<int>(threadIdx.x);
  const int warp = tid / 32;
  const int lane = tid % 32;

  const int innerRow = tid / 16 % 2;   // of the lines of a tile, the first this thread copies; then + 2, 4, 6
  const int innerCol = tid % 16 * 4;   // 0, 4, .. 60

  const int threadRow = thread_row_of(layout.lanes, tid);  // of the thread tiles in the block tile, 0 .. 7
  const int threadCol = thread_col_of(layout.lanes, tid);
  // Row x of thread row `thread` in the block tile, and column x of thread column `thread`.
  const auto in_tile = [&](int thread, int x) {
    return layout.contig8 ? 8 * thread + x : x / 4 * 32 + 4 * thread + x % 4;
  };

  // A k-tile on its way: warp 0 carries its lines of A, warp 1 those of B.
  float4 carried[BK / 2];
  const auto load_tile = [&](int tile) {
    mem.k_tile(tile);
    mem.phase(kCopy);
    const int k = tile * BK + innerRow, m = block_row + innerCol, n = block_col + innerCol;
    if (warp == 0) {
      GS_UNROLL
      for (int i = 0; i < BK / 2; ++i)
        carried[i] = layout.texture ? A.load4_linear(k + 2 * i, m) : A.load4(k + 2 * i, m);
    } else {
      GS_UNROLL
      for (int i = 0; i < BK / 2; ++i)
        carried[i] = layout.texture ? B.load4_linear(k + 2 * i, n) : B.load4(k + 2 * i, n);
    }
  };
  const auto store_tile = [&](int tile, int buffer) {
    mem.k_tile(tile);
    mem.phase(kCopy);
    if (warp == 0) {
      GS_UNROLL
      for (int i = 0; i < BK / 2; ++i)
        As.store4(4, 2 * i * BM + ((innerRow * BM + innerCol) ^ buffer), carried[i]);  // [s_store]
    } else {
      GS_UNROLL
      for (int i = 0; i < BK / 2; ++i)
        Bs.store4(4, 2 * i * BN + ((innerRow * BN + innerCol) ^ buffer), carried[i]);  // [s_store]
    }
  };

  float acc[TM * TN] = {};  // (TN,TM), registers: columns of C one after the other
  float regM[2][TM];        // the fragments of a step, and of the next one
  float regN[2][TN];
  const auto read_fragments = [&](int tile, int dotIdx, int buffer) {
    mem.k_tile(tile);
    mem.phase(kCompute);
    mem.step(dotIdx);
    float* m = regM[dotIdx % 2];
    float* n = regN[dotIdx % 2];
    As.load(4, &m[0], dotIdx * BM + (in_tile(threadRow, 0) ^ buffer));  // [sA_load_lo]
    Bs.load(4, &n[0], dotIdx * BN + (in_tile(threadCol, 0) ^ buffer));  // [sB_load_lo]
    As.load(4, &m[4], dotIdx * BM + (in_tile(threadRow, 4) ^ buffer));  // [sA_load_hi]
    Bs.load(4, &n[4], dotIdx * BN + (in_tile(threadCol, 4) ^ buffer));  // [sB_load_hi]
  };

  const int k_tiles = (K + BK - 1) / BK;
  // What to flip in an index to be in this k-tile's buffer: 0 or Tile::buffer. It is flipped in that part of an index
  // which the unrolled loops have in common, so that the rest is a constant of the instruction.
  int buffer = 0;
  if (k_tiles > 0) {
    load_tile(0);
    store_tile(0, buffer);
  }
  __syncthreads();  // the first tile is complete before anyone reads it
  if (k_tiles > 0) read_fragments(0, 0, buffer);

  for (int tile = 0; tile < k_tiles; ++tile) {
    const bool more = tile + 1 < k_tiles;
    if (more) load_tile(tile + 1);

    GS_UNROLL
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      if (dotIdx + 1 < BK) {
        read_fragments(tile, dotIdx + 1, buffer);
      } else {
        buffer ^= Tile::buffer;
        if (more) store_tile(tile + 1, buffer);
        __syncthreads();  // the next tile is complete, and all have read this one before it, or Cs, is written over it
        if (more) read_fragments(tile + 1, 0, buffer);
      }
      GS_UNROLL
      for (int n = 0; n < TN; ++n) {
        GS_UNROLL_INNER
        for (int m = 0; m < TM; ++m)
          acc[n * TM + m] = __fmaf_rn(regM[dotIdx % 2][m], regN[dotIdx % 2][n], acc[n * TM + m]);
      }
    }
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  // Four neighbours in a column of the thread tile, times alpha.
  const auto scaled = [&](int n, int m) {
    const float* s = &acc[n * TM + m];
    return float4{__fmul_rn(alpha, s[0]), __fmul_rn(alpha, s[1]), __fmul_rn(alpha, s[2]), __fmul_rn(alpha, s[3])};
  };

  if (layout.store == StoreC::kShuffle) {
    // In round n, row b of Cs holds column n of the threads of thread column b; each warp uses its own four rows.
    // Swizzled, odd rows have neighbouring groups of 16 columns swapped.
    const auto in_Cs = [&](int b, int row) { return b * (BM + layout.padC) + (layout.swzC ? row ^ 16 * (b & 1) : row); };
    GS_UNROLL
    for (int n = 0; n < TN; ++n) {
      GS_UNROLL
      for (int m = 0; m < TM; m += 4)
        Cs.store4(aligned_vector(layout.padC), in_Cs(threadCol, in_tile(threadRow, m)), scaled(n, m));  // [cs_store]
      __syncwarp();  // the warp's rows of Cs are complete before its other lanes read them
      GS_UNROLL
      for (int i = 0; i < 8; ++i) {
        const int b   = 4 * warp + i / 2;
        const int row = lane + i % 2 * 32;
        const int col = in_tile(b, n);
        float c = Cs[in_Cs(b, row)];  // [cs_load]
        if (beta != 0) c = __fmaf_rn(beta, C.load(block_col + col, block_row + row), c);  // else C may hold NaN
        C.store(block_col + col, block_row + row, c);
      }
      __syncwarp();  // the lanes have read these rows before the next round overwrites them
    }
  } else if (layout.store == StoreC::kDirect) {
    GS_UNROLL
    for (int n = 0; n < TN; ++n) {
      GS_UNROLL
      for (int m = 0; m < TM; m += 4) {
        const int col = block_col + in_tile(threadCol, n);
        const int row = block_row + in_tile(threadRow, m);
        float4 c = scaled(n, m);
        if (beta != 0) {
          const float4 old = C.load4(col, row);
          c.x = __fmaf_rn(beta, old.x, c.x), c.y = __fmaf_rn(beta, old.y, c.y);
          c.z = __fmaf_rn(beta, old.z, c.z), c.w = __fmaf_rn(beta, old.w, c.w);
        }
        C.store4(col, row, c);
      }
    }
  } else {
    GS_UNROLL
    for (int n = 0; n < TN; ++n) {
      GS_UNROLL
      for (int m = 0; m < TM; ++m) {
        const int col = block_col + in_tile(threadCol, n);
        const int row = block_row + in_tile(threadRow, m);
        float c = __fmul_rn(alpha, acc[n * TM + m]);
        if (beta != 0) c = __fmaf_rn(beta, C.load(col, row), c);
        C.store(col, row, c);
      }
    }
  }
}

}  // namespace gemmscope::kernels
