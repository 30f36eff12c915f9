// C = A * B: a function of another file copies the tiles of both.
#include <cstdio>
#include <vector>

#include "tile_copy.cuh"

constexpr int kTile = 16;

__global__ void two_files(int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[kTile * kTile], Bs[kTile * kTile];
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += kTile) {
    copy_tile(As, A + row * K + k0, K);
    copy_tile(Bs, B + k0 * N + column, N);
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += cell(As, threadIdx.y, k) * cell(Bs, k, threadIdx.x);
    __syncthreads();
  }
  C[(row + threadIdx.y) * N + column + threadIdx.x] = sum;
}

int main() {
  const int M = 32, N = 48, K = 80;
  std::vector<float> A(M * K), B(K * N), C(M * N, -1);
  for (int i = 0; i < M * K; ++i) A[i] = i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float));
  cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  two_files<<<dim3(N / kTile, M / kTile), dim3(kTile, kTile)>>>(N, K, a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
      if (C[row * N + column] != sum)
        return printf("C[%d][%d] is %g, not %g\n", row, column, C[row * N + column], sum), 1;
    }
  puts("right");
}
