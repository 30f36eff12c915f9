// C = A * B with C padded to whole tiles, which blocks store in full: zeros behind the last row and column of A * B.
#include "vectors.cuh"

constexpr int kTile = 16;

__global__ void padded(int M, int N, int K, int pitch, const float* A, const float* B, float* C) {
  __shared__ float As[kTile][kTile], Bs[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += kTile) {
    As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0;
    Bs[ty][tx] = k0 + ty < K && column < N ? B[(k0 + ty) * N + column] : 0;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * pitch + column] = sum;
}

int main() {
  const int M = 100, N = 70, K = 50, rows = 112, pitch = 80;
  std::vector<float> A(M * K), B(K * N), right(rows * pitch);
  for (int i = 0; i < M * K; ++i) A[i] = i % 17 - 8;
  for (int i = 0; i < K * N; ++i) B[i] = i % 13 - 6;
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column)
      for (int k = 0; k < K; ++k) right[row * pitch + column] += A[row * K + k] * B[k * N + column];
  float* const c = on_device(std::vector<float>(rows * pitch));
  padded<<<dim3(pitch / kTile, rows / kTile), dim3(kTile, kTile)>>>(M, N, K, pitch, on_device(A), on_device(B), c);
  if (!is_equal("C", c, right)) return 1;
  puts("right");
}
