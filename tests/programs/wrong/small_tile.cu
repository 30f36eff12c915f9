// The tile is copied by a function of a header: that is where what lies beyond the array is loaded.
#include <cstdio>

#include "../tile_copy.cuh"

__global__ void copies(const float* from, float* to) {
  __shared__ float tile[8 * 8];
  copy_tile(tile, from, 8);
  __syncthreads();
  to[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x * 8 + threadIdx.y];
}

int main() {
  const int n = 60;  // of 64
  float *from, *to;
  cudaMalloc(&from, n * sizeof(float));
  cudaMalloc(&to, 64 * sizeof(float));
  cudaMemset(from, 0, n * sizeof(float));
  copies<<<1, dim3(8, 8)>>>(from, to);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
