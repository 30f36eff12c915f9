// One thread, or one warp, stores values that others read, and nothing makes them wait for it. If warps run in turn and
// their lanes in step, the numbers are still correct.
#include <cstdio>

constexpr int kThreads = 128, kRounds = 3;

__global__ void one_tells_all(const int* from, int* to) {
  __shared__ int shift;
  if (threadIdx.x == 0) {
    shift = from[kThreads - 1];
  }
  to[threadIdx.x] = from[threadIdx.x] + shift;
}

__global__ void end_of_tree(const int* from, int* to) {  // the last step of the tree has no barrier behind it
  __shared__ int sums[kThreads];
  sums[threadIdx.x] = from[threadIdx.x];
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  to[threadIdx.x] = sums[0];
}

__global__ void next_round(const int* from, int* to) {  // the next round's limit may come before all have read this one
  __shared__ int limit;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (threadIdx.x == 0) limit = from[round];
    __syncthreads();
    sum += limit;
  }
  to[threadIdx.x] = sum;
}

__global__ void two_branches(const int* from, int* to) {
  __shared__ int number;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) number = from[0];
  } else {
    to[threadIdx.x] = number;
  }
}

__global__ void two_cases(const int* from, int* to) {
  __shared__ int number;
  switch (threadIdx.x / 32) {
    case 0:
      if (threadIdx.x == 0) number = from[0];
      break;
    case 1: to[threadIdx.x] = number; break;
    default: to[threadIdx.x] = 0;
  }
}

// Each number has to be read before the next one is stored: that barrier is missing.
__global__ void hands_over(const int* from, int* to) {
  __shared__ int numbers[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
  if (threadIdx.x < 32) {
    for (int round = 0; round < kRounds; ++round) {
      numbers[lane] = from[lane + round];
      __syncthreads();
    }
  } else
    for (int round = 0; round < kRounds; ++round) {
      __syncthreads();
      sum += numbers[31 - lane];
    }
  to[threadIdx.x] = sum;
}

__global__ void lane_tells_warp(const int* from, int* to) {
  __shared__ int firsts[kThreads / 32];
  if (threadIdx.x % 32 == 0) firsts[threadIdx.x / 32] = from[threadIdx.x];
  to[threadIdx.x] = firsts[threadIdx.x / 32];
}

__device__ int sum_of_block(int* sums, int number) {
  for (int half = 16; half > 0; half /= 2) number += __shfl_down_sync(0xffffffff, number, half);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = number;
  __syncthreads();
  return sums[0] + sums[1] + sums[2] + sums[3];
}

__global__ void sums_twice(const int* from, int* to) {  // the second sum uses the cells of the first
  __shared__ int sums[4];
  const int sum = sum_of_block(sums, from[threadIdx.x]);
  const int more = sum_of_block(sums, sum - from[threadIdx.x]);
  to[threadIdx.x] = sum + more;
}

// Not all threads reach any place between the two.
__global__ void in_a_branch(const int* from, int* to) {
  __shared__ int numbers[kThreads];
  if (threadIdx.x < 64) {
    numbers[threadIdx.x] = from[threadIdx.x];
    to[threadIdx.x] = numbers[63 - threadIdx.x];
  }
}

// nvcc makes one branch of the search and the store: only the source has a place between them that all threads reach.
__global__ void spreads(const int* from, int* to) {
  __shared__ int marks[kThreads];
  marks[threadIdx.x] = from[threadIdx.x] % 7 == 0;
  __syncthreads();
  for (int round = 0; round < kRounds; ++round) {
    bool is_next_to_one = false;
    if (marks[threadIdx.x] == 0)
      for (int side = 1; side < 4; side += 2)
        if (marks[(5 * threadIdx.x + side) % kThreads] == round + 1) is_next_to_one = true;
    if (is_next_to_one) marks[threadIdx.x] = round + 2;
    __syncthreads();
  }
  to[threadIdx.x] = marks[threadIdx.x];
}

// One barrier is missing. nvcc loads a part of the cells in a branch of the lanes that have stored no halo.
__global__ void tile_and_halo(const int* from, int* to) {
  __shared__ int cells[kThreads + 8];
  cells[threadIdx.x + 4] = from[threadIdx.x];
  if (threadIdx.x < 4) {
    cells[threadIdx.x] = from[threadIdx.x + 1];
    cells[threadIdx.x + kThreads + 4] = from[threadIdx.x + 2];
  }
  int sum = 0;
  for (int k = 0; k < 9; ++k) sum += cells[threadIdx.x + k];
  to[threadIdx.x] = sum;
}

// `volatile` makes no warp wait for another one.
__global__ void volatile_tree(const int* from, int* to) {
  __shared__ volatile int parts[kThreads];
  parts[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2)
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  __syncthreads();
  to[threadIdx.x] = parts[0];
}

// The barrier at the end of each round is missing. nvcc unrolls the loop.
__global__ void two_halves(const int* from, int* to) {
  __shared__ int cells[2][kThreads];
  cells[0][threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  int half = 0;
  for (int round = 0; round < 4 * kRounds; ++round) {
    cells[1 - half][threadIdx.x] = cells[half][(threadIdx.x + 1) % kThreads];
    half = 1 - half;
  }
  to[threadIdx.x] = cells[half][threadIdx.x];
}

int main() {
  int numbers[kThreads], *from, *to;
  for (int i = 0; i < kThreads; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  one_tells_all<<<1, kThreads>>>(from, to);
  end_of_tree<<<1, kThreads>>>(from, to);
  next_round<<<1, kThreads>>>(from, to);
  two_branches<<<1, kThreads>>>(from, to);
  two_cases<<<1, kThreads>>>(from, to);
  hands_over<<<1, kThreads>>>(from, to);
  lane_tells_warp<<<1, kThreads>>>(from, to);
  sums_twice<<<1, kThreads>>>(from, to);
  in_a_branch<<<1, kThreads>>>(from, to);
  spreads<<<1, kThreads>>>(from, to);
  tile_and_halo<<<1, kThreads>>>(from, to);
  volatile_tree<<<1, kThreads>>>(from, to);
  two_halves<<<1, kThreads>>>(from, to);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
