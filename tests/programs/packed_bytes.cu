// C = A * B^T of bytes, four of which are loaded and multiplied at a time.
#include <cstdint>

#include "vectors.cuh"

constexpr int T = 16, kWords = 8;

__global__ void staged(int M, int N, int K, const int8_t* A, const int8_t* B, int* C) {
  __shared__ int As[T][kWords + 1], Bs[T][kWords + 1];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T, column = blockIdx.x * T;
  int sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4 * kWords) {
    if (tx < kWords) {
      As[ty][tx] = *reinterpret_cast<const int*>(A + (row + ty) * K + k0 + 4 * tx);
      Bs[ty][tx] = *reinterpret_cast<const int*>(B + (column + ty) * K + k0 + 4 * tx);
    }
    __syncthreads();
    for (int word = 0; word < kWords; ++word) sum = __dp4a(As[ty][word], Bs[tx][word], sum);
    __syncthreads();
  }
  C[(row + ty) * N + column + tx] = sum;
}

__global__ void plain(int M, int N, int K, const uint8_t* A, const uint8_t* B, unsigned* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < K; k += 4)
    sum = __dp4a(*reinterpret_cast<const unsigned*>(A + row * K + k),
                 *reinterpret_cast<const unsigned*>(B + column * K + k), sum);
  C[row * N + column] = sum;
}

template <class T, class Sum>
std::vector<Sum> product(int M, int N, int K, const std::vector<T>& A, const std::vector<T>& B) {
  std::vector<Sum> C(M * N);
  for (int i = 0; i < M * N; ++i)
    for (int k = 0; k < K; ++k) C[i] += Sum(A[i / N * K + k]) * Sum(B[i % N * K + k]);
  return C;
}

int main() {
  const int M = 48, N = 80, K = 96;
  std::vector<int8_t> A(M * K), B(N * K);
  std::vector<uint8_t> D(M * K), E(N * K);
  for (int i = 0; i < M * K; ++i) A[i] = i * 7 % 251 - 125, D[i] = i * 7 % 251;
  for (int i = 0; i < N * K; ++i) B[i] = i * 5 % 241 - 120, E[i] = i * 5 % 241;
  int* const c = on_device(std::vector<int>(M * N));
  unsigned* const f = on_device(std::vector<unsigned>(M * N));
  const dim3 grid(N / T, M / T), block(T, T);
  staged<<<grid, block>>>(M, N, K, on_device(A), on_device(B), c);
  plain<<<grid, block>>>(M, N, K, on_device(D), on_device(E), f);
  if (!is_equal("C", c, product<int8_t, int>(M, N, K, A, B))) return 1;
  if (!is_equal("F", f, product<uint8_t, unsigned>(M, N, K, D, E))) return 1;
  puts("right");
}
