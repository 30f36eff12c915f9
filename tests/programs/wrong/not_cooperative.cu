// The blocks of an ordinary launch cannot wait for each other.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void not_cooperative(int* numbers) {
  numbers[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 5 * sizeof(int));
  not_cooperative<<<5, 32>>>(numbers);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
