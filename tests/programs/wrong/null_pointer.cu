// Nobody looked whether there was enough memory.
#include <cstdio>

__global__ void fill(float* values) { values[threadIdx.x] = 1; }

int main() {
  float* values = nullptr;
  cudaMalloc(&values, size_t(1) << 50);
  cudaGetLastError();
  fill<<<1, 32>>>(values);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
