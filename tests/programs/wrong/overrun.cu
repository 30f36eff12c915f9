// Two arrays lie one behind the other: the last thread reads beyond the end of the first, or the first thread in front
// of the second.
#include "../vectors.cuh"

constexpr int kThreads = 64;

__global__ void overrun(const int* from, int* to) {
  __shared__ int numbers[kThreads], more[kThreads];
  numbers[threadIdx.x] = from[threadIdx.x];
  more[kThreads - 1 - threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = numbers[threadIdx.x + 1] + more[threadIdx.x];
}

__global__ void left_of(const int* from, int* to) {
  __shared__ int numbers[kThreads], more[kThreads];
  numbers[threadIdx.x] = from[threadIdx.x];
  more[threadIdx.x] = 3 * from[threadIdx.x];
  __syncthreads();
  const int left = more[threadIdx.x - 1];
  to[threadIdx.x] = numbers[threadIdx.x] + left;
}

int main() {
  std::vector<int> numbers(kThreads);
  for (int i = 0; i < kThreads; ++i) numbers[i] = i * 37 % 101;
  int *from = on_device(numbers), *to = on_device(numbers), *others = on_device(numbers);
  overrun<<<1, kThreads>>>(from, to);
  left_of<<<1, kThreads>>>(from, others);
  const std::vector<int> sums = on_host(to, kThreads), other_sums = on_host(others, kThreads);
  if (cudaGetLastError() != cudaSuccess) return puts("failed"), 1;
  for (int i = 0; i + 1 < kThreads; ++i) {
    if (sums[i] != numbers[i + 1] + numbers[kThreads - 1 - i]) return printf("%d: %d\n", i, sums[i]), 1;
    if (other_sums[i + 1] != numbers[i + 1] + 3 * numbers[i]) return printf("%d: %d\n", i + 1, other_sums[i + 1]), 1;
  }
  puts("right");
}
