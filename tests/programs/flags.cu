// Warps hand a number on by flags in shared memory, and blocks by flags in global memory, each spinning until it is its
// turn.
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
  puts("right");
}
