// Blocks add to a number one after the other, under a lock that their first threads spin on.
#include <cstdio>

__device__ int locked = 0;
__device__ volatile int number = 0;

__global__ void add(int times) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < times; ++i) {
    while (atomicCAS(&locked, 0, 1) != 0) {
    }
    __threadfence();
    number = number + static_cast<int>(blockIdx.x) + 1;
    __threadfence();
    atomicExch(&locked, 0);
  }
}

int main() {
  add<<<8, 64>>>(10);
  int result = 0;
  cudaMemcpyFromSymbol(&result, number, sizeof(result));
  if (result != 360) return printf("the number is %d, not 360\n", result), 1;
  puts("right");
}
