// Atomic operations that order only themselves, and one whose order depends on the value that it finds.
#include <cstdio>

constexpr int kThreads = 64, kBlocks = 4, kNumbers = kThreads * kBlocks;

// The other blocks may still add to the sum that one thread divides.
__global__ void divides_too_early(const int* from, int* sum, int* places) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  places[i] = atomicAdd(sum, from[i]);
  __syncthreads();
  if (i == 1) *sum = *sum / kNumbers;
}

// The other blocks may still add to the sum that each block reads.
__global__ void reads_too_early(const int* from, int* sum, int* to) {
  atomicAdd(sum, from[blockIdx.x * kThreads + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) to[blockIdx.x] = *sum;
}

// The thread that takes a place stores it for those that do not.
__global__ void takes_places(int* next, int* to) {
  __shared__ int place;
  if (threadIdx.x == 0) place = atomicAdd(next, kThreads);
  to[place + threadIdx.x] = threadIdx.x;
}

// Each thread takes a number, and reads what its neighbour has stored, although nothing orders the two.
__global__ void counts_beside(const int* from, int* next, int* to) {
  __shared__ int numbers[kThreads];
  numbers[threadIdx.x] = from[threadIdx.x];
  const int place = atomicAdd(next, 1);
  to[place % kThreads] = numbers[(threadIdx.x + 32) % kThreads];
}

// Two counters: a thread that looks at one has not seen the other.
__global__ void another_counter(const int* from, int* sums, int* counters, int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = from[blockIdx.x];
    __threadfence();
    is_last = atomicAdd(&counters[blockIdx.x], 1) == 0;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int sum = 0;
  for (int b = 0; b < kBlocks; ++b) sum += sums[b];
  total[blockIdx.x] = sum;
}

// A thread that takes a number finds what the one before has stored, if that is there by now.
__global__ void takes_turns(int* next, int* chain) {
  if (threadIdx.x != 0) return;
  for (int n = 0; n < 2; ++n) {
    const int i = atomicAdd(next, 1);
    chain[i + 1] = chain[i] + 1;
  }
}

// The threads of the last block do not wait for the one that asks whether it is the last. With that barrier they would
// also know what the other blocks have stored.
__global__ void last_adds_up(const int* from, int* sums, int* tickets) {
  __shared__ unsigned missing;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  sums[i] = 2 * from[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) missing = kBlocks - 1 - atomicAdd(tickets, 1);
  if (missing == 0) {
    int sum = 0;
    for (int b = 0; b < kBlocks; ++b) sum += sums[b * kThreads + threadIdx.x];
    sums[kNumbers + threadIdx.x] = sum;
  }
}

// The same in blocks of one warp, which needs a __syncwarp.
__global__ void last_warp_adds_up(const int* from, int* sums, int* tickets) {
  __shared__ unsigned missing;
  const int i = blockIdx.x * 32 + threadIdx.x;
  sums[i] = 2 * from[i];
  __threadfence();
  __syncwarp();
  if (threadIdx.x == 31) missing = kBlocks - 1 - atomicAdd(tickets, 1);
  if (missing == 0) {
    int sum = 0;
    for (int b = 0; b < kBlocks; ++b) sum += sums[b * 32 + threadIdx.x];
    sums[kNumbers + threadIdx.x] = sum;
  }
}

// Here the barrier would not help: half of the sums are stored after the ticket is taken.
__global__ void stores_behind_the_ticket(const int* from, int* sums, int* tickets) {
  __shared__ unsigned missing;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x == 0) missing = kBlocks - 1 - atomicAdd(tickets, 1);
  sums[i] = 2 * from[i];
  if (missing == 0) {
    int sum = 0;
    for (int b = 0; b < kBlocks; ++b) sum += sums[b * kThreads + threadIdx.x];
    sums[kNumbers + threadIdx.x] = sum;
  }
}

int main() {
  int numbers[kNumbers], *from, *to, *more;
  for (int i = 0; i < kNumbers; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, 2 * sizeof(numbers));
  cudaMalloc(&more, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  const auto zero = [&] { cudaMemset(to, 0, 2 * sizeof(numbers)), cudaMemset(more, 0, sizeof(numbers)); };
  zero(), divides_too_early<<<kBlocks, kThreads>>>(from, more, to);
  zero(), reads_too_early<<<kBlocks, kThreads>>>(from, more, to);
  zero(), takes_places<<<kBlocks, kThreads>>>(more, to);
  zero(), counts_beside<<<1, kThreads>>>(from, more, to);
  zero(), another_counter<<<kBlocks, kThreads>>>(from, more, more + 64, to);
  zero(), takes_turns<<<kBlocks, kThreads>>>(more, to);
  zero(), last_adds_up<<<kBlocks, kThreads>>>(from, to, more);
  zero(), last_warp_adds_up<<<kBlocks, 32>>>(from, to, more);
  zero(), stores_behind_the_ticket<<<kBlocks, kThreads>>>(from, to, more);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
