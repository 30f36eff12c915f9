// A block publishes a table by a flag. Who finds the flag set takes what lies there, and who comes too early computes
// it.
#include <cstdio>

__global__ void look_up(int* table, volatile int* is_there, int* to) {
  const int i = threadIdx.x, mine = i * i % 37;
  if (blockIdx.x == 0) {
    table[i] = mine;
    __threadfence();
    __syncthreads();
    if (i == 0) *is_there = 1;
  }
  const int ready = *is_there;
  __threadfence();
  to[blockIdx.x * blockDim.x + i] = ready * table[i] + (1 - ready) * mine;
}

int main() {
  int *table, *is_there, *to, results[256];
  cudaMalloc(&table, 64 * sizeof(int));
  cudaMalloc(&is_there, sizeof(int));
  cudaMalloc(&to, sizeof(results));
  cudaMemset(is_there, 0, sizeof(int));
  cudaMemset(table, 0, 64 * sizeof(int));
  look_up<<<4, 64>>>(table, is_there, to);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i)
    if (results[i] != i % 64 * (i % 64) % 37) return puts("results"), 1;
  puts("right");
}
