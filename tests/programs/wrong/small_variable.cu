// A variable on the device that is too small for the block.
#include <cstdio>

__device__ float few[4];

__global__ void fill() { few[threadIdx.x] = 1; }

int main() {
  fill<<<1, 64>>>();
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
