// C = U * B, where U is upper triangular: blocks begin at the k of their first row. Below the diagonal, U has zeros, or
// anything, which is not loaded.
#include "vectors.cuh"

constexpr int T = 8;

template <bool kZeros>
__global__ void upper(int M, int N, const float* U, const float* B, float* C) {
  __shared__ float Us[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = blockIdx.y * T; k0 < M; k0 += T) {
    Us[ty][tx] = kZeros || k0 + tx >= row ? U[row * M + k0 + tx] : 0;
    Bs[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += Us[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

int main() {
  const int M = 40, N = 56;
  std::vector<float> U(M * M), B(M * N), right(M * N);
  for (int i = 0; i < M * M; ++i) U[i] = i % 17 - 8;
  for (int i = 0; i < M * N; ++i) B[i] = i % 13 - 6;
  for (int i = 0; i < M * N; ++i)
    for (int k = i / N; k < M; ++k) right[i] += U[i / N * M + k] * B[k * N + i % N];
  const float* const b = on_device(B);
  float *const c = on_device(std::vector<float>(M * N)), *const of_zeros = on_device(std::vector<float>(M * N));
  const dim3 grid(N / T, M / T), block(T, T);
  upper<false><<<grid, block>>>(M, N, on_device(U), b, c);
  for (int i = 0; i < M * M; ++i) U[i] = i / M <= i % M ? U[i] : 0;
  upper<true><<<grid, block>>>(M, N, on_device(U), b, of_zeros);
  if (!is_equal("C", c, right) || !is_equal("of zeros", of_zeros, right)) return 1;
  puts("right");
}
