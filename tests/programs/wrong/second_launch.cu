// The first launch is right. The second stores to memory that was freed meanwhile.
#include <cstdio>

__global__ void count_up(int* counts) { ++counts[threadIdx.x]; }

int main() {
  int* counts;
  cudaMalloc(&counts, 32 * sizeof(int));
  cudaMemset(counts, 0, 32 * sizeof(int));
  count_up<<<1, 32>>>(counts);
  cudaFree(counts);
  count_up<<<1, 32>>>(counts);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
