// Threads leave a loop with barriers at different times, and lanes of one warp come to different barriers.
#include <cstdio>

__global__ void smooth(float* values, int n) {
  __shared__ float cells[96];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    cells[threadIdx.x] = values[i];
    __syncthreads();
    values[i] = 0.5f * (cells[threadIdx.x] + cells[95 - threadIdx.x]);
    __syncthreads();
  }
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] += cells[95 - threadIdx.x];
}

int main() {
  const int n = 2 * 96 + 44;
  float* values;
  cudaMalloc(&values, n * sizeof(float));
  cudaMemset(values, 0, n * sizeof(float));
  smooth<<<1, 96>>>(values, n);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
