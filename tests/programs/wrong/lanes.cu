// Sums by shuffles that take values from lanes that are not there: these values are undefined.
#include <cstdio>

__device__ int sum_of_warp(int number) {
  for (int by = 16; by > 0; by /= 2) number += __shfl_xor_sync(~0u, number, by);
  return number;
}

__global__ void beyond_the_block(const int* from, int* to) {  // of 40 threads: the second warp has 8
  const int sum = sum_of_warp(from[threadIdx.x]);
  if (threadIdx.x % 32 == 0) to[threadIdx.x / 32] = sum;
}

__global__ void outside_the_mask(const int* from, int* to) {
  int number = from[threadIdx.x];
  number += __shfl_down_sync(0x0000ffff, number, 16);  // 16 and not 8
  if (threadIdx.x < 16) to[threadIdx.x] = number;
}

__global__ void have_ended(const int* from, int* to, int count) {
  if (threadIdx.x >= count) return;
  const int next = __shfl_down_sync(~0u, from[threadIdx.x], 1);
  if (next > 50) to[threadIdx.x] = 1;
}

__global__ void counted_in_cells(const int* from, int* to) {  // that nobody has set to zero
  __shared__ int counts[32];
  atomicAdd(&counts[from[threadIdx.x] % 32], 1);
  __syncthreads();
  if (threadIdx.x < 32) to[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  int numbers[128], result, *from, *to;
  for (int i = 0; i < 128; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(to, 0, sizeof(numbers));
  outside_the_mask<<<1, 32>>>(from, to);
  have_ended<<<1, 32>>>(from, to, 28);
  counted_in_cells<<<1, 128>>>(from, to);
  beyond_the_block<<<1, 40>>>(from, to);
  cudaMemcpy(&result, to, sizeof(result), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += numbers[i];
  if (result != sum) return printf("%d, not %d\n", result, sum), 1;  // of the warp that is whole
  puts("right");
}
