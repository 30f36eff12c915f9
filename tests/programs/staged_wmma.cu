// C = 2 A * B on tensor cores: four warps compute 64 x 64 elements of C, 32 x 32 each. Tiles of A and B, and at the end
// the sums, are in the same shared memory; from there all threads store C, each four elements at a time.
#include <mma.h>
#include <cstdio>
#include <vector>

using namespace nvcuda;
constexpr int kBlock = 64, BK = 16, kWarp = 32, kThreads = 128, kPitchA = BK + 8, kPitchB = kBlock + 8;

__global__ void staged_wmma(int N, int K, const half* A, const half* B, float* C) {
  __shared__ alignas(32) unsigned char memory[kBlock * kBlock * sizeof(float)];
  half *As = reinterpret_cast<half*>(memory), *Bs = As + kBlock * kPitchA;
  const int row = blockIdx.y * kBlock, column = blockIdx.x * kBlock;
  const int i0 = threadIdx.x / 64 * kWarp, j0 = threadIdx.x / 32 % 2 * kWarp;  // of the warp
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) wmma::fill_fragment(c[i][j], 0.0f);
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < kBlock * BK / 8; i += kThreads)
      *reinterpret_cast<uint4*>(As + i / 2 * kPitchA + i % 2 * 8) =
          *reinterpret_cast<const uint4*>(A + (row + i / 2) * K + k0 + i % 2 * 8);
    for (int i = threadIdx.x; i < BK * kBlock / 8; i += kThreads)
      *reinterpret_cast<uint4*>(Bs + i / 8 * kPitchB + i % 8 * 8) =
          *reinterpret_cast<const uint4*>(B + (k0 + i / 8) * N + column + i % 8 * 8);
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
    for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], As + (i0 + 16 * i) * kPitchA, kPitchA);
    for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], Bs + j0 + 16 * j, kPitchB);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
    __syncthreads();
  }
  float* sums = reinterpret_cast<float*>(memory);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(sums + (i0 + 16 * i) * kBlock + j0 + 16 * j, c[i][j], kBlock, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < kBlock * kBlock / 4; i += kThreads) {
    float4 v = reinterpret_cast<float4*>(sums)[i];
    v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
    *reinterpret_cast<float4*>(C + (row + i / 16) * N + column + i % 16 * 4) = v;
  }
}

int main() {
  const int M = 128, N = 192, K = 80;
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
  staged_wmma<<<dim3(N / kBlock, M / kBlock), kThreads>>>(N, K, a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += 2 * __half2float(A[row * K + k]) * __half2float(B[k * N + column]);
      if (C[row * N + column] != sum)
        return printf("C[%d][%d] is %g, not %g\n", row, column, C[row * N + column], sum), 1;
    }
  puts("right");
}
