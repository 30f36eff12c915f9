// Threads that take for granted what atomic and volatile accesses do not give them. Where blocks and lanes come in
// order, the results are right all the same.
#include <cstdio>

constexpr int kThreads = 64, kBlocks = 4;

__device__ unsigned tickets;

// The last block may read what all have stored before they took a ticket, but nobody waits for a neighbour's number.
__global__ void shifts_first(const int* from, int* to, int* sums, int* total) {
  __shared__ bool is_last;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  to[i] = from[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = to[i] + (i > 0 ? to[i - 1] : 0);
    __threadfence();
    is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  __threadfence();
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += sums[b];
  *total = sum;
}

// A block may set to 0 what another has counted.
__global__ void zeroes_first(const int* from, int* counts) {
  if (threadIdx.x < 8) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[from[blockIdx.x * kThreads + threadIdx.x] % 8], 1);
}

// Lanes of a warp are not in step, and volatile does not keep them so.
__global__ void volatile_tail(const int* from, int* to) {
  __shared__ volatile int sums[kThreads];
  const int t = threadIdx.x;
  sums[t] = from[t];
  __syncthreads();
  if (t < 32)
    for (int half = 32; half > 0; half /= 2) sums[t] += sums[t + half];
  __syncthreads();
  if (t == 0) *to = sums[0];
}

// The same written out: each step needs two.
__global__ void volatile_steps(const int* from, int* to) {
  __shared__ volatile int sums[kThreads];
  const int t = threadIdx.x;
  sums[t] = from[t];
  __syncthreads();
  if (t < 32) {
    sums[t] += sums[t + 32];
    sums[t] += sums[t + 16];
    sums[t] += sums[t + 8];
    sums[t] += sums[t + 4];
    sums[t] += sums[t + 2];
    sums[t] += sums[t + 1];
  }
  __syncthreads();
  if (t == 0) to[1] = sums[0];
}

// Two mistakes, with a __syncwarp between them.
__global__ void two_exchanges(const int* from, int* to) {
  __shared__ int numbers[kThreads];
  numbers[threadIdx.x] = from[threadIdx.x];
  const int next = numbers[threadIdx.x ^ 1];
  __syncwarp();
  numbers[threadIdx.x] = next + 1;
  to[threadIdx.x] = numbers[threadIdx.x ^ 2];
}

// The first lane alone has the sum of its warp.
__global__ void all_store_it(const int* from, int* to) {
  int sum = from[threadIdx.x];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
  to[threadIdx.x / 32] = sum;
}

int main() {
  int numbers[kThreads * kBlocks], result, *from, *to, *sums;
  for (int i = 0; i < kThreads * kBlocks; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&sums, 64 * sizeof(int));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(to, 0, sizeof(numbers));
  shifts_first<<<kBlocks, kThreads>>>(from, to, sums, sums + 32);
  zeroes_first<<<kBlocks, kThreads>>>(from, sums);
  volatile_tail<<<1, kThreads>>>(from, to);
  volatile_steps<<<1, kThreads>>>(from, to);
  two_exchanges<<<1, kThreads>>>(from, sums);
  cudaMemcpy(&result, to, sizeof(int), cudaMemcpyDeviceToHost);
  all_store_it<<<1, kThreads>>>(from, to);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("failed"), 1;
  for (int i = 0; i < kThreads; ++i) result -= numbers[i];
  printf("%s\n", result == 0 ? "right" : "sum");
  return result != 0;
}
