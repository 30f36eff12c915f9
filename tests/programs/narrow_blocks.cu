// C = A * B where a block has a piece of one row of C, or of one column; and where no argument says how long rows are.
#include "vectors.cuh"

constexpr int kM = 24, kN = 40, kK = 28;

__global__ void row_of_block(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.y, column = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}

__global__ void column_of_block(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}

__global__ void row_staged(int M, int N, int K, const float* A, const float* B, float* C) {
  extern __shared__ float of_A[];
  const int row = blockIdx.x;
  for (int k = threadIdx.x; k < K; k += blockDim.x) of_A[k] = A[row * K + k];
  __syncthreads();
  for (int column = threadIdx.x; column < N; column += blockDim.x) {
    float sum = 0;
    for (int k = 0; k < K; ++k) sum += of_A[k] * B[k * N + column];
    C[row * N + column] = sum;
  }
}

/// The arrays are longer than the matrices.
__global__ void of_constants(const float* A, const float* B, float* C) {
  const int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < kK; ++k) sum += A[row * kK + k] * B[k * kN + column];
  C[row * kN + column] = sum;
}

/// A product for each block.
template <int M, int N, int K>
__global__ void small(const float* A, const float* B, float* C) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  A += blockIdx.x * M * K, B += blockIdx.x * K * N, C += blockIdx.x * M * N;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[ty * K + k] * B[k * N + tx];
  C[ty * N + tx] = sum;
}

/// Products whose matrices follow each other.
std::vector<float> product(int M, int N, int K, int count, const std::vector<float>& A, const std::vector<float>& B,
                           size_t elements) {
  std::vector<float> C(elements);
  for (int p = 0; p < count; ++p)
    for (int i = 0; i < M * N; ++i)
      for (int k = 0; k < K; ++k) C[p * M * N + i] += A[(p * M + i / N) * K + k] * B[(p * K + k) * N + i % N];
  return C;
}

int main() {
  const int M = 64, N = 128, K = 52;
  std::vector<float> A(8192), B(8192);
  for (size_t i = 0; i < A.size(); ++i) A[i] = i % 17 - 8.f, B[i] = i % 13 - 6.f;
  const float *const a = on_device(A), *const b = on_device(B);
  const auto fresh = [] { return on_device(std::vector<float>(8192)); };
  float *const by_rows = fresh(), *const by_columns = fresh(), *const by_staged = fresh(), *const fixed = fresh(),
               *const small_ones = fresh();
  row_of_block<<<dim3(N / 64, M), 64>>>(M, N, K, a, b, by_rows);
  column_of_block<<<dim3(M / 32, N), 32>>>(M, N, K, a, b, by_columns);
  row_staged<<<M, 64, K * sizeof(float)>>>(M, N, K, a, b, by_staged);
  of_constants<<<dim3(kN / 8, kM / 8), dim3(8, 8)>>>(a, b, fixed);
  small<8, 12, 10><<<20, dim3(12, 8)>>>(a, b, small_ones);
  const std::vector<float> right = product(M, N, K, 1, A, B, 8192);
  if (!is_equal("by rows", by_rows, right) || !is_equal("by columns", by_columns, right)) return 1;
  if (!is_equal("staged", by_staged, right)) return 1;
  if (!is_equal("fixed", fixed, product(kM, kN, kK, 1, A, B, 8192))) return 1;
  if (!is_equal("small", small_ones, product(8, 12, 10, 20, A, B, 8192))) return 1;
  puts("right");
}
