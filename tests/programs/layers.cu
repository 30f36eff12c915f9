// A batch of products of matrices, one in each z of the grid, all with the same B. Tiles are no squares, and no side is
// a multiple of them.
#include <cstdio>
#include <vector>

constexpr int kBatch = 4, kM = 20, kN = 50, kK = 13, kRows = 8, kColumns = 32;

__global__ void layers(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[kRows][kColumns];
  const int row = blockIdx.y * kRows + threadIdx.y, column = blockIdx.x * kColumns + threadIdx.x;
  const float* a = A + blockIdx.z * M * K;
  if (row < M && threadIdx.x < K) As[threadIdx.y][threadIdx.x] = a[row * K + threadIdx.x];
  __syncthreads();
  if (row >= M || column >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += As[threadIdx.y][k] * B[k * N + column];
  C[(blockIdx.z * M + row) * N + column] = sum;
}

int main() {
  std::vector<float> a(kBatch * kM * kK), b(kK * kN), c(kBatch * kM * kN);
  for (size_t i = 0; i < a.size(); ++i) a[i] = i * 7 % 19 - 9.f;
  for (size_t i = 0; i < b.size(); ++i) b[i] = i * 5 % 23 - 11.f;
  float *A, *B, *C;
  cudaMalloc(&A, a.size() * sizeof(float)), cudaMalloc(&B, b.size() * sizeof(float));
  cudaMalloc(&C, c.size() * sizeof(float));
  cudaMemcpy(A, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(B, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 grid((kN + kColumns - 1) / kColumns, (kM + kRows - 1) / kRows, kBatch);
  layers<<<grid, dim3(kColumns, kRows)>>>(kM, kN, kK, A, B, C);
  cudaMemcpy(c.data(), C, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int z = 0; z < kBatch; ++z)
    for (int i = 0; i < kM; ++i)
      for (int j = 0; j < kN; ++j) {
        float sum = 0;
        for (int k = 0; k < kK; ++k) sum += a[(z * kM + i) * kK + k] * b[k * kN + j];
        if (!(c[(z * kM + i) * kN + j] == sum))
          return std::printf("C[%d][%d][%d] is %g instead of %g\n", z, i, j, c[(z * kM + i) * kN + j], sum), 1;
      }
  std::puts("right");
  return 0;
}
