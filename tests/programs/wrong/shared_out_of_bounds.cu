// The tile is given less dynamic shared memory than it is used as.
#include <cstdio>

__global__ void turn(int* values) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  int* values;
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMemset(values, 0, 256 * sizeof(int));
  turn<<<1, 256, 256>>>(values);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
