// SPDX-License-Identifier: MIT
// Step 12 of the ladder: two buffers, so that the next k-tile is on its way while this one is multiplied.
//
// Change   step 10 waits for each k-tile twice. Here a tile goes from global memory to registers and later to the
//          other buffer, fragments are loaded one step ahead, and one barrier for each k-tile is enough. This kernel
//          is another program's, so more differs: A and C are stored by columns, as in BLAS, lanes walk over the
//          thread tiles in a zigzag, and C goes through shared memory, so that a warp stores 32 neighbours of a
//          column.
// Watch    the loads of fragments: two groups of 4 floats, 32 apart. The stores to Cs are 2-way. PC = 16 mends that
//          and keeps them 16 bytes wide.
// Source   S. Gray, maxas, "SGEMM" (the version with 64 threads); its textures are loads here that give 0 outside.
#include "gemm.h"

// gemmscope: preset maxas64: PC = 0
// gemmscope: range PC = 0:33
constexpr int BM = 64, BN = 64, BK = 8;  // block tile of C, depth of a k-tile
constexpr int TM = 8, TN = 8, NT = 64;   // thread tile, threads of a block
constexpr int PC = 0;                    // floats added to each row of Cs
constexpr int storeC = widest(4, PC);    // floats of one store to Cs

static_assert(BM == 64 && BN == 64 && TM == 8 && TN == 8 && NT == 64 && BK % 2 == 0,
              "only BK can be another even number: 64 threads compute 64 x 64 elements, 8 x 8 each");
static_assert(PC >= 0 && 8 * (BM + PC) <= 2 * 2 * BK * 64, "PC is too large: Cs has the memory of As and Bs");

// C = alpha * A * B + beta * C. A (M,K) and C (M,N) by columns, B (K,N) by rows. C is not read if beta is 0.
// M and N are multiples of 4.
__global__ void __launch_bounds__(NT, 6)  // up to 170 registers a thread: with 128, as in the original, nvcc spills
sgemm64(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ alignas(16) float tiles[2][2][BK][64];  // As[k][m] and Bs[k][n] of each buffer
  auto Cs = reinterpret_cast<float (*)[BM + PC]>(tiles);  // Cs[8][BM + PC], after the main loop

  const int blockRow = blockIdx.x * BM;  // first row of C in this block tile
  const int blockCol = blockIdx.y * BN;
  const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
  const int innerRow = tid / 16 % 2;  // first line of a tile that this thread copies; then + 2, 4, 6
  const int innerCol = tid % 16 * 4;  // 0, 4, .. 60
  const int threadRow = tid / 2 % 8;  // place of its thread tile in the block tile, in a zigzag
  const int threadCol = tid / 16 * 2 + tid % 2;

  // Warp 0 copies lines of A, warp 1 lines of B. In between they are in registers.
  const float* from = warp == 0 ? A : B;
  const int length = warp == 0 ? M : N, place = (warp == 0 ? blockRow : blockCol) + innerCol;
  float4 carried[BK / 2];
  const auto load_tile = [&](int k0) {
    for (int i = 0; i < BK / 2; ++i) {
      const int k = k0 + innerRow + 2 * i;
      carried[i] = float4{};
      if (k < K && place < length) carried[i] = reinterpret_cast<const float4&>(from[size_t(k) * length + place]);
    }
  };
  const auto store_tile = [&](int buffer) {
    for (int i = 0; i < BK / 2; ++i)
      reinterpret_cast<float4&>(tiles[buffer][warp][innerRow + 2 * i][innerCol]) = carried[i];
  };

  alignas(16) float acc[TN][TM] = {};           // columns of C one after the other
  alignas(16) float regM[2][TM], regN[2][TN];   // the fragments of a step, and of the next one
  const auto load_fragments = [&](int dotIdx, int buffer) {
    float *m = regM[dotIdx % 2], *n = regN[dotIdx % 2];
    reinterpret_cast<float4&>(m[0]) = reinterpret_cast<float4&>(tiles[buffer][0][dotIdx][4 * threadRow]);
    reinterpret_cast<float4&>(n[0]) = reinterpret_cast<float4&>(tiles[buffer][1][dotIdx][4 * threadCol]);
    reinterpret_cast<float4&>(m[4]) = reinterpret_cast<float4&>(tiles[buffer][0][dotIdx][4 * threadRow + 32]);
    reinterpret_cast<float4&>(n[4]) = reinterpret_cast<float4&>(tiles[buffer][1][dotIdx][4 * threadCol + 32]);
  };

  int buffer = 0;
  load_tile(0);
  store_tile(buffer);
  __syncthreads();  // the first tile is complete before anyone reads it
  load_fragments(0, buffer);

  for (int k0 = 0; k0 < K; k0 += BK) {
    const bool more = k0 + BK < K;
    if (more) load_tile(k0 + BK);
#pragma unroll
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      if (dotIdx + 1 < BK) {
        load_fragments(dotIdx + 1, buffer);
      } else {
        buffer ^= 1;
        if (more) store_tile(buffer);
        __syncthreads();  // the next tile is complete, and all have read this one before it, or Cs, is written over it
        if (more) load_fragments(0, buffer);
      }
      for (int n = 0; n < TN; ++n)
        for (int m = 0; m < TM; ++m) acc[n][m] += regM[dotIdx % 2][m] * regN[dotIdx % 2][n];
    }
  }

  // In round n, row b of Cs holds column n of the threads of thread column b; each warp uses its own four rows.
#pragma unroll
  for (int n = 0; n < TN; ++n) {
    for (int m = 0; m < TM; ++m) acc[n][m] *= alpha;
    for (int m = 0; m < TM; m += storeC)
      reinterpret_cast<Floats<storeC>&>(Cs[threadCol][4 * threadRow + m / 4 * 32 + m % 4]) =
          reinterpret_cast<Floats<storeC>&>(acc[n][m]);
    __syncwarp();  // the warp's rows of Cs are complete before its other lanes read them
    for (int i = 0; i < 8; ++i) {
      const int b = 4 * warp + i / 2;
      const int row = blockRow + lane + i % 2 * 32, col = blockCol + 4 * b + n / 4 * 32 + n % 4;
      const float sum = Cs[b][lane + i % 2 * 32];
      if (row >= M || col >= N) continue;
      float& c = C[size_t(col) * M + row];
      c = beta == 0 ? sum : sum + beta * c;
    }
    __syncwarp();  // the lanes have read these rows before the next round overwrites them
  }
}

int main(int argc, char** argv) {
  return multiply(argc, argv, Needs{4, 4, 1, true}, [](const Gemm<float>& g) {
    sgemm64<<<dim3(blocks_for(g.M, BM), blocks_for(g.N, BN)), NT>>>(g.M, g.N, g.K, g.alpha, g.A, g.B, g.beta, g.C);
  });
}
