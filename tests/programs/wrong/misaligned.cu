// Four floats at once, from an address that is no multiple of 16.
#include <cstdio>

__global__ void copy(const float* from, float4* to) {
  to[threadIdx.x] = *reinterpret_cast<const float4*>(from + 4 * threadIdx.x + 1);
}

int main() {
  float* from;
  float4* to;
  cudaMalloc(&from, 1024 * sizeof(float));
  cudaMalloc(&to, 1024 * sizeof(float));
  cudaMemset(from, 0, 1024 * sizeof(float));
  copy<<<1, 32>>>(from, to);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
