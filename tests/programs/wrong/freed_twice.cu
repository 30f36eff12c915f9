// A thread frees what another has freed before.
#include <cstdio>

__global__ void freed_twice(int* numbers) {
  __shared__ int* shared;
  if (threadIdx.x == 0) shared = static_cast<int*>(malloc(64));
  __syncthreads();
  if (threadIdx.x % 50 == 0) free(shared);
  numbers[threadIdx.x] = 1;
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 64 * sizeof(int));
  freed_twice<<<1, 64>>>(numbers);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
