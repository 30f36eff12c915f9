// Batches: each blockIdx.z has a product. Matrices follow each other or share B; heads are beside each other in one
// array; matrices are stored by columns; parts of K have a C each. In in_a_line, each blockIdx.x has a product.
#include <vector>
#include "vectors.cuh"

constexpr int kTile = 16, kBatch = 3, M = 32, N = 48, K = 64;

/// A matrix has element (row, column) at row * down + column * right, and the next product's is `step` farther on.
struct Stored {
  int down, right, step;
};

template <int kKind>
__global__ void batches(int K, const float* A, Stored a, const float* B, Stored b, float* C, Stored c) {
  __shared__ float As[kTile][kTile], Bs[kTile][kTile];
  A += blockIdx.z * a.step, B += blockIdx.z * b.step, C += blockIdx.z * c.step;
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += kTile) {
    As[threadIdx.y][threadIdx.x] = row < M ? A[row * a.down + (k + threadIdx.x) * a.right] : 0;
    Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * b.down + column * b.right];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < M) C[row * c.down + column * c.right] = sum;
}

__global__ void in_a_line(int n, const float* A, const float* B, float* C) {
  A += blockIdx.x * n * n, B += blockIdx.x * n * n, C += blockIdx.x * n * n;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += A[threadIdx.y * n + k] * B[k * n + threadIdx.x];
  C[threadIdx.y * n + threadIdx.x] = sum;
}

std::vector<float> some(int size, int seed) {
  std::vector<float> all(size);
  for (int i = 0; i < size; ++i) all[i] = (i * 7 + i / 50 * 3 + seed) % 11 - 5;
  return all;
}

template <int kKind>
bool run(int batch, int depth, Stored a, Stored b, Stored c) {
  const auto size = [&](Stored s, int rows, int columns) {
    return (rows - 1) * s.down + (columns - 1) * s.right + (batch - 1) * s.step + 1;
  };
  const std::vector<float> A = some(size(a, M, depth), 1), B = some(size(b, depth, N), 4);
  std::vector<float> right(size(c, M, N));
  for (int z = 0; z < batch; ++z)
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j)
        for (int k = 0; k < depth; ++k)
          right[z * c.step + i * c.down + j * c.right] +=
              A[z * a.step + i * a.down + k * a.right] * B[z * b.step + k * b.down + j * b.right];
  const float* const at_A = on_device(A);
  const float* const at_B = on_device(B);
  float* const C = on_device(std::vector<float>(right.size()));
  batches<kKind>
      <<<dim3(N / kTile, (M + kTile - 1) / kTile, batch), dim3(kTile, kTile)>>>(depth, at_A, a, at_B, b, C, c);
  return is_equal("C", C, right);
}

bool run_in_a_line() {
  constexpr int n = 16;
  const std::vector<float> A = some(kBatch * n * n, 1), B = some(kBatch * n * n, 4);
  std::vector<float> right(A.size());
  for (int i = 0; i < kBatch * n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) right[i * n + j] += A[i * n + k] * B[(i / n * n + k) * n + j];
  const float* const at_A = on_device(A);
  const float* const at_B = on_device(B);
  float* const C = on_device(std::vector<float>(right.size()));
  in_a_line<<<kBatch, dim3(n, n)>>>(n, at_A, at_B, C);
  return is_equal("C", C, right);
}

int main() {
  constexpr int kHeads = kBatch;
  const bool right = run<0>(kBatch, K, {K, 1, M * K}, {N, 1, K * N}, {N, 1, M * N}) &&
                     run<1>(kBatch, K, {K, 1, M * K}, {N, 1, 0}, {N, 1, (M + 3) * N}) &&
                     run<2>(kBatch, K, {kHeads * K, 1, K}, {kHeads * N, 1, N}, {kHeads * N, 1, N}) &&
                     run<3>(kBatch, K, {1, M, M * K}, {1, K, K * N}, {1, M, M * N}) &&
                     run<4>(4, K / 4, {K, 1, K / 4}, {N, 1, K / 4 * N}, {N, 1, M * N}) && run_in_a_line();
  if (!right) return 1;
  puts("right");
}
