// SPDX-License-Identifier: MIT
/// @file 03_shared_tile.cuh
/// Step 3 of the ladder: tiles of A and B in shared memory.
///
/// Change   step 2 loaded every element of A and B from global memory for every product. Now a block copies a tile of
///          each to shared memory once, and its BM * BN threads load from there.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major float. C is not read if beta is 0.
/// Requires M, N and K to be multiples of the tile's side unless Edges.
/// Launch   grid (ceil(N / BN), ceil(M / BM)), block (BM * BN). Shared: 4 * (BM * (BK + PA) + BK * (BN + PB)) bytes.
/// Watch    square32: nothing conflicts, with or without padding: a warp loads one element of As, which is broadcast,
///          and 32 neighbours of Bs. But two loads feed each multiply-add: two wavefronts, where 0.25 would be good.
///          square16: a warp has two rows, and most paddings put them into the same banks.
/// Source   CUDA C++ Programming Guide, "Shared Memory"; S. Boehm, "How to Optimize a CUDA Matmul Kernel", kernel 3.
#pragma once

#include "kernels/03_shared_tile.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
shared_tile(int M, int N, int K, float alpha, const float* A_data, const float* B_data, float beta, float* C_data,
            Layout layout, typename Mem::Params params) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK;

  // As (BM, BK + PA), then Bs (BK, BN + PB).
  __shared__ __align__(128) float tiles[offset_of_Bs(BK, BM, Layout::max_padA) + BK * (BN + Layout::max_padB)];
  const int pitchA = BK + layout.padA, pitchB = BN + layout.padB;

  Mem mem(params);
  auto A  = mem.template matrix<kA, Edges>(A_data, M, K);                        // (M,K)
  auto B  = mem.template matrix<kB, Edges>(B_data, K, N);                        // (K,N)
  auto C  = mem.template matrix<kC, Edges>(C_data, M, N);                        // (M,N)
  auto As = mem.template shared<kAs>(tiles, 0);                                  // (BM, BK + PA)
  auto Bs = mem.template shared<kBs>(tiles, offset_of_Bs(BK, BM, layout.padA));  // (BK, BN + PB)

  const int tid       = static_cast<int>(threadIdx.x);
  const int threadRow = tid / BN;  // of C in this block tile, and of the elements this thread copies
  const int threadCol = tid % BN;
  const int row = mem.block().y * BM + threadRow;
  const int col = mem.block().x * BN + threadCol;

  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    mem.k_tile(k0 / BK);
    mem.phase(kCopy);
    As[threadRow * pitchA + threadCol] = A.load(row, k0 + threadCol);
    Bs[threadRow * pitchB + threadCol] = B.load(k0 + threadRow, col);
    __syncthreads();  // the tiles are complete before anyone reads them

    mem.phase(kCompute);
    GS_UNROLL
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      mem.step(dotIdx);
      const float a = As[threadRow * pitchA + dotIdx];
      const float b = Bs[dotIdx * pitchB + threadCol];
      sum = __fmaf_rn(a, b, sum);
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  float c = __fmul_rn(alpha, sum);
  if (beta != 0)  // with beta = 0, C may hold NaN and is not read
    c = __fmaf_rn(beta, C.load(row, col), c);
  C.store(row, col, c);
}

}  // namespace gemmscope::kernels
