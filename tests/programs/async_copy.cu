// C = A * B: while one pair of tiles is multiplied, the next one is copied to shared memory in the background
// (cp.async).
#include <cuda_pipeline.h>
#include <cstdio>
#include <vector>

constexpr int kTile = 16;

__global__ void async_copy(int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[2][kTile][kTile], Bs[2][kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  const auto copy = [&](int buffer, int k0) {
    __pipeline_memcpy_async(&As[buffer][ty][tx], &A[row * K + k0 + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[buffer][ty][tx], &B[(k0 + ty) * N + column], sizeof(float));
    __pipeline_commit();
  };
  copy(0, 0);
  float sum = 0;
  for (int tile = 0; tile < K / kTile; ++tile) {
    if (tile + 1 < K / kTile)
      copy((tile + 1) % 2, (tile + 1) * kTile);
    else
      __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += As[tile % 2][ty][k] * Bs[tile % 2][k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

int main() {
  const int M = 48, N = 64, K = 80;
  std::vector<float> A(M * K), B(K * N), C(M * N, -1);
  for (int i = 0; i < M * K; ++i) A[i] = i % 21 - 10;
  for (int i = 0; i < K * N; ++i) B[i] = i % 13 - 6;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float));
  cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  async_copy<<<dim3(N / kTile, M / kTile), dim3(kTile, kTile)>>>(N, K, a, b, c);
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
