// SPDX-License-Identifier: MIT
/// @file 14_half_padded.cuh
/// Step 14 of the ladder: half-precision matrices, and what padding can and cannot do for them.
///
/// Change   step 6 moves float4; here 16 bytes are eight halves, multiplied and added in float. Rows of the tiles may
///          have padding inside, after every 64 halves, which are one turn around the banks.
/// Computes C = alpha * A * B + beta * C. A (M,K), B (K,N), C (M,N), row-major half. Sums are float and are rounded to
///          half once, at the end. C is not read if beta is 0.
/// Requires what half_padded_violation checks; M, N and K to be multiples of the block tile unless Edges. An access of
///          `vec` halves to a shared tile needs `pad` to be a multiple of `vec`: otherwise it is misaligned.
/// Launch   grid (ceil(N / BN), ceil(M / BM)), block (NT). Shared: 2 * BK * (BM + BN) * (64 + pad) / 64 bytes.
/// Watch    16-byte accesses do not conflict at all: padding gains nothing, and a pad that is not a multiple of 8 forbids
///          them. What does conflict is the transposition: stores of single halves to As, 8-way. The swizzle fixes that
///          and keeps every address aligned. Padding by 2 pays where a tile is accessed 4 bytes at a time.
/// Source   the padding is a classic remedy for float tiles (M. Harris, "An Efficient Matrix Transpose in CUDA C/C++"),
///          carried over to halves; the permutation is that of the CUTLASS shared-memory layouts.
#pragma once

#include "kernels/14_half_padded.h"
#include "kernels/memory.h"

namespace gemmscope::kernels {

template <class Tile, class Layout, class Mem, bool Edges>
__global__ void __launch_bounds__(Tile::NT)
half_padded(int M, int N, int K, float alpha, const Half* A_data, const Half* B_data, float beta, Half* C_data,
            Layout layout, typename Mem::Params params) {
  constexpr int BM = Tile::BM, BN = Tile::BN, BK = Tile::BK, TM = Tile::TM, TN = Tile::TN, NT = Tile::NT;

  __shared__ __align__(128) Half tiles[BK * (padded_pitch(BM, Layout::max_pad) + padded_pitch(BN, Layout::max_pad))];
  const int pitchA = padded_pitch(BM, layout.pad), pitchB = padded_pitch(BN, layout.pad);

  Mem mem(params);
  auto A  = mem.template matrix<kA, Edges>(A_data, M, K);         // (M,K)
  auto B  = mem.template matrix<kB, Edges>(B_data, K, N);         // (K,N)
  auto C  = mem.template matrix<kC, Edges>(C_data, M, N);         // (M,N)
  auto As = mem.template shared<kAs>(tiles, 0);                   // (BK, pitchA), transposed
  auto Bs = mem.template shared<kBs>(tiles, BK * pitchA);         // (BK, pitchB)

  // Element (m, k) of the A tile and (k, n) of the B tile. Eight columns starting at a multiple of 8 are contiguous.
  const auto in_As = [&](int k, int m) {
    return k * pitchA + padded_column(layout.swz ? m ^ swizzled_group(k) : m, layout.pad);
  };
  const auto in_Bs = [&](int k, int n) { return k * pitchB + padded_column(n, layout.pad); };

  const int block_row = mem.block().y * BM;  // first row of C in this block tile
  const int block_col = mem.block().x * BN;

  const int tid       = static_cast<int>(threadIdx.x);
  const int threadRow = tid / (BN / TN);  // of the thread tiles in the block tile
  const int threadCol = tid % (BN / TN);

  const int innerRowA = tid / (BK / 8);      // row of the A tile this thread copies first
  const int innerColA = tid % (BK / 8) * 8;  // 0, 8, .. BK-8
  const int innerRowB = tid / (BN / 8);
  const int innerColB = tid % (BN / 8) * 8;
  constexpr int rowStrideA = 8 * NT / BK, rowStrideB = 8 * NT / BN;  // rows that the block copies in one pass

  float acc[TM * TN] = {};  // (TM,TN), registers
  float regM[TM], regN[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    mem.k_tile(k0 / BK);
    mem.phase(kCopy);
    GS_UNROLL
    for (int offset = 0; offset < BM; offset += rowStrideA) {
      const int row = innerRowA + offset;
      const Half8 a = A.load8(block_row + row, k0 + innerColA);
      GS_UNROLL
      for (int j = 0; j < 8; ++j) As[in_As(innerColA + j, row)] = a[j];
    }
    GS_UNROLL
    for (int offset = 0; offset < BK; offset += rowStrideB) {
      const int row = innerRowB + offset;
      const Half8 b = B.load8(k0 + row, block_col + innerColB);
      Bs.store8(layout.vec, in_Bs(row, innerColB), b);
    }
    __syncthreads();  // the tiles are complete before anyone reads them

    mem.phase(kCompute);
    for (int chunk = 0; chunk < BK; chunk += 8) {  // eight steps unrolled; BK of them would fill the instruction cache
      GS_UNROLL
      for (int dotIdx = chunk; dotIdx < chunk + 8; ++dotIdx) {
        mem.step(dotIdx);
        const Half8 a = As.load8(layout.vec, in_As(dotIdx, threadRow * TM));
        const Half8 b = Bs.load8(layout.vec, in_Bs(dotIdx, threadCol * TN));
        GS_UNROLL
        for (int m = 0; m < TM; ++m) regM[m] = to_float(a[m]);
        GS_UNROLL
        for (int n = 0; n < TN; ++n) regN[n] = to_float(b[n]);
        GS_UNROLL
        for (int m = 0; m < TM; ++m) {
          GS_UNROLL_INNER
          for (int n = 0; n < TN; ++n) acc[m * TN + n] = __fmaf_rn(regM[m], regN[n], acc[m * TN + n]);
        }
      }
    }
    __syncthreads();  // everyone has read the tiles before the next copy overwrites them
  }

  mem.epilogue();
  mem.phase(kWriteBack);
  const int col = block_col + threadCol * TN;
  GS_UNROLL
  for (int m = 0; m < TM; ++m) {
    const int row = block_row + threadRow * TM + m;
    float c[TN];
    GS_UNROLL
    for (int n = 0; n < TN; ++n) c[n] = __fmul_rn(alpha, acc[m * TN + n]);
    if (beta != 0) {  // with beta = 0, C may hold NaN and is not read
      const Half8 old = C.load8(row, col);
      GS_UNROLL
      for (int n = 0; n < TN; ++n) c[n] = __fmaf_rn(beta, to_float(old[n]), c[n]);
    }
    Half8 rounded{};
    GS_UNROLL
    for (int n = 0; n < TN; ++n) rounded.set(n, to_half(c[n]));
    C.store8(row, col, rounded);
  }
}

}  // namespace gemmscope::kernels
