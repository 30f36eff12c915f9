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

// Data that are volatile are not ordered by that.
__global__ void smooths(volatile int* numbers, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < 3; ++pass) {
    const int half = (i > 0 ? numbers[i - 1] : 0) / 2 + (i + 1 < n ? numbers[i + 1] : 0) / 2;
    __syncthreads();
    numbers[i] = half;
    __syncthreads();
  }
}

// The ticket orders what its own thread has stored. The other threads do not wait before it is taken.
__global__ void sums_of_blocks(const int* from, volatile int* sums, int* to, unsigned* tickets) {
  __shared__ bool is_last;
  const int t = threadIdx.x;
  sums[blockIdx.x * 64 + t] = 3 * from[t];
  __threadfence();
  if (t == 0) is_last = atomicInc(tickets, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += sums[b * 64 + t];
  to[t] = sum;
}

int main() {
  int *numbers, *sums, *largest, results[256];
  cudaMalloc(&numbers, sizeof(results));
  cudaMalloc(&sums, sizeof(results));
  cudaMalloc(&largest, 65 * sizeof(int));
  takes_from_the_block_before<<<4, 64>>>(numbers, sums);
  all_store_one<<<4, 64>>>(largest, numbers);
  takes_from_the_layer_before<<<dim3(1, 1, 4), kLayer>>>(sums, numbers);
  cudaMemcpy(results, numbers, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i)
    if (results[i] != 3 * i) return puts("numbers"), 1;
  cudaMemcpy(results, largest, sizeof(int), cudaMemcpyDeviceToHost);
  if (results[0] % 192 != 21) return puts("largest"), 1;  // that of any block
  share_scratch<<<4, 64>>>(numbers, sums, numbers);
  smooths<<<4, 64>>>(numbers, 256);
  cudaMemset(largest, 0, sizeof(int));
  sums_of_blocks<<<4, 64>>>(numbers, sums, largest + 1, reinterpret_cast<unsigned*>(largest));
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("scratch"), 1;
  puts("right");
}
