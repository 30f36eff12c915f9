// All blocks wait for all, and there is one more of them than the device holds at the same time.
#include <cstdio>

__device__ unsigned arrived;

__global__ void no_room(int* numbers) {
  extern __shared__ int cells[];
  cells[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);
    while (*static_cast<volatile unsigned*>(&arrived) < gridDim.x) {
    }
  }
  __syncthreads();
  numbers[blockIdx.x * blockDim.x + threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x];
}

int main() {
  constexpr int kShared = 40 * 1024, kThreads = 64;
  int processors = 0, blocks = 0, *numbers;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, no_room, kThreads, kShared);
  blocks = blocks * processors + 1;
  cudaMalloc(&numbers, blocks * kThreads * sizeof(int));
  no_room<<<blocks, kThreads, kShared>>>(numbers);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
