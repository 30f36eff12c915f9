// Each warp waits at a barrier of its own, though all threads of a block must come to the same __syncthreads. The
// second kernel is right: threads that have nothing to do end before the barrier, which does not wait for them.
#include <cstdio>

__global__ void two_barriers(float* values) {
  __shared__ float cells[64];
  values += blockIdx.x * blockDim.x;
  cells[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    values[threadIdx.x] = cells[63 - threadIdx.x] + 1;
  } else {
    __syncthreads();
    values[threadIdx.x] = cells[63 - threadIdx.x] - 1;
  }
}

__global__ void some_end(float* values, int n) {
  __shared__ float cells[64];
  if (threadIdx.x >= n) return;
  cells[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = cells[n - 1 - threadIdx.x];
}

int main() {
  float* values;
  cudaMalloc(&values, 128 * sizeof(float));
  cudaMemset(values, 0, 128 * sizeof(float));
  two_barriers<<<2, 64>>>(values);
  some_end<<<1, 64>>>(values, 40);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
