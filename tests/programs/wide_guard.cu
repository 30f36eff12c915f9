// C = A * B whose guard lets one row and one column too many through. Rows are longer than what is multiplied, and the
// arrays have a row more, so that no access is out of bounds.
#include "vectors.cuh"

__global__ void wide_guard(int M, int N, int K, const float* A, const float* B, int ldb, float* C, int ldc) {
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  if (row > M || column > N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * ldb + column];
  C[row * ldc + column] = sum;
}

int main() {
  const int M = 50, N = 70, K = 33, ldb = 76, ldc = 80;
  std::vector<float> A((M + 1) * K), B(K * ldb), right((M + 1) * ldc);
  for (int i = 0; i < (M + 1) * K; ++i) A[i] = i % 17 - 8;
  for (int i = 0; i < K * ldb; ++i) B[i] = i % 13 - 6;
  for (int row = 0; row <= M; ++row)
    for (int column = 0; column <= N; ++column)
      for (int k = 0; k < K; ++k) right[row * ldc + column] += A[row * K + k] * B[k * ldb + column];
  const float* const a = on_device(A);
  const float* const b = on_device(B);
  float* const c = on_device(std::vector<float>((M + 1) * ldc));
  wide_guard<<<dim3(5, 4), dim3(16, 16)>>>(M, N, K, a, b, ldb, c, ldc);
  if (!is_equal("C", c, right)) return 1;
  puts("right");
}
