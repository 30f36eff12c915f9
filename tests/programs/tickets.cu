// Blocks tell each other in global memory what they have done: the last one to take a ticket adds up what all have
// stored; each looks back at what those before it have announced.
#include <cstdio>

constexpr int kThreads = 128, kBlocks = 9, kNumbers = kThreads * kBlocks;
enum Announced : int { kNothing, kOwnSum, kSumSoFar };

__device__ unsigned tickets, places;

__device__ int sum_of_block(int number) {
  __shared__ int sums[kThreads];
  sums[threadIdx.x] = number;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return sums[0];
}

__global__ void last_adds_up(const int* numbers, int* sums, int* total) {
  __shared__ bool is_last;
  const int sum = sum_of_block(numbers[blockIdx.x * kThreads + threadIdx.x]);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  const int all = sum_of_block(threadIdx.x < gridDim.x ? sums[threadIdx.x] : 0);
  if (threadIdx.x == 0) *total = all, tickets = 0;
}

__global__ void look_back(const int* numbers, int* before, volatile int* announced, int* own, int* so_far) {
  __shared__ int place;
  if (threadIdx.x == 0) place = atomicAdd(&places, 1u);
  __syncthreads();
  const int sum = sum_of_block(numbers[place * kThreads + threadIdx.x]);
  if (threadIdx.x != 0) return;
  own[place] = sum;
  __threadfence();
  announced[place] = kOwnSum;
  int earlier = 0;
  for (int p = place - 1, what = kNothing; p >= 0 && what != kSumSoFar; --p) {
    while ((what = announced[p]) == kNothing) {
    }
    __threadfence();
    earlier += what == kSumSoFar ? so_far[p] : own[p];
  }
  before[place] = earlier;
  so_far[place] = earlier + sum;
  __threadfence();
  announced[place] = kSumSoFar;
}

int main() {
  int numbers[kNumbers], before[kBlocks], total, *from, *to, *sums, *more, *flags;
  for (int i = 0; i < kNumbers; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  for (int** each : {&to, &sums, &more, &flags}) cudaMalloc(each, sizeof(before));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(flags, 0, sizeof(before));
  last_adds_up<<<kBlocks, kThreads>>>(from, sums, to);
  cudaMemcpy(&total, to, sizeof(int), cudaMemcpyDeviceToHost);
  look_back<<<kBlocks, kThreads>>>(from, to, flags, sums, more);
  cudaMemcpy(before, to, sizeof(before), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < kNumbers; ++i) {
    if (i % kThreads == 0 && before[i / kThreads] != sum) return printf("before block %d\n", i / kThreads), 1;
    sum += numbers[i];
  }
  if (total != sum) return printf("the sum is %d, not %d\n", total, sum), 1;
  puts("right");
}
