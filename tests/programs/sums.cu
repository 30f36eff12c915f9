// All lanes of a warp, and then all threads of a block, have the same sum, and all of them store it.
#include <cstdio>

constexpr int kThreads = 128, kRows = 5;

// A row of numbers after the other; the cells of `of_warp` are used again for each.
__global__ void rows(const float* numbers, float* sums, int count) {
  __shared__ float of_warp[kThreads / 32];
  for (int row = blockIdx.x; row < count; row += gridDim.x) {
    float sum = numbers[row * kThreads + threadIdx.x];
    for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
    of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int warp = 0; warp < kThreads / 32; ++warp) sum += of_warp[warp];
    sums[row] = sum;
    __syncthreads();
  }
}

// Most cells get one number from two threads.
__global__ void with_neighbours(const float* numbers, float* to) {
  to[threadIdx.x] = numbers[threadIdx.x];
  to[threadIdx.x + 1] = numbers[threadIdx.x + 1];
}

int main() {
  float numbers[kRows * kThreads], sums[kRows], copy[kThreads + 1], *from, *to, *to_copy;
  for (int i = 0; i < kRows * kThreads; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(sums));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  rows<<<2, kThreads>>>(from, to, kRows);
  cudaMemcpy(sums, to, sizeof(sums), cudaMemcpyDeviceToHost);
  for (int row = 0; row < kRows; ++row) {
    float sum = 0;
    for (int i = 0; i < kThreads; ++i) sum += numbers[row * kThreads + i];
    if (sums[row] != sum) return printf("row %d: %g, not %g\n", row, sums[row], sum), 1;
  }
  cudaMalloc(&to_copy, sizeof(copy));
  with_neighbours<<<1, kThreads>>>(from, to_copy);
  cudaMemcpy(copy, to_copy, sizeof(copy), cudaMemcpyDeviceToHost);
  for (int i = 0; i <= kThreads; ++i)
    if (copy[i] != numbers[i]) return printf("copy of %d: %g, not %g\n", i, copy[i], numbers[i]), 1;
  puts("right");
}
