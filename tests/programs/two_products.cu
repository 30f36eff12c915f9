// C from two products of one kernel: C = A1 * B1 + A2 * B2, with tiles in shared memory and without, and
// C = (A * B1) . (A * B2), element by element.
#include "vectors.cuh"

constexpr int kTile = 16;

__device__ float product(const float* A, const float* B, int N, int K, int row, int column) {
  __shared__ float As[kTile][kTile], Bs[kTile][kTile];
  float sum = 0;
  for (int k = 0; k < K; k += kTile) {
    As[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * N + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__global__ void staged(int N, int K1, int K2, const float* A1, const float* B1, const float* A2, const float* B2,
                       float* C) {
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  const float sum = product(A1, B1, N, K1, row, column);
  C[row * N + column] = sum + product(A2, B2, N, K2, row, column);
}

__global__ void plain(int N, int K1, int K2, const float* A1, const float* B1, const float* A2, const float* B2,
                      float* C) {
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K1; ++k) sum += A1[row * K1 + k] * B1[k * N + column];
  for (int k = 0; k < K2; ++k) sum += A2[row * K2 + k] * B2[k * N + column];
  C[row * N + column] = sum;
}

__global__ void gated(int N, int K, const float* A, const float* B1, const float* B2, float* C) {
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0, gate = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B1[k * N + column], gate += A[row * K + k] * B2[k * N + column];
  C[row * N + column] = sum * gate;
}

std::vector<float> numbers(int n, int period) {
  std::vector<float> all(n);
  for (int i = 0; i < n; ++i) all[i] = i % period - period / 2;
  return all;
}

int main() {
  const int M = 32, N = 48, K1 = 96, K2 = 48;
  const std::vector<float> A1 = numbers(M * K1, 7), B1 = numbers(K1 * N, 5), A2 = numbers(M * K2, 11),
                           B2 = numbers(K1 * N, 3);
  std::vector<float> sums(M * N), gates(M * N);
  for (int i = 0; i < M * N; ++i) {
    float first = 0, second = 0, gate = 0;
    for (int k = 0; k < K1; ++k)
      first += A1[i / N * K1 + k] * B1[k * N + i % N], gate += A1[i / N * K1 + k] * B2[k * N + i % N];
    for (int k = 0; k < K2; ++k) second += A2[i / N * K2 + k] * B2[k * N + i % N];
    sums[i] = first + second, gates[i] = first * gate;
  }
  const float *const a1 = on_device(A1), *const b1 = on_device(B1), *const a2 = on_device(A2),
                     *const b2 = on_device(B2);
  float* const c = on_device(std::vector<float>(M * N));
  const dim3 grid(N / kTile, M / kTile), block(kTile, kTile);
  staged<<<grid, block>>>(N, K1, K2, a1, b1, a2, b2, c);
  if (!is_equal("C", c, sums)) return 1;
  float* const d = on_device(std::vector<float>(M * N));
  plain<<<grid, block>>>(N, K1, K2, a1, b1, a2, b2, d);
  if (!is_equal("D", d, sums)) return 1;
  float* const e = on_device(std::vector<float>(M * N));
  gated<<<grid, block>>>(N, K1, a1, b1, b2, e);
  if (!is_equal("E", e, gates)) return 1;
  puts("right");
}
