// Blocks of ordinary launches wait for each other: all of them at a barrier made by hand, over and over, and each for
// the one after it. A GPU holds them all at the same time, so they need not be cooperative. There are more than a host
// has cores.
#include <cstdio>

constexpr int kThreads = 64, kBlocks = 100, kNumbers = kThreads * kBlocks, kSteps = 5;

__device__ unsigned arrived;
__device__ volatile int done[kBlocks + 1];

/// `meeting`: how often all have met here, with this time.
__device__ void meet(unsigned meeting) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);
    while (*static_cast<volatile unsigned*>(&arrived) < meeting * gridDim.x) {
    }
  }
  __syncthreads();
  __threadfence();
}

__device__ unsigned waiting;
__device__ volatile unsigned meetings;

/// Whoever comes last sets the count back and tells all others, and does not wait itself.
__device__ void meet_again() {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned before = meetings;
    __threadfence();
    if (atomicAdd(&waiting, 1) == gridDim.x - 1) {
      waiting = 0;
      __threadfence();
      meetings = before + 1;
    } else {
      while (meetings == before) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

/// Each number becomes the difference of its neighbours, twice.
__global__ void differences(int* numbers, int* next) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < 2; ++step) {
    next[i] = numbers[(i + 1) % kNumbers] - numbers[(i + kNumbers - 1) % kNumbers];
    meet_again();
    int* const old = numbers;
    numbers = next, next = old;
  }
}

/// Each number becomes twice itself and the one that lies a block and a bit further on.
__global__ void shift(int* numbers, int* next) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < kSteps; ++step) {
    next[i] = 2 * numbers[i] + numbers[(i + kThreads + 3) % kNumbers];
    meet(step + 1);
    int* const old = numbers;
    numbers = next, next = old;
  }
}

/// The sums of the numbers of each block and those after it.
__global__ void sum_from_here(const int* numbers, int* sums) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, numbers[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  while (blockIdx.x + 1 < gridDim.x && done[blockIdx.x + 1] == 0) {
  }
  __threadfence();
  sums[blockIdx.x] = sum + (blockIdx.x + 1 < gridDim.x ? sums[blockIdx.x + 1] : 0);
  __threadfence();
  done[blockIdx.x] = 1;
}

int main() {
  static int numbers[kNumbers], next[kNumbers], results[kNumbers];
  for (int i = 0; i < kNumbers; ++i) numbers[i] = i * 37 % 101;
  int *from, *to, *sums;
  cudaMalloc(&from, sizeof(numbers)), cudaMalloc(&to, sizeof(numbers)), cudaMalloc(&sums, kBlocks * sizeof(int));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  shift<<<kBlocks, kThreads>>>(from, to);
  sum_from_here<<<kBlocks, kThreads>>>(kSteps % 2 == 0 ? from : to, sums);
  if (cudaMemcpy(results, sums, kBlocks * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  for (int step = 0; step < kSteps; ++step) {
    for (int i = 0; i < kNumbers; ++i) next[i] = 2 * numbers[i] + numbers[(i + kThreads + 3) % kNumbers];
    for (int i = 0; i < kNumbers; ++i) numbers[i] = next[i];
  }
  int sum = 0;
  for (int b = kBlocks - 1; b >= 0; --b) {
    for (int t = 0; t < kThreads; ++t) sum += numbers[b * kThreads + t];
    if (results[b] != sum) return printf("from block %d on: %d, not %d\n", b, results[b], sum), 1;
  }
  for (int i = 0; i < kNumbers; ++i) numbers[i] = i * 37 % 101;
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  differences<<<kBlocks, kThreads>>>(from, to);
  cudaMemcpy(results, from, sizeof(numbers), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kNumbers; ++i) {
    const auto at = [&](int n) { return numbers[(i + n + kNumbers) % kNumbers]; };
    const int expected = at(2) - 2 * at(0) + at(-2);
    if (results[i] != expected) return printf("difference %d: %d, not %d\n", i, results[i], expected), 1;
  }
  puts("right");
}
