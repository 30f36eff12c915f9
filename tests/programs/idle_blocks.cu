// C = A * B by a grid that is too large: blocks beyond the edges of C fill their tiles, partly or wholly with zeros,
// and store nothing.
#include <vector>
#include "vectors.cuh"

constexpr int kTile = 16;

__global__ void idle_blocks(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[kTile][kTile], Bs[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += kTile) {
    As[threadIdx.y][threadIdx.x] = row < M && k + threadIdx.x < K ? A[row * K + k + threadIdx.x] : 0;
    Bs[threadIdx.y][threadIdx.x] = column < N && k + threadIdx.y < K ? B[(k + threadIdx.y) * N + column] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < M && column < N) C[row * N + column] = sum;
}

int main() {
  const int M = 60, N = 90, K = 77;
  std::vector<float> A(M * K), B(K * N), right(M * N);
  for (int i = 0; i < M * K; ++i) A[i] = i % 17 - 8;
  for (int i = 0; i < K * N; ++i) B[i] = i % 13 - 6;
  for (int i = 0; i < M * N; ++i)
    for (int k = 0; k < K; ++k) right[i] += A[i / N * K + k] * B[k * N + i % N];
  const float* const a = on_device(A);
  const float* const b = on_device(B);
  float* const c = on_device(std::vector<float>(M * N));
  idle_blocks<<<dim3(8, 6), dim3(kTile, kTile)>>>(M, N, K, a, b, c);
  if (!is_equal("C", c, right)) return 1;
  puts("right");
}
