// SPDX-License-Identifier: MIT
// C = relu(A B + bias), with both tiles in one dynamic array that one function fills, and blocks in groups of two rows
// of tiles, so that a block's place in C does not follow from its index by a division alone.
#include <cstdio>
#include <vector>

constexpr int M = 96, N = 160, K = 48, BM = 32, BN = 32, BK = 8, T = 4, kThreads = (BM / T) * (BN / T);

constexpr int kBs = BM * BK;  // where Bs begins

extern __shared__ float tiles[];

/// `rows` x `columns` of a matrix with rows of `pitch` floats.
__device__ void copy(int first, const float* matrix, int rows, int columns, int pitch) {
  for (int i = threadIdx.x; i < rows * columns; i += kThreads)
    tiles[first + i] = matrix[i / columns * pitch + i % columns];
}

__global__ void fused(int m, int n, int k, const float* A, const float* B, const float* bias, float* C) {
  const int across = n / BN, group = blockIdx.x / (2 * across), height = min(2, m / BM - 2 * group);
  const int row = (2 * group + blockIdx.x % (2 * across) % height) * BM,
            column = blockIdx.x % (2 * across) / height * BN;
  const int i0 = threadIdx.x / (BN / T) * T, j0 = threadIdx.x % (BN / T) * T;
  float sums[T][T] = {};
  for (int k0 = 0; k0 < k; k0 += BK) {
    copy(0, A + row * k + k0, BM, BK, k);
    copy(kBs, B + k0 * n + column, BK, BN, n);
    __syncthreads();
    for (int step = 0; step < BK; ++step)
      for (int i = 0; i < T; ++i)
        for (int j = 0; j < T; ++j) sums[i][j] += tiles[(i0 + i) * BK + step] * tiles[kBs + step * BN + j0 + j];
    __syncthreads();
  }
  for (int i = 0; i < T; ++i)
    for (int j = 0; j < T; ++j) C[(row + i0 + i) * n + column + j0 + j] = max(0.0f, sums[i][j] + bias[column + j0 + j]);
}

int main() {
  std::vector<float> a(M * K), b(K * N), bias(N), c(M * N);
  for (int i = 0; i < M * K; ++i) a[i] = float(i % 13 - 6);
  for (int i = 0; i < K * N; ++i) b[i] = float(i % 11 - 5);
  for (int i = 0; i < N; ++i) bias[i] = float(i % 7);
  float *A, *B, *d_bias, *C;
  cudaMalloc(&A, a.size() * 4), cudaMalloc(&B, b.size() * 4), cudaMalloc(&d_bias, N * 4), cudaMalloc(&C, c.size() * 4);
  cudaMemcpy(A, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(B, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_bias, bias.data(), N * 4, cudaMemcpyHostToDevice);
  fused<<<(M / BM) * (N / BN), kThreads, (BM * BK + BK * BN) * sizeof(float)>>>(M, N, K, A, B, d_bias, C);
  cudaMemcpy(c.data(), C, c.size() * 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = bias[j];
      for (int k = 0; k < K; ++k) sum += a[i * K + k] * b[k * N + j];
      if (c[i * N + j] != (sum > 0 ? sum : 0)) return std::printf("wrong at %d, %d\n", i, j), 1;
    }
  std::printf("right\n");
}
