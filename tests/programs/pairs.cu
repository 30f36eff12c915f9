// Some of a block's warps wait for each other, and not for the rest: bar.sync of two warps; and warps tell others, but
// do not wait for them: bar.arrive.
#include <cstdio>

constexpr int kThreads = 128;

__device__ void meet(int barrier) { asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory"); }

// Warps 0 and 2 exchange numbers, and so do 1 and 3.
__global__ void pairs(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  const int t = threadIdx.x, pair = t / 32 % 2;
  int mine = from[t];
  for (int n = 0; n < 3 + pair; ++n) {
    numbers[t] = mine;
    meet(1 + pair);
    mine = 2 * mine + numbers[t ^ 65];
    meet(1 + pair);
  }
  to[t] = mine;
}

// Two warps fill two buffers, and two empty them.
__device__ void wait_for_all(int barrier) { asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory"); }
__device__ void tell(int barrier) { asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory"); }
__global__ void buffers(int* to, const int* from) {
  __shared__ int buffer[2][kThreads / 2];
  const int t = threadIdx.x % (kThreads / 2);
  int sum = 0;
  for (int n = 0; n < 5; ++n) {
    if (threadIdx.x < kThreads / 2) {
      if (n >= 2) wait_for_all(1 + n % 2);
      buffer[n % 2][t] = from[t] + 2 * n;
      tell(3 + n % 2);
    } else {
      wait_for_all(3 + n % 2);
      sum = 3 * sum + buffer[n % 2][t ^ 35];
      if (n < 3) tell(1 + n % 2);
    }
  }
  if (threadIdx.x >= kThreads / 2) to[t] = sum;
}

int main() {
  int *to, *from, numbers[kThreads], results[kThreads];
  for (int i = 0; i < kThreads; ++i) numbers[i] = 7 * i % 50 + i % 3;
  cudaMalloc(&to, sizeof(results));
  cudaMalloc(&from, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  pairs<<<1, kThreads>>>(to, from);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  int now[kThreads], next[kThreads];
  for (int t = 0; t < kThreads; ++t) now[t] = numbers[t];
  for (int n = 0; n < 4; ++n) {
    for (int t = 0; t < kThreads; ++t) next[t] = n < 3 + t / 32 % 2 ? 2 * now[t] + now[t ^ 65] : now[t];
    for (int t = 0; t < kThreads; ++t) now[t] = next[t];
  }
  for (int t = 0; t < kThreads; ++t)
    if (results[t] != now[t]) return printf("number %d is %d, not %d\n", t, results[t], now[t]), 1;
  buffers<<<1, kThreads>>>(to, from);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int t = 0; t < kThreads / 2; ++t) {
    int sum = 0;
    for (int n = 0; n < 5; ++n) sum = 3 * sum + numbers[t ^ 35] + 2 * n;
    if (results[t] != sum) return printf("sum %d is %d, not %d\n", t, results[t], sum), 1;
  }
  puts("right");
}
