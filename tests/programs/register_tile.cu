// C = A * B: tiles of 64 x 64 x 8 in shared memory, As transposed, and 4 x 4 elements of C in each thread's registers.
#include <cstdio>
#include <vector>

constexpr int BM = 64, BN = 64, BK = 8, TM = 4, TN = 4;

__global__ void register_tile(int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];
  const int thread_row = threadIdx.x / (BN / TN), thread_column = threadIdx.x % (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  float sums[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += blockDim.x) As[i % BK * BM + i / BK] = A[i / BK * K + k0 + i % BK];
    for (int i = threadIdx.x; i < BK * BN; i += blockDim.x) Bs[i] = B[(k0 + i / BN) * N + i % BN];
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      float a[TM], b[TN];
      for (int i = 0; i < TM; ++i) a[i] = As[k * BM + thread_row * TM + i];
      for (int j = 0; j < TN; ++j) b[j] = Bs[k * BN + thread_column * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sums[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) C[(thread_row * TM + i) * N + thread_column * TN + j] = sums[i][j];
}

int main() {
  const int M = 128, N = 192, K = 40;
  std::vector<float> A(M * K), B(K * N), C(M * N, -1);
  for (int i = 0; i < M * K; ++i) A[i] = i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float));
  cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  register_tile<<<dim3(N / BN, M / BM), BM / TM*(BN / TN)>>>(N, K, a, b, c);
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
