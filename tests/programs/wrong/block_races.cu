// Blocks take from each other what nothing says is there yet, and store to one place. Each is right where they run in
// turn.
#include <cstdio>

__global__ void takes_from_the_block_before(int* numbers, int* sums) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  numbers[i] = 3 * i;
  sums[i] = i < blockDim.x || threadIdx.x != 0 ? 0 : numbers[i - 1];
}

// The same along z.
constexpr int kLayer = 64;
__global__ void takes_from_the_layer_before(int* numbers, int* sums) {
  const unsigned i = blockIdx.z * kLayer + threadIdx.x;
  sums[i] = 3 * i;
  numbers[i] = blockIdx.z == 0 ? 0 : sums[kLayer * (blockIdx.z - 1) + threadIdx.x];
}

__global__ void all_store_one(int* largest, const int* numbers) {
  const int number = numbers[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 7) *largest = number;
}

// All blocks use the same part of an array for themselves.
__global__ void share_scratch(const int* numbers, int* scratch, int* turned) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  scratch[threadIdx.x] = numbers[i];
  __syncthreads();
  turned[i] = scratch[63 - threadIdx.x];
}

int main() {
  int *numbers, *sums, *largest, results[256];
  cudaMalloc(&numbers, sizeof(results));
  cudaMalloc(&sums, sizeof(results));
  cudaMalloc(&largest, sizeof(int));
  takes_from_the_block_before<<<4, 64>>>(numbers, sums);
  all_store_one<<<4, 64>>>(largest, numbers);
  takes_from_the_layer_before<<<dim3(1, 1, 4), kLayer>>>(sums, numbers);
  cudaMemcpy(results, numbers, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i)
    if (results[i] != 3 * i) return puts("numbers"), 1;
  cudaMemcpy(results, largest, sizeof(int), cudaMemcpyDeviceToHost);
  if (results[0] % 192 != 21) return puts("largest"), 1;  // that of any block
  share_scratch<<<4, 64>>>(numbers, sums, numbers);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("scratch"), 1;
  puts("right");
}
