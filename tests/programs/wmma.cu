// C = A * B on tensor cores through nvcuda::wmma: a block of four warps for 32 x 32 elements of C, a warp for 16 x 16;
// A goes through shared memory, B comes from global memory and lies by columns.
#include <mma.h>
#include <cstdio>
#include <vector>

using namespace nvcuda;
constexpr int kTile = 16, kPad = 8;  // halves: rows of As begin in different banks

__global__ void wmma_gemm(int N, int K, const half* A, const half* B, float* C) {
  __shared__ alignas(32) half As[2 * kTile][kTile + kPad];
  const int warp = threadIdx.x / 32, row = blockIdx.y * 32, column = blockIdx.x * 32 + warp % 2 * kTile;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < K; k += kTile) {
    for (int i = threadIdx.x; i < 2 * kTile * kTile; i += blockDim.x)
      As[i / kTile][i % kTile] = A[(row + i / kTile) * K + k + i % kTile];
    __syncthreads();
    wmma::load_matrix_sync(a, &As[warp / 2 * kTile][0], kTile + kPad);
    wmma::load_matrix_sync(b, B + column * K + k, K);
    wmma::mma_sync(c, a, b, c);
    __syncthreads();
  }
  for (int i = 0; i < c.num_elements; ++i) c.x[i] *= 2;  // the same for all: where they lie does not matter
  wmma::store_matrix_sync(C + (row + warp / 2 * kTile) * N + column, c, N, wmma::mem_row_major);
}

int main() {
  const int M = 64, N = 96, K = 80;
  std::vector<half> A(M * K), B(K * N);
  std::vector<float> C(M * N, -1);
  for (int i = 0; i < M * K; ++i) A[i] = __float2half(i % 19 - 9);
  for (int i = 0; i < K * N; ++i) B[i] = __float2half(i % 11 - 5);
  half *a, *b;
  float* c;
  cudaMalloc(&a, A.size() * sizeof(half));
  cudaMalloc(&b, B.size() * sizeof(half));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(half), cudaMemcpyHostToDevice);
  wmma_gemm<<<dim3(N / 32, M / 32), 128>>>(N, K, a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += 2 * __half2float(A[row * K + k]) * __half2float(B[column * K + k]);
      if (C[row * N + column] != sum)
        return printf("C[%d][%d] is %g, not %g\n", row, column, C[row * N + column], sum), 1;
    }
  puts("right");
}
