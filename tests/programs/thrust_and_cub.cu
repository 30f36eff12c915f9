// A sum by Thrust and running sums by CUB: kernels that nobody here wrote, launched by libraries.
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>
#include <cub/device/device_scan.cuh>

#include <cstdio>
#include <vector>

int main() {
  const int n = 5000;
  std::vector<int> numbers(n), sums(n);
  for (int i = 0; i < n; ++i) numbers[i] = i * 37 % 101 - 20;
  int *from, *to;
  cudaMalloc(&from, n * sizeof(int)), cudaMalloc(&to, n * sizeof(int));
  cudaMemcpy(from, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  const int sum = thrust::reduce(thrust::device_pointer_cast(from), thrust::device_pointer_cast(from) + n, 7);
  void* room = nullptr;
  size_t bytes = 0;
  cub::DeviceScan::InclusiveSum(room, bytes, from, to, n);
  cudaMalloc(&room, bytes);
  cub::DeviceScan::InclusiveSum(room, bytes, from, to, n);
  if (cudaMemcpy(sums.data(), to, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    expected += numbers[i];
    if (sums[i] != expected) return printf("sum %d: %d, not %d\n", i, sums[i], expected), 1;
  }
  if (sum != expected + 7) return printf("the sum: %d, not %d\n", sum, expected + 7), 1;
  puts("right");
}
