// Warps hand a number on by flags in shared memory, and blocks by flags in global memory, each spinning until it is its
// turn. Then one warp fills a buffer, and another one takes what is in it, over and over.
#include <cuda/atomic>

#include <cstdio>

__device__ volatile int turn = 0, number = 1;

__global__ void pass(int* results) {
  __shared__ volatile int flag[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 4) flag[threadIdx.x] = 0;
  __syncthreads();
  if (warp == 3) {
    if (lane == 0) {
      while (turn != static_cast<int>(blockIdx.x)) {
      }
      flag[3] = number;
    }
  }
  __syncwarp();
  for (int tries = 0; flag[3 - (3 - warp) % 4] == 0; ++tries) {  // its registers never repeat
  }
  if (lane == 0 && warp > 0) flag[warp - 1] = flag[warp] * 2 + warp;
  results[blockIdx.x * blockDim.x + threadIdx.x] = flag[warp];
  if (warp == 0 && lane == 0) {
    number = flag[0] % 1000;
    __threadfence();
    turn = turn + 1;
  }
}

constexpr int kRounds = 5;

/// Two ways to say that all before is done: a fence and a volatile flag, and an atomic store that releases.
__global__ void hand_over(const int* from, int* to) {
  __shared__ int buffer[32];
  __shared__ volatile int full;
  __shared__ int taken;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const cuda::atomic_ref<int, cuda::thread_scope_block> taken_rounds(taken);
  if (threadIdx.x == 0) full = taken = 0;
  __syncthreads();
  for (int round = 0; round < kRounds; ++round) {
    if (warp == 0) {
      while (taken_rounds.load(cuda::memory_order_acquire) != round) {
      }
      buffer[lane] = from[round * 32 + lane];
      __threadfence_block();
      __syncwarp();
      if (lane == 0) full = round + 1;
    } else {
      while (full != round + 1) {
      }
      __threadfence_block();
      to[round * 32 + lane] = buffer[31 - lane];
      __syncwarp();
      if (lane == 0) taken_rounds.store(round + 1, cuda::memory_order_release);
    }
  }
}

bool hands_over() {
  int numbers[kRounds * 32], *from, *to;
  for (int i = 0; i < kRounds * 32; ++i) numbers[i] = i * i + 1;
  cudaMalloc(&from, sizeof(numbers)), cudaMalloc(&to, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  hand_over<<<1, 64>>>(from, to);
  cudaMemcpy(numbers, to, sizeof(numbers), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kRounds * 32; ++i)
    if (const int at = i / 32 * 32 + 31 - i % 32; numbers[i] != at * at + 1)
      return printf("%d was handed over, not %d\n", numbers[i], at * at + 1), false;
  return true;
}

int main() {
  const int blocks = 6;
  int results[blocks * 128], *device;
  cudaMalloc(&device, sizeof(results));
  pass<<<blocks, 128>>>(device);
  if (cudaMemcpy(results, device, sizeof(results), cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  int number = 1;
  for (int b = 0; b < blocks; ++b) {
    for (int warp = 3; warp >= 0; --warp) {
      for (int lane = 0; lane < 32; ++lane)
        if (results[b * 128 + warp * 32 + lane] != number)
          return printf("%d %d: %d, not %d\n", b, warp, results[b * 128 + warp * 32 + lane], number), 1;
      if (warp > 0) number = number * 2 + warp;
    }
    number %= 1000;
  }
  if (!hands_over()) return 1;
  puts("right");
}
