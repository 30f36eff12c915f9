// Bulk copies: one thread asks for a whole tile of global memory (cp.async.bulk, of compute capability 9.0), and all of
// the block wait for it at a barrier in shared memory.
#include <cooperative_groups.h>
#include <cuda/barrier>

#include <cstdio>
#include <vector>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kThreads = 128, kBlocks = 3, kTile = 360, kRounds = 4;

// Sums neighbours in tiles that overlap and begin anywhere a copy may: at a multiple of 16 bytes.
__global__ void sums(const float* from, int stride, float* to) {
  __shared__ alignas(128) float tile[kTile];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, kThreads);
  __syncthreads();
  for (int round = 0; round < kRounds; ++round) {
    const int first = (blockIdx.x * kRounds + round) * stride;
    if (threadIdx.x == 0) cuda::memcpy_async(tile, from + first, cuda::aligned_size_t<16>(sizeof(tile)), barrier);
    barrier.arrive_and_wait();
    for (int i = threadIdx.x; i + 1 < kTile; i += kThreads)
      to[(blockIdx.x * kRounds + round) * kTile + i] = tile[i] + 2 * tile[i + 1];
    __syncthreads();  // before the next tile is written there
  }
}

int main() {
  const int stride = kTile - 12, n = (kBlocks * kRounds - 1) * stride + kTile, results = kBlocks * kRounds * kTile;
  std::vector<float> numbers, sum(results);
  for (int i = 0; i < n; ++i) numbers.push_back(i * 7 % 103 - 40);
  float *from, *to;
  cudaMalloc(&from, n * sizeof(float)), cudaMalloc(&to, results * sizeof(float));
  cudaMemcpy(from, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(to, 0, results * sizeof(float));
  sums<<<kBlocks, kThreads>>>(from, stride, to);
  if (cudaMemcpy(sum.data(), to, results * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int t = 0; t < kBlocks * kRounds; ++t)
    for (int i = 0; i + 1 < kTile; ++i) {
      const float expected = numbers[t * stride + i] + 2 * numbers[t * stride + i + 1];
      if (sum[t * kTile + i] != expected)
        return printf("tile %d, %d: %g, not %g\n", t, i, sum[t * kTile + i], expected), 1;
    }
  puts("right");
}
