// A thread reads too early where it should store to, so threads store to one place. The race for the value is the
// mistake; that for the place only follows from it. In the second kernel all take the place from one value, so that two
// warps share it whatever it is: a second mistake.
#include <cstdio>

// Each warp takes a row for the other one.
__global__ void rows_of_warps(int* to, int* taken) {
  __shared__ int row[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) row[1 - warp] = atomicAdd(taken, 1);
  to[row[warp] * 32 + lane] = threadIdx.x;
}

__global__ void one_row(int* to, int* taken) {
  __shared__ int row;
  if (threadIdx.x == 32) row = atomicAdd(taken, 1);
  to[row * 32 + threadIdx.x % 32] = threadIdx.x;
}

int main() {
  int *to, *taken;
  cudaMalloc(&to, 128 * sizeof(int));
  cudaMalloc(&taken, sizeof(int));
  cudaMemset(taken, 0, sizeof(int));
  rows_of_warps<<<1, 64>>>(to, taken);
  one_row<<<1, 64>>>(to, taken);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
