// C = A * B in block tiles of 32 x 32 x 16, whose As and Bs get values that are computed from the elements of A and B:
// converted from halves or to halves, scaled, or chosen by a guard.
#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int BM = 32, BN = 32, BK = 16;

struct Scaled {  // alpha is multiplied in while A is copied
  using Matrix = float;
  using Tile = float;
  static __device__ Tile of(bool inside, Matrix value, float alpha) { return inside ? value * alpha : 0; }
};
struct Widened {
  using Matrix = __half;
  using Tile = float;
  static __device__ Tile of(bool inside, Matrix value, float) { return inside ? __half2float(value) : 0; }
};
struct Narrowed {
  using Matrix = float;
  using Tile = __half;
  static __device__ Tile of(bool inside, Matrix value, float) { return __float2half(inside ? value : 0); }
};

// Elements beyond an edge are not loaded: the last one before it is, and a zero is chosen in its place.
template <class Kind>
__global__ void converted(int M, int N, int K, float alpha, const typename Kind::Matrix* A,
                          const typename Kind::Matrix* B, float* C) {
  using Tile = typename Kind::Tile;
  __shared__ Tile As[BM][BK + 2], Bs[BK][BN];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * BM, column = blockIdx.x * BN;
  float sum[2][2] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 256) {
      const int m = row + i / BK, k = k0 + i % BK;
      const typename Kind::Matrix value = A[min(m, M - 1) * K + min(k, K - 1)];
      As[i / BK][i % BK] = Kind::of(m < M && k < K, value, alpha);
    }
    for (int i = threadIdx.x; i < BK * BN; i += 256) {
      const int k = k0 + i / BN, n = column + i % BN;
      const typename Kind::Matrix value = B[min(k, K - 1) * N + min(n, N - 1)];
      Bs[i / BN][i % BN] = Kind::of(k < K && n < N, value, alpha);
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) sum[i][j] += float(As[2 * ty + i][k]) * float(Bs[k][2 * tx + j]);
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int m = row + 2 * ty + i, n = column + 2 * tx + j;
      if (m < M && n < N) C[m * N + n] = sum[i][j];
    }
}

template <class Kind>
void run(int M, int N, int K) {
  using Matrix = typename Kind::Matrix;
  std::vector<Matrix> A(M * K), B(K * N);
  std::vector<float> C(M * N);
  for (std::size_t i = 0; i < A.size(); ++i) A[i] = Matrix(static_cast<float>(i % 7));
  for (std::size_t i = 0; i < B.size(); ++i) B[i] = Matrix(static_cast<float>(i % 5));
  Matrix *a, *b;
  float* c;
  cudaMalloc(&a, A.size() * sizeof(Matrix)), cudaMalloc(&b, B.size() * sizeof(Matrix)),
      cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(Matrix), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(Matrix), cudaMemcpyHostToDevice);
  converted<Kind><<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), 256>>>(M, N, K, 1.0f, a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += static_cast<float>((m * K + k) % 7) * static_cast<float>((k * N + n) % 5);
      if (C[m * N + n] != sum) std::printf("C[%d][%d] is %g, not %g\n", m, n, C[m * N + n], sum), std::exit(1);
    }
  cudaFree(a), cudaFree(b), cudaFree(c);
}

int main() {
  run<Scaled>(96, 128, 80), run<Widened>(90, 120, 75), run<Narrowed>(96, 128, 80);
  std::puts("right");
}
