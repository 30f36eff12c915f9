// C = A * B through one shared array, which holds a tile of A and then, in the same bytes, one of B: a thread keeps its
// row of A's tile in registers.
#include "vectors.cuh"

constexpr int kTile = 16;

__global__ void in_turn(int N, int K, const float* A, const float* B, float* C) {
  __shared__ float tile[kTile][kTile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += kTile) {
    tile[ty][tx] = A[row * K + k0 + tx];
    __syncthreads();
    float a[kTile];
    for (int k = 0; k < kTile; ++k) a[k] = tile[ty][k];
    __syncthreads();
    tile[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a[k] * tile[k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

int main() {
  const int M = 64, N = 96, K = 80;
  std::vector<float> A(M * K), B(K * N), right(M * N);
  for (int i = 0; i < M * K; ++i) A[i] = i % 17 - 8;
  for (int i = 0; i < K * N; ++i) B[i] = i % 13 - 6;
  for (int i = 0; i < M * N; ++i)
    for (int k = 0; k < K; ++k) right[i] += A[i / N * K + k] * B[k * N + i % N];
  float* const c = on_device(std::vector<float>(M * N));
  in_turn<<<dim3(N / kTile, M / kTile), dim3(kTile, kTile)>>>(N, K, on_device(A), on_device(B), c);
  if (!is_equal("C", c, right)) return 1;
  puts("right");
}
