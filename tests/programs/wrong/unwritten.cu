// Kernels that take for zero, or for copied, what nobody has written: there lies whatever was there before.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void adds_to_nothing(const int* numbers, int* sums) { sums[threadIdx.x] += numbers[threadIdx.x]; }

__global__ void counts_from_nothing(const int* numbers, int* total) { atomicAdd(total, numbers[threadIdx.x]); }

__global__ void half_copied(const int* numbers, int* to) { to[threadIdx.x] = numbers[127 - threadIdx.x]; }

__global__ void copies_nothing(const int* numbers, int* to) {
  __shared__ int cells[128];
  __pipeline_memcpy_async(&cells[threadIdx.x], &numbers[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[threadIdx.x] = cells[threadIdx.x];
}

int main() {
  int numbers[128], results[128], *from, *half, *sums, *total, *to;
  for (int i = 0; i < 128; ++i) numbers[i] = i * 37 % 101;
  for (int** each : {&from, &half, &sums, &total, &to}) cudaMalloc(each, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemcpy(half, numbers, sizeof(numbers) / 2, cudaMemcpyHostToDevice);
  adds_to_nothing<<<1, 128>>>(from, sums);
  counts_from_nothing<<<4, 128>>>(from, total);
  copies_nothing<<<1, 128>>>(half, to);
  half_copied<<<1, 128>>>(half, to);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 64; i < 128; ++i)
    if (results[i] != numbers[127 - i]) return printf("%d: %d, not %d\n", i, results[i], numbers[127 - i]), 1;
  puts("right");
}
