// Copies to shared memory in the background (cp.async) that are used before they are there for certain. On a GPU that
// is mostly late enough, and here copies are made when they are asked for: the results prove nothing.
#include <cuda_pipeline.h>
#include <cstdio>

constexpr int kThreads = 64;

__device__ void copy(int* to, const int* from) {
  __pipeline_memcpy_async(to, from, sizeof(int));
  __pipeline_commit();
}

__global__ void no_wait(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  copy(&numbers[threadIdx.x], &from[threadIdx.x]);
  to[threadIdx.x] = numbers[threadIdx.x] + 1;
  __pipeline_wait_prior(0);
}

__global__ void barrier_before_wait(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  copy(&numbers[threadIdx.x], &from[threadIdx.x]);
  __syncthreads();
  __pipeline_wait_prior(0);
  to[threadIdx.x] = numbers[threadIdx.x ^ 1] + 1;
}

__global__ void waits_for_the_first(int* to, const int* from) {
  __shared__ int numbers[2][kThreads];
  copy(&numbers[0][threadIdx.x], &from[threadIdx.x]);
  copy(&numbers[1][threadIdx.x], &from[threadIdx.x + kThreads]);
  __pipeline_wait_prior(1);
  __syncthreads();
  to[threadIdx.x] = numbers[0][threadIdx.x ^ 33] + numbers[1][threadIdx.x ^ 33];
  __pipeline_wait_prior(0);
}

__global__ void overwritten(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  copy(&numbers[threadIdx.x], &from[threadIdx.x]);
  __syncthreads();
  numbers[kThreads - 1 - threadIdx.x] = from[threadIdx.x] + 1;
  __pipeline_wait_prior(0);
  __syncthreads();
  to[threadIdx.x] = numbers[threadIdx.x];
}

// The copies are there, but only each thread's own: others need a barrier behind the wait, not before it.
__global__ void waits_alone(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  copy(&numbers[threadIdx.x], &from[threadIdx.x]);
  const int more = from[threadIdx.x + kThreads];
  __pipeline_wait_prior(0);
  to[threadIdx.x] = numbers[threadIdx.x ^ 33] + more;
}

// Nothing is wrong with these: a thread that has waited may use what it has copied, and others after a barrier.
__global__ void own_copies(int* to, const int* from) {
  __shared__ int numbers[2][kThreads];
  copy(&numbers[0][threadIdx.x], &from[threadIdx.x]);
  for (int i = 0; i < 5; ++i) {
    if (i < 4)
      copy(&numbers[(i + 1) % 2][threadIdx.x], &from[threadIdx.x + (i + 1) % 2 * kThreads]);
    else
      __pipeline_commit();
    __pipeline_wait_prior(1);
    to[threadIdx.x] = numbers[i % 2][threadIdx.x];
  }
}

__global__ void half_of_the_lanes(int* to, const int* from) {
  __shared__ int numbers[kThreads];
  if (threadIdx.x % 2 == 0) {
    copy(&numbers[threadIdx.x], &from[threadIdx.x]);
    __pipeline_wait_prior(0);
  } else {
    numbers[threadIdx.x] = from[threadIdx.x];
  }
  __syncthreads();
  to[threadIdx.x] = numbers[threadIdx.x ^ 3];
}

int main() {
  int *to, *from, numbers[2 * kThreads];
  for (int i = 0; i < 2 * kThreads; ++i) numbers[i] = 7 * i % 50;
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&from, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  no_wait<<<1, kThreads>>>(to, from);
  barrier_before_wait<<<1, kThreads>>>(to, from);
  waits_for_the_first<<<1, kThreads>>>(to, from);
  overwritten<<<1, kThreads>>>(to, from);
  waits_alone<<<1, kThreads>>>(to, from);
  own_copies<<<1, kThreads>>>(to, from);
  half_of_the_lanes<<<1, kThreads>>>(to, from);
  int results[kThreads];
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kThreads; ++i)
    if (results[i] != numbers[i ^ 3]) return printf("number %d is %d, not %d\n", i, results[i], numbers[i ^ 3]), 1;
  puts("right");
}
