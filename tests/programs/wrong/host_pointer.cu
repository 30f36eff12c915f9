// The kernel gets the host's array instead of its copy on the device.
#include <cstdio>

__global__ void add(const int* numbers, int* sums) { sums[threadIdx.x] += numbers[threadIdx.x]; }

int main() {
  int numbers[64], *sums;
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  cudaMalloc(&sums, sizeof(numbers));
  cudaMemset(sums, 0, sizeof(numbers));
  add<<<1, 64>>>(numbers, sums);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
