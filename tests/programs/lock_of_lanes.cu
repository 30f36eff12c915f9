// All lanes of a warp want one lock. The lane that has it has left the loop in which the others wait, and goes on
// alone. Behind the lock lanes wait for each other again.
#include <cstdio>

constexpr int kThreads = 64, kLanes = 32;
__device__ int locked = 0, number = 0;

__device__ int next_number() {
  while (atomicCAS(&locked, 0, 1) != 0) {
  }
  __threadfence();
  const int mine = number;
  number = mine + 1;
  __threadfence();
  atomicExch(&locked, 0);
  return mine;
}

__global__ void draw(int* numbers) { numbers[next_number()] = threadIdx.x; }

__global__ void draw_and_sum(int* sums) {
  int sum = next_number();
  for (int step = kLanes / 2; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  sums[threadIdx.x] = sum;
}

__global__ void draw_and_turn(int* numbers) {
  __shared__ int drawn[kThreads], lane_after[kThreads];
  drawn[threadIdx.x] = next_number();
  __syncwarp();
  lane_after[threadIdx.x] = drawn[threadIdx.x ^ 1];
  __syncthreads();
  numbers[threadIdx.x] = lane_after[kThreads - 1 - threadIdx.x];
}

int main() {
  int *numbers, drawn[kThreads], sums[kThreads], turned[kThreads];
  cudaMalloc(&numbers, sizeof(drawn));
  draw<<<1, kThreads>>>(numbers);
  cudaMemcpy(drawn, numbers, sizeof(drawn), cudaMemcpyDeviceToHost);
  draw_and_sum<<<1, kThreads>>>(numbers);
  cudaMemcpy(sums, numbers, sizeof(sums), cudaMemcpyDeviceToHost);
  draw_and_turn<<<1, kThreads>>>(numbers);
  cudaMemcpy(turned, numbers, sizeof(turned), cudaMemcpyDeviceToHost);

  int wrong = 0, threads = 0, turns = 0;
  for (int i = 0; i < kThreads; ++i) threads += drawn[i], turns += turned[i];
  wrong += threads != kThreads * (kThreads - 1) / 2;                     // each thread drew one number
  wrong += sums[0] + sums[kLanes] != kThreads * (3 * kThreads - 1) / 2;  // 64 to 127, in two sums
  for (int i = 0; i < kThreads; ++i) wrong += sums[i] != sums[i / kLanes * kLanes];
  wrong += turns != kThreads * (5 * kThreads - 1) / 2;  // 128 to 191
  puts(wrong == 0 && cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
