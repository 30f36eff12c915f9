// The threads of wrong/leaders.cu, wrong/lost_updates.cu and wrong/unordered.cu, and others like them, but each waits
// where it must.
#include <cstdio>

constexpr int kThreads = 128, kBlocks = 4, kNumbers = kThreads * kBlocks, kRounds = 3;

__global__ void one_tells_all(const int* from, int* to) {
  __shared__ int shift;
  if (threadIdx.x == 0) shift = from[kThreads - 1];
  __syncthreads();
  to[threadIdx.x] = from[threadIdx.x] + shift;
}

__global__ void rounds(const int* from, int* to) {
  __shared__ int limit;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (threadIdx.x == 0) limit = from[round];
    __syncthreads();
    sum += limit;
    __syncthreads();
  }
  to[threadIdx.x] = sum;
}

__global__ void lane_tells_warp(int* next, int* to) {
  __shared__ int places[kThreads / 32];
  if (threadIdx.x % 32 == 0) places[threadIdx.x / 32] = atomicAdd(next, 32);
  __syncwarp();
  to[places[threadIdx.x / 32] + threadIdx.x % 32] = threadIdx.x;
}

// The last thread of the block that stores reads what all have stored.
__global__ void last_of_block(const int* from, int* to) {
  __shared__ int numbers[kThreads], done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  numbers[threadIdx.x] = from[threadIdx.x];
  __threadfence_block();
  if (atomicAdd(&done, 1) != kThreads - 1) return;
  int sum = 0;
  for (int i = 0; i < kThreads; ++i) sum += numbers[i];
  *to = sum;
}

// The last block divides the sum that all have added to.
__global__ void last_block_divides(const int* from, int* sum, unsigned* tickets) {
  atomicAdd(sum, from[blockIdx.x * kThreads + threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x != 0 || atomicInc(tickets, kBlocks - 1) != kBlocks - 1) return;
  *sum = *sum / kNumbers;
}

// Threads check whether there is room before they take some: what they find may be old, and they try again.
__global__ void looks_first(int* taken, int* to) {
  if (*taken >= kThreads) return;
  const int place = atomicAdd(taken, 1);
  if (place < kThreads) to[place] = place + 1;
}

// Blocks add to a number in turn.
__global__ void in_turn(const int* from, int* sum, volatile int* turn) {
  if (threadIdx.x != 0) return;
  while (*turn != blockIdx.x) {
  }
  __threadfence();
  *sum = *sum * 2 + from[blockIdx.x];
  __threadfence();
  *turn = blockIdx.x + 1;
}

int main() {
  int numbers[kNumbers], results[kNumbers], *from, *to, *more;
  for (int i = 0; i < kNumbers; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&more, sizeof(int));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  const auto begin = [&] { cudaMemset(to, 0, sizeof(numbers)), cudaMemset(more, 0, sizeof(int)); };
  const auto first = [&] { return cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost), results[0]; };
  begin(), one_tells_all<<<1, kThreads>>>(from, to);
  if (first() != numbers[0] + numbers[kThreads - 1]) return puts("one_tells_all"), 1;
  begin(), rounds<<<1, kThreads>>>(from, to);
  if (first() != numbers[0] + numbers[1] + numbers[2]) return puts("rounds"), 1;
  begin(), lane_tells_warp<<<1, kThreads>>>(more, to);
  if (first() % 32 != 0) return puts("lane_tells_warp"), 1;
  int sum = 0, all = 0, chain = 0;
  for (int i = 0; i < kNumbers; ++i) sum += i < kThreads ? numbers[i] : 0, all += numbers[i];
  for (int b = 0; b < kBlocks; ++b) chain = chain * 2 + numbers[b];
  begin(), last_of_block<<<1, kThreads>>>(from, to);
  if (first() != sum) return puts("last_of_block"), 1;
  begin(), last_block_divides<<<kBlocks, kThreads>>>(from, to, reinterpret_cast<unsigned*>(more));
  if (first() != all / kNumbers) return puts("last_block_divides"), 1;
  begin(), looks_first<<<kBlocks, kThreads>>>(more, to);
  if (first() != 1) return puts("looks_first"), 1;
  begin(), in_turn<<<kBlocks, kThreads>>>(from, to, more);
  if (first() != chain) return puts("in_turn"), 1;
  puts("right");
}
