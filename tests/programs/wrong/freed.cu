// The array is freed before the kernel that stores to it.
#include <cstdio>

__global__ void fill(float* values) { values[threadIdx.x] = 1; }

int main() {
  float* values;
  cudaMalloc(&values, 64 * sizeof(float));
  cudaFree(values);
  fill<<<1, 64>>>(values);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
