// A launch that is refused, which nobody looks at, and one that goes beyond an array in a loop that nvcc unrolls.
#include <cstdio>

__global__ void fill(float* values) { values[threadIdx.x] = 5; }

__global__ void beyond(const float* from, float* to) {
  for (int i = 0; i < 4; ++i) to[threadIdx.x + 32 * i] = from[threadIdx.x + 32 * i + 64];
}

int main() {
  const int n = 128;
  float *from, *to;
  cudaMalloc(&from, n * sizeof(float));
  cudaMalloc(&to, n * sizeof(float));
  cudaMemset(from, 0, n * sizeof(float));
  fill<<<1, 2048>>>(to);
  beyond<<<1, 32>>>(from, to);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
