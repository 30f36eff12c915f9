// SPDX-License-Identifier: MIT
/// @file raw_warp_tile.cu
/// The warp-tiling kernel with raw pointers and one array for both tiles: what program_bench and large.cu record.

constexpr int BM = 128, BN = 128, BK = 16, WM = 64, WN = 64, WNITER = 4, TM = 8, TN = 4, NT = 128;
constexpr int WMITER = WM * WN / (32 * TM * TN * WNITER), WSUBM = WM / WMITER, WSUBN = WN / WNITER;
constexpr int rowStrideA = 4 * NT / BK, rowStrideB = 4 * NT / BN;  // rows that the block copies in one pass

template <int PA, int PB>
__global__ void __launch_bounds__(NT)
    raw_warp_tile(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  constexpr int pitchA = BM + PA, pitchB = BN + PB;
  __shared__ __align__(128) float tiles[BK * pitchA + BK * pitchB];
  float* As = tiles;  // transposed
  float* Bs = tiles + BK * pitchA;

  const int blockRow = blockIdx.y * BM;
  const int blockCol = blockIdx.x * BN;

  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int lane = tid % 32;
  const int warpRow = warp / (BN / WN) * WM;
  const int warpCol = warp % (BN / WN) * WN;
  const int threadRowInWarp = lane / (WSUBN / TN) * TM;
  const int threadColInWarp = lane % (WSUBN / TN) * TN;

  const int innerRowA = tid / (BK / 4);
  const int innerColA = tid % (BK / 4) * 4;
  const int innerRowB = tid / (BN / 4);
  const int innerColB = tid % (BN / 4) * 4;

  float acc[WMITER * TM][WNITER * TN] = {};
  float regM[WMITER * TM];
  float regN[WNITER * TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int offset = 0; offset < BM; offset += rowStrideA) {
      const int row = innerRowA + offset, col = k0 + innerColA;
      const float4 a = *reinterpret_cast<const float4*>(&A[(long)(blockRow + row) * K + col]);
      As[(innerColA + 0) * pitchA + row] = a.x;
      As[(innerColA + 1) * pitchA + row] = a.y;
      As[(innerColA + 2) * pitchA + row] = a.z;
      As[(innerColA + 3) * pitchA + row] = a.w;
    }
#pragma unroll
    for (int offset = 0; offset < BK; offset += rowStrideB) {
      const int row = innerRowB + offset, col = blockCol + innerColB;
      const float4 b = *reinterpret_cast<const float4*>(&B[(long)(k0 + row) * N + col]);
      *reinterpret_cast<float4*>(&Bs[row * pitchB + innerColB]) = b;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
#pragma unroll
      for (int i = 0; i < WMITER; ++i)
#pragma unroll
        for (int m = 0; m < TM; m += 4)
          *reinterpret_cast<float4*>(&regM[i * TM + m]) =
              *reinterpret_cast<const float4*>(&As[k * pitchA + warpRow + i * WSUBM + threadRowInWarp + m]);
#pragma unroll
      for (int j = 0; j < WNITER; ++j)
#pragma unroll
        for (int n = 0; n < TN; n += 4)
          *reinterpret_cast<float4*>(&regN[j * TN + n]) =
              *reinterpret_cast<const float4*>(&Bs[k * pitchB + warpCol + j * WSUBN + threadColInWarp + n]);
#pragma unroll
      for (int i = 0; i < WMITER * TM; ++i)
#pragma unroll
        for (int j = 0; j < WNITER * TN; ++j) acc[i][j] += regM[i] * regN[j];
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < WMITER; ++i)
#pragma unroll
    for (int j = 0; j < WNITER; ++j)
#pragma unroll
      for (int m = 0; m < TM; ++m)
#pragma unroll
        for (int n = 0; n < TN; n += 4) {
          const int row = blockRow + warpRow + i * WSUBM + threadRowInWarp + m;
          const int col = blockCol + warpCol + j * WSUBN + threadColInWarp + n;
          const float* sum = &acc[i * TM + m][j * TN + n];
          float4 c{alpha * sum[0], alpha * sum[1], alpha * sum[2], alpha * sum[3]};
          if (beta != 0) {
            const float4 old = *reinterpret_cast<const float4*>(&C[(long)row * N + col]);
            c.x = fmaf(beta, old.x, c.x), c.y = fmaf(beta, old.y, c.y);
            c.z = fmaf(beta, old.z, c.z), c.w = fmaf(beta, old.w, c.w);
          }
          *reinterpret_cast<float4*>(&C[(long)row * N + col]) = c;
        }
}

template __global__ void raw_warp_tile<0, 0>(int, int, int, float, const float*, const float*, float, float*);
template __global__ void raw_warp_tile<4, 4>(int, int, int, float, const float*, const float*, float, float*);
