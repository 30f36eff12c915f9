// C = A * B where K is divided: within each k-tile among four groups of a block's threads, whose sums are added in
// shared memory or by atomic operations; or among blocks, in parts that have a C each, the last of which is shorter.
#include "vectors.cuh"

constexpr int kSide = 32, kDepth = 16, kGroups = 4;

template <bool kAtomic>
__global__ void groups(int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[kSide][kDepth], Bs[kDepth][kSide], sums[kGroups][kSide][kSide];
  const int group = threadIdx.x / 64, ty = threadIdx.x % 64 / 8, tx = threadIdx.x % 8;
  const int row = blockIdx.y * kSide, column = blockIdx.x * kSide;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += kDepth) {
    for (int i = threadIdx.x; i < kSide * kDepth; i += 256) {
      As[i / kDepth][i % kDepth] = A[(row + i / kDepth) * K + k0 + i % kDepth];
      Bs[i / kSide][i % kSide] = B[(k0 + i / kSide) * N + column + i % kSide];
    }
    __syncthreads();
    for (int k = group * kDepth / kGroups; k < (group + 1) * kDepth / kGroups; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += As[ty * 4 + i][k] * Bs[k][tx * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (kAtomic)
        atomicAdd(&C[(row + ty * 4 + i) * N + column + tx * 4 + j], sum[i][j]);
      else
        sums[group][ty * 4 + i][tx * 4 + j] = sum[i][j];
  if (kAtomic) return;
  __syncthreads();
  for (int i = threadIdx.x; i < kSide * kSide; i += 256) {
    float all = 0;
    for (int g = 0; g < kGroups; ++g) all += sums[g][i / kSide][i % kSide];
    C[(row + i / kSide) * N + column + i % kSide] = all;
  }
}

// Each blockIdx.z has `part` of K, and its own C.
__global__ void parts(int M, int N, int K, int part, const float* A, const float* B, float* C) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = blockIdx.z * part; k0 < min(K, (blockIdx.z + 1) * part); k0 += 16) {
    As[ty][tx] = A[row * K + k0 + tx], Bs[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[(blockIdx.z * M + row) * N + column] = sum;
}

int main() {
  const int M = 64, N = 96, K = 80, part = 32;
  std::vector<float> A(M * K), B(K * N), right(M * N), right_parts(3 * M * N);
  for (int i = 0; i < M * K; ++i) A[i] = i % 17 - 8;
  for (int i = 0; i < K * N; ++i) B[i] = i % 13 - 6;
  for (int i = 0; i < M * N; ++i)
    for (int k = 0; k < K; ++k) {
      const float product = A[i / N * K + k] * B[k * N + i % N];
      right[i] += product, right_parts[k / part * M * N + i] += product;
    }
  const float* const a = on_device(A);
  const float* const b = on_device(B);
  float* const c = on_device(std::vector<float>(M * N));
  groups<false><<<dim3(N / kSide, M / kSide), 256>>>(N, K, a, b, c);
  if (!is_equal("C", c, right)) return 1;
  float* const added = on_device(std::vector<float>(M * N));
  groups<true><<<dim3(N / kSide, M / kSide), 256>>>(N, K, a, b, added);
  if (!is_equal("added", added, right)) return 1;
  float* const all = on_device(std::vector<float>(3 * M * N));
  parts<<<dim3(N / 16, M / 16, 3), dim3(16, 16)>>>(M, N, K, part, a, b, all);
  if (!is_equal("all", all, right_parts)) return 1;
  puts("right");
}
