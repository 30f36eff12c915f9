// Heat spreads along a rod, step by step: blocks wait for each other between steps (cooperative groups), of which there
// are more than a host has cores. Then one block adds up what all have left it.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kSteps = 7;

__global__ void heat(int n, int* rod, int* next, int* sums, int* total) {
  const cg::grid_group grid = cg::this_grid();
  const int i = static_cast<int>(grid.thread_rank());
  for (int step = 0; step < kSteps; ++step) {
    if (i < n) next[i] = 2 * rod[i] + rod[i == 0 ? 0 : i - 1] - rod[i == n - 1 ? i : i + 1];
    grid.sync();
    int* const old = rod;
    rod = next, next = old;
  }
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (i < n) atomicAdd(&sum, rod[i]);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  grid.sync();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
    *total = 0;
    for (int b = 0; b < gridDim.x; ++b) *total += sums[b];
  }
}

int main() {
  int n = 1000, blocks = 0, cooperative = 0;
  constexpr int kThreads = 96;
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, heat, kThreads, 0);
  if (!cooperative || !device.cooperativeLaunch || blocks < 1) return puts("no cooperative launches"), 1;
  blocks = (n + kThreads - 1) / kThreads;
  std::vector<int> rod(n), next(n);
  for (int i = 0; i < n; ++i) rod[i] = i * 7 % 31 - 15;
  int *a, *b, *sums, *total;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(a, rod.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  void* arguments[] = {&n, &a, &b, &sums, &total};
  const auto* const kernel = reinterpret_cast<const void*>(heat);
  if (cudaLaunchCooperativeKernel(kernel, 100'000, kThreads, arguments) != cudaErrorCooperativeLaunchTooLarge)
    return puts("so many blocks have no room"), 1;
  cudaGetLastError();
  if (cudaLaunchCooperativeKernel(kernel, blocks, kThreads, arguments) != cudaSuccess) return puts("no launch"), 1;
  int result = 0, sum = 0;
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  for (int step = 0; step < kSteps; ++step) {
    for (int i = 0; i < n; ++i) next[i] = 2 * rod[i] + rod[i == 0 ? 0 : i - 1] - rod[i == n - 1 ? i : i + 1];
    rod.swap(next);
  }
  for (const int each : rod) sum += each;
  if (result != sum) return printf("the sum is %d, not %d\n", result, sum), 1;
  puts("right");
}
