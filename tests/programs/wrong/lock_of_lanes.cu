// All lanes of a warp spin on one lock. The lane that has it waits, behind the loop, for the others.
#include <cstdio>

__device__ int locked = 0, number = 0;

__global__ void add() {
  while (atomicCAS(&locked, 0, 1) != 0) {
  }
  number = number + 1;
  __threadfence();
  atomicExch(&locked, 0);
}

int main() {
  add<<<1, 32>>>();
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
