// Bulk copies back: a block makes a tile in shared memory, and one thread copies it to global memory (cp.async.bulk, of
// compute capability 9.0). Two tiles take turns, so one is filled while the other is still read.
#include <cuda/ptx>

#include <cstdio>
#include <vector>

namespace ptx = cuda::ptx;

constexpr int kThreads = 96, kBlocks = 3, kTile = 340, kRounds = 4;

__global__ void scale(const float* from, int stride, float* to) {
  __shared__ alignas(128) float tiles[2][kTile];
  for (int round = 0; round < kRounds; ++round) {
    float* const tile = tiles[round % 2];
    const int first = (blockIdx.x * kRounds + round) * stride;
    for (int i = threadIdx.x; i < kTile; i += kThreads) tile[i] = 3 * from[first + i] + round;
    ptx::fence_proxy_async(ptx::space_shared);  // what was stored is there for the copy
    __syncthreads();
    if (threadIdx.x == 37) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + first, tile, sizeof(tiles[0]));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>{});  // the tile before may be written again
    }
    __syncthreads();
  }
  if (threadIdx.x == 37) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
}

int main() {
  const int stride = kTile + 8, n = kBlocks * kRounds * stride;  // what is between the tiles stays
  std::vector<float> numbers, result(n);
  for (int i = 0; i < n; ++i) numbers.push_back(i * 7 % 103 - 40);
  float *from, *to;
  cudaMalloc(&from, n * sizeof(float)), cudaMalloc(&to, n * sizeof(float));
  cudaMemcpy(from, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(to, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<kBlocks, kThreads>>>(from, stride, to);
  if (cudaMemcpy(result.data(), to, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i) {
    const float expected = i % stride < kTile ? 3 * numbers[i] + i / stride % kRounds : numbers[i];
    if (result[i] != expected) return printf("%d: %g, not %g\n", i, result[i], expected), 1;
  }
  puts("right");
}
