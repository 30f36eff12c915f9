// Threads that do not wait for each other, or not long enough, at barriers in shared memory (mbarrier) and of some
// warps. Here the threads come in an order in which the results are right by chance; they prove nothing.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cstdio>

constexpr int kThreads = 64;

__device__ void wait_for(__mbarrier_t* barrier, __mbarrier_token_t phase) {
  while (!__mbarrier_test_wait(barrier, phase)) {
  }
}

// Copies that an mbarrier counts, used without waiting for it.
__global__ void nobody_waits(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  __shared__ __mbarrier_t there;
  const int t = threadIdx.x;
  if (t == 0) __mbarrier_init(&there, kThreads);
  __syncthreads();
  __pipeline_memcpy_async(&numbers[t], &from[t], sizeof(int));
  __pipeline_arrive_on(&there);
  const __mbarrier_token_t phase = __mbarrier_arrive(&there);
  to[t] = numbers[t] + 1;
  wait_for(&there, phase);
}

// One waits for numbers, but writes new ones while others still read them.
__global__ void one_phase_short(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  __shared__ __mbarrier_t there;
  const int t = threadIdx.x;
  if (t == 0) __mbarrier_init(&there, kThreads);
  __syncthreads();
  int sum = 0;
  for (int n = 0; n < 2; ++n) {
    numbers[t] = from[t] + n;
    wait_for(&there, __mbarrier_arrive(&there));
    sum += numbers[t ^ 33];
  }
  to[t] = sum;
}

// Two warps fill two buffers, two empty them; but they say too early that a buffer is empty.
__global__ void released_early(int* to, const int* from) {
  __shared__ int buffer[2][kThreads];
  __shared__ __mbarrier_t full[2], empty[2];
  const int t = threadIdx.x % kThreads;
  if (threadIdx.x < 2)
    __mbarrier_init(&full[threadIdx.x], 2 * kThreads), __mbarrier_init(&empty[threadIdx.x], 2 * kThreads);
  __syncthreads();
  int sum = 0;
  for (int n = 0; n < 5; ++n) {
    if (threadIdx.x < kThreads) {
      if (n >= 2) wait_for(&empty[n % 2], __mbarrier_arrive(&empty[n % 2]));
      buffer[n % 2][t] = from[t] + 2 * n;
      __mbarrier_arrive(&full[n % 2]);
    } else {
      wait_for(&full[n % 2], __mbarrier_arrive(&full[n % 2]));
      if (n < 3) __mbarrier_arrive(&empty[n % 2]);
      sum = 3 * sum + buffer[n % 2][t ^ 35];
    }
  }
  if (threadIdx.x >= kThreads) to[t] = sum;
}

// The same by barriers of the block.
__device__ void meet(int barrier) { asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory"); }
__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory"); }
__global__ void announced_early(int* to, const int* from) {
  __shared__ int box[2][kThreads];
  const int t = threadIdx.x % kThreads;
  int sum = 0;
  for (int n = 0; n < 5; ++n) {
    if (threadIdx.x < kThreads) {
      if (n >= 2) meet(1 + n % 2);
      box[n % 2][t] = from[t] + 2 * n;
      arrive(3 + n % 2);
    } else {
      meet(3 + n % 2);
      if (n < 3) arrive(1 + n % 2);
      sum = 3 * sum + box[n % 2][t ^ 35];
    }
  }
  if (threadIdx.x >= kThreads) to[t] = sum;
}

// Warps 0 and 1 should meet; only 2 and 3 do.
__global__ void others_meet(int* to, const int* from) {
  __shared__ int numbers[2 * kThreads];
  const int t = threadIdx.x, warp = t / 32;
  numbers[t] = from[t % kThreads];
  if (warp >= 2) asm volatile("bar.sync %0, 64;" ::"r"(1) : "memory");
  if (warp < 2) to[t] = numbers[t ^ 33];
}

int main() {
  int *to, *from, numbers[kThreads];
  for (int i = 0; i < kThreads; ++i) numbers[i] = 7 * i % 50;
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&from, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  nobody_waits<<<1, kThreads>>>(to, from);
  one_phase_short<<<1, kThreads>>>(to, from);
  others_meet<<<1, 2 * kThreads>>>(to, from);
  released_early<<<1, 2 * kThreads>>>(to, from);
  announced_early<<<1, 2 * kThreads>>>(to, from);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
