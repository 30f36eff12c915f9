// All lanes of a warp want one lock. The lane that has it has left the loop in which the others wait, and goes on
// alone. Behind the lock lanes wait for each other again. Lanes also meet at one barrier in two loops.
#include <cuda/barrier>

#include <cstdio>

constexpr int kThreads = 64, kLanes = 32, kBins = 5;
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

/// Each lane tries until it has the lock of its bin, and changes plain numbers under it, twice.
__global__ void count(const int* keys, int* locks, int* counts, int* sums) {
  const int key = keys[blockIdx.x * kThreads + threadIdx.x], bin = key % kBins;
  for (int i = 0; i < 2; ++i)
    for (bool done = false; !done;) {
      if (atomicCAS(&locks[bin], 0, 1) != 0) continue;
      __threadfence();
      counts[bin] = counts[bin] + 1;
      sums[bin] = sums[bin] + key;
      __threadfence();
      atomicExch(&locks[bin], 0);
      done = true;
    }
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

/// Each lane comes to the barrier three times, but to each of the two places a number of times of its own.
__global__ void meet_at_two_places(int* to) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, kThreads);
  __syncthreads();
  const int first = threadIdx.x % 4;
  int sum = 0;
  for (int i = 0; i < first; ++i) barrier.arrive_and_wait(), sum += 1;
  for (int i = first; i < 3; ++i) barrier.arrive_and_wait(), sum += 100;
  to[threadIdx.x] = sum;
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

  meet_at_two_places<<<1, kThreads>>>(numbers);
  cudaMemcpy(sums, numbers, sizeof(sums), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kThreads; ++i) wrong += sums[i] != i % 4 + 100 * (3 - i % 4);

  int keys[2 * kThreads], totals[3 * kBins] = {}, *device_keys, *bins;
  for (int i = 0; i < 2 * kThreads; ++i) keys[i] = i * 37 % 101;
  cudaMalloc(&device_keys, sizeof(keys));
  cudaMalloc(&bins, sizeof(totals));
  cudaMemcpy(device_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, sizeof(totals));
  count<<<2, kThreads>>>(device_keys, bins, bins + kBins, bins + 2 * kBins);
  cudaMemcpy(totals, bins, sizeof(totals), cudaMemcpyDeviceToHost);
  for (const int key : keys) totals[kBins + key % kBins] -= 2, totals[2 * kBins + key % kBins] -= 2 * key;
  for (const int total : totals) wrong += total != 0;
  puts(wrong == 0 && cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
