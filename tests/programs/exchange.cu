// Threads of a block exchange numbers through global memory, and wait for each other. Where many store to one place,
// they store the same.
#include <cstdio>

constexpr int kThreads = 128, kBlocks = 3, kNumbers = kThreads * kBlocks;

__global__ void reverse(int* numbers) {
  int* const mine = numbers + blockIdx.x * kThreads;
  const int number = mine[kThreads - 1 - threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = number;
}

__global__ void swap_pairs(int* numbers) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  const int number = numbers[i ^ 1];
  __syncwarp();
  numbers[i] = number;
}

// `found`: 1 if there is such a number, and which block it is in is not asked for.
__global__ void find(const int* numbers, int wanted, int* found, int* size) {
  if (numbers[blockIdx.x * kThreads + threadIdx.x] % 10 == wanted) *found = 1;
  *size = gridDim.x * blockDim.x;
}

int main() {
  int numbers[kNumbers], results[kNumbers], *data, *found;
  for (int i = 0; i < kNumbers; ++i) numbers[i] = i * 37 % 401;
  cudaMalloc(&data, sizeof(numbers));
  cudaMalloc(&found, 2 * sizeof(int));
  cudaMemcpy(data, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(found, 0, 2 * sizeof(int));
  reverse<<<kBlocks, kThreads>>>(data);
  swap_pairs<<<kBlocks, kThreads>>>(data);
  find<<<kBlocks, kThreads>>>(data, 7, found, found + 1);
  cudaMemcpy(results, data, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kNumbers; ++i)
    if (results[i] != numbers[i / kThreads * kThreads + kThreads - 1 - (i % kThreads ^ 1)]) return puts("numbers"), 1;
  cudaMemcpy(results, found, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  if (results[0] != 1 || results[1] != kNumbers) return puts("found"), 1;
  puts("right");
}
