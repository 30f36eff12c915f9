// Kernels can print; so does this one, from one lane of each block.
#include <cstdio>

__global__ void greet() {
  if (threadIdx.x == 3) printf("block %d, thread %d, %s %.2f\n", blockIdx.x, threadIdx.x, "a half is", 0.5);
}

int main() {
  greet<<<2, 32>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("the kernel failed"), 1;
  puts("right");
}
