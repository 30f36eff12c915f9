// The last thread reads beyond the end of its array, where another one begins.
#include <cstdio>

__global__ void overrun(const int* from, int* to) {
  __shared__ int numbers[64], more[64];
  numbers[threadIdx.x] = from[threadIdx.x];
  more[63 - threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = numbers[threadIdx.x + 1] + more[threadIdx.x];
}

int main() {
  int numbers[64], results[64], *from, *to;
  for (int i = 0; i < 64; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(results));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  overrun<<<1, 64>>>(from, to);
  if (cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  for (int i = 0; i < 63; ++i)
    if (results[i] != numbers[i + 1] + numbers[63 - i]) return printf("%d: %d\n", i, results[i]), 1;
  puts("right");
}
