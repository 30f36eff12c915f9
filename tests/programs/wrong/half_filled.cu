// Half of the threads are to fill an array in shared memory, but each writes one element of the two that fall to it.
#include <cstdio>

__global__ void half_filled(const int* from, int* to) {
  __shared__ int numbers[128];
  if (threadIdx.x < 64) numbers[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = numbers[127 - threadIdx.x];
}

int main() {
  int numbers[128], results[128], *from, *to;
  for (int i = 0; i < 128; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(results));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  half_filled<<<1, 128>>>(from, to);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 64; i < 128; ++i)
    if (results[i] != numbers[127 - i]) return printf("%d: %d, not %d\n", i, results[i], numbers[127 - i]), 1;
  puts("right");
}
