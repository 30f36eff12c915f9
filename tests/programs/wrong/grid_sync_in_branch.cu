// One block does not come where the others wait for all.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void grid_sync_in_branch(int* numbers) {
  numbers[blockIdx.x] = 1;
  if (blockIdx.x != 2) cooperative_groups::this_grid().sync();
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 5 * sizeof(int));
  void* arguments[] = {&numbers};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_sync_in_branch), 5, 32, arguments);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
