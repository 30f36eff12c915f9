// C = A * B in block tiles of 64 x 64 x 8, whose Bs has its elements in different places, and whose matrices have rows
// or columns that are longer than what is multiplied. Each thread computes 4 x 4 elements, 16 apart.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int BM = 64, BN = 64, BK = 8;

struct Whole {
  static constexpr int N = 192;  // columns of B and C
};
struct InRows : Whole {  // padded
  static constexpr int size = BK * (BN + 4);
  static __device__ int place(int k, int n) { return k * (BN + 4) + n; }
};
struct Grouped : Whole {  // columns 8 apart are neighbours
  static constexpr int size = BK * BN;
  static __device__ int place(int k, int n) { return k * BN + n % 8 * 8 + n / 8; }
};
struct CutGroups : Grouped {  // by the edge of B
  static constexpr int N = 60;
};
struct Rotated : Whole {
  static constexpr int size = BK * BN;
  static __device__ int place(int k, int n) { return k * BN + (n + k / 2 * 16) % BN; }
};
struct Xored : Whole {
  static constexpr int size = BK * BN;
  static __device__ int place(int k, int n) { return k * BN + (n ^ k % 4 * 8); }
};
struct Scattered : Whole {  // a rule that is none of strides, XOR and rotation
  static constexpr int size = BK * BN;
  static __device__ int place(int k, int n) { return k * BN + n * (n + 1) / 2 % BN; }
};

// A is M x K in rows of lda elements, or, if kByColumns, in columns of lda elements; B is K x N, C is M x N.
template <class Bs_, bool kByColumns = false>
__global__ void product(int K, const float* A, int lda, const float* B, int ldb, float* C, int ldc) {
  __shared__ float As[BK][BM], Bs[Bs_::size];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * BM, column = blockIdx.x * BN;
  const auto is_inside = [&](int n) { return Bs_::N % BN == 0 || column + n < Bs_::N; };
  float sum[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BK * BM; i += 256) {
      const int m = kByColumns ? i % BM : i / BK, k = kByColumns ? i / BM : i % BK;
      As[k][m] = A[kByColumns ? (k0 + k) * lda + row + m : (row + m) * lda + k0 + k];
    }
    for (int i = threadIdx.x; i < BK * BN; i += 256)
      Bs[Bs_::place(i / BN, i % BN)] = is_inside(i % BN) ? B[(k0 + i / BN) * ldb + column + i % BN] : 0;
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += As[k][ty + 16 * i] * Bs[Bs_::place(k, tx + 16 * j)];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (is_inside(tx + 16 * j)) C[(row + ty + 16 * i) * ldc + column + tx + 16 * j] = sum[i][j];
}

template <class Bs_, bool kByColumns = false>
void run() {
  const int M = 128, N = Bs_::N, K = 24, lda = kByColumns ? M + 8 : K + 8, ldb = N + 16, ldc = N + 4;
  const int rows_of_A = kByColumns ? K : M;
  std::vector<float> A(rows_of_A * lda), B(K * ldb), C(M * ldc);
  for (std::size_t i = 0; i < A.size(); ++i) A[i] = static_cast<float>(i % 7);
  for (std::size_t i = 0; i < B.size(); ++i) B[i] = static_cast<float>(i % 5);
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float)), cudaMalloc(&b, B.size() * sizeof(float)),
      cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(c, 0, C.size() * sizeof(float));
  product<Bs_, kByColumns><<<dim3((N + BN - 1) / BN, M / BM), 256>>>(K, a, lda, b, ldb, c, ldc);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[kByColumns ? k * lda + m : m * lda + k] * B[k * ldb + n];
      if (C[m * ldc + n] != sum) std::printf("C[%d][%d] is %g, not %g\n", m, n, C[m * ldc + n], sum), std::exit(1);
    }
  cudaFree(a), cudaFree(b), cudaFree(c);
}

int main() {
  run<InRows>(), run<Grouped>(), run<Rotated>(), run<Xored>(), run<Scattered>(), run<InRows, true>(), run<CutGroups>();
  std::puts("right");
}
