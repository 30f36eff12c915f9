// Threads that wait for each other without __syncthreads: at barriers in shared memory (mbarrier), which may count
// asynchronous copies too.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cstdio>

constexpr int kThreads = 128, kTiles = 6;

__device__ void wait_for(__mbarrier_t* barrier, __mbarrier_token_t phase) {
  while (!__mbarrier_test_wait(barrier, phase)) {
  }
}

// All threads copy, and all wait for all copies; two buffers.
__global__ void copies(int* to, const int* from) {
  __shared__ int tile[2][kThreads];
  __shared__ __mbarrier_t there[2];
  const int t = threadIdx.x;
  if (t < 2) __mbarrier_init(&there[t], kThreads);
  __syncthreads();
  const auto copy = [&](int n) {
    __pipeline_memcpy_async(&tile[n % 2][t], &from[n * kThreads + t], sizeof(int));
    __pipeline_arrive_on(&there[n % 2]);
    return __mbarrier_arrive(&there[n % 2]);
  };
  __mbarrier_token_t phase = copy(0);
  int sum = 0;
  for (int n = 0; n < kTiles; ++n) {
    wait_for(&there[n % 2], phase);
    sum = 3 * sum + tile[n % 2][kThreads - 1 - t];
    if (n + 1 < kTiles) phase = copy(n + 1);  // to where tile n - 1 was: all who have arrived for n have read it
  }
  to[t] = sum;
}

// Two warps make numbers, two use them.
__global__ void producers(int* to, const int* from) {
  __shared__ int box[64];
  __shared__ __mbarrier_t full, empty;
  const int t = threadIdx.x, lane = t % 64;
  if (t == 0) __mbarrier_init(&full, kThreads), __mbarrier_init(&empty, kThreads);
  __syncthreads();
  int sum = 0;
  for (int n = 0; n < kTiles; ++n) {
    const __mbarrier_token_t read = __mbarrier_arrive(&empty);
    if (t < 64) {
      wait_for(&empty, read);
      box[lane] = 5 * from[n * kThreads + lane] + n;
      __mbarrier_arrive(&full);
    } else {
      wait_for(&full, __mbarrier_arrive(&full));
      sum = 3 * sum + box[63 - lane];
    }
  }
  if (t >= 64) to[lane] = sum;
}

int main() {
  constexpr int kNumbers = kTiles * kThreads;
  int *to, *from, numbers[kNumbers], results[kThreads];
  for (int i = 0; i < kNumbers; ++i) numbers[i] = 7 * i % 50 + i % 3;
  cudaMalloc(&to, sizeof(results));
  cudaMalloc(&from, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);

  copies<<<1, kThreads>>>(to, from);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int t = 0; t < kThreads; ++t) {
    int sum = 0;
    for (int n = 0; n < kTiles; ++n) sum = 3 * sum + numbers[n * kThreads + kThreads - 1 - t];
    if (results[t] != sum) return printf("copies: number %d is %d, not %d\n", t, results[t], sum), 1;
  }

  producers<<<1, kThreads>>>(to, from);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int t = 0; t < 64; ++t) {
    int sum = 0;
    for (int n = 0; n < kTiles; ++n) sum = 3 * sum + 5 * numbers[n * kThreads + 63 - t] + n;
    if (results[t] != sum) return printf("producers: number %d is %d, not %d\n", t, results[t], sum), 1;
  }
  puts("right");
}
