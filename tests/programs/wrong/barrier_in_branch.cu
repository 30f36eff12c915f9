// Only some lanes of a warp come to the barrier.
#include <cstdio>

__global__ void half(int* values) {
  if (threadIdx.x % 32 < 16) {
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
  }
  values[threadIdx.x] += 1;
}

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  half<<<1, 64>>>(values);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
