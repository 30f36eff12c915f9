// Thread 37 of the second block does not find what it asserts.
#include <cassert>
#include <cstdio>

__global__ void check(const int* numbers) { assert(numbers[blockIdx.x * blockDim.x + threadIdx.x] < 100); }

int main() {
  const int n = 128;
  int numbers[n], *device;
  for (int i = 0; i < n; ++i) numbers[i] = i == 101 ? 100 : i % 100;
  cudaMalloc(&device, sizeof(numbers));
  cudaMemcpy(device, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  check<<<2, 64>>>(device);
  if (cudaDeviceSynchronize() != cudaErrorAssert || cudaGetLastError() != cudaErrorAssert) return 1;
  puts(cudaGetErrorName(cudaMalloc(&device, 4)));  // until the program ends
}
