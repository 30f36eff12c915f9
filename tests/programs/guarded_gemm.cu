// C = A * B for sizes of which no tile and no vector is a multiple: four neighbours are loaded at once where all are
// inside and aligned, else one by one, and stored to shared memory as one vector.
#include <cstdio>
#include <vector>

constexpr int BM = 64, BN = 64, BK = 8, T = 8, kThreads = (BM / T) * (BN / T);

/// Zeros outside rows x columns.
__device__ float4 load(const float* matrix, int rows, int columns, int row, int column) {
  const float* at = matrix + row * columns + column;
  if (row < rows && column + 4 <= columns && columns % 4 == 0) return *reinterpret_cast<const float4*>(at);
  float4 v = make_float4(0, 0, 0, 0);
  if (row < rows) {
    if (column < columns) v.x = at[0];
    if (column + 1 < columns) v.y = at[1];
    if (column + 2 < columns) v.z = at[2];
    if (column + 3 < columns) v.w = at[3];
  }
  return v;
}

__global__ void guarded(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float4 As[BM][BK / 4], Bs[BK][BN / 4];
  const int row = blockIdx.y * BM, column = blockIdx.x * BN;
  const int i0 = threadIdx.x / (BN / T) * T, j0 = threadIdx.x % (BN / T) * T;
  float sums[T][T] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK / 4; i += kThreads)
      As[i / (BK / 4)][i % (BK / 4)] = load(A, M, K, row + i / (BK / 4), k0 + i % (BK / 4) * 4);
    for (int i = threadIdx.x; i < BK * BN / 4; i += kThreads)
      Bs[i / (BN / 4)][i % (BN / 4)] = load(B, K, N, k0 + i / (BN / 4), column + i % (BN / 4) * 4);
    __syncthreads();
    const float *as = &As[0][0].x, *bs = &Bs[0][0].x;
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < T; ++i)
        for (int j = 0; j < T; ++j) sums[i][j] += as[(i0 + i) * BK + k] * bs[k * BN + j0 + j];
    __syncthreads();
  }
  for (int i = 0; i < T; ++i)
    for (int j = 0; j < T; ++j)
      if (row + i0 + i < M && column + j0 + j < N) C[(row + i0 + i) * N + column + j0 + j] = sums[i][j];
}

int main() {
  const int M = 200, N = 150, K = 37;
  std::vector<float> A(M * K), B(K * N), C(M * N, -1);
  for (int i = 0; i < M * K; ++i) A[i] = i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float));
  cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  guarded<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), kThreads>>>(M, N, K, a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
      if (C[row * N + column] != sum)
        return printf("C[%d][%d] is %g, not %g\n", row, column, C[row * N + column], sum), 1;
    }
  puts("right");
}
