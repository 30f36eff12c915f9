// A sum, a sort and sums by keys by Thrust and running sums by CUB: kernels that nobody here wrote, launched by
// libraries. Their blocks look back at what those before them have announced, until there is something.
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <cstdio>
#include "vectors.cuh"

constexpr int kNumbers = 40000, kOfOneKey = 7;

int main() {
  std::vector<int> numbers(kNumbers), keys(kNumbers), sums, first, of_keys;
  for (int i = 0; i < kNumbers; ++i) {
    numbers[i] = i * 37 % 101 - 20, keys[i] = i / kOfOneKey * 3;
    sums.push_back(numbers[i] + (i > 0 ? sums[i - 1] : 0));
    if (i % kOfOneKey == 0) first.push_back(keys[i]), of_keys.push_back(0);
    of_keys.back() += numbers[i];
  }
  int *const from = on_device(numbers), *const by = on_device(keys);
  int *const to = on_device(keys), *const more = on_device(keys);
  const auto begin = thrust::device_pointer_cast(from), end = begin + kNumbers;

  if (const int sum = thrust::reduce(begin, end, 7); sum != sums.back() + 7)
    return printf("the sum: %d, not %d\n", sum, sums.back() + 7), 1;
  void* room = nullptr;
  size_t bytes = 0;
  cub::DeviceScan::InclusiveSum(room, bytes, from, to, kNumbers);
  cudaMalloc(&room, bytes);
  cub::DeviceScan::InclusiveSum(room, bytes, from, to, kNumbers);
  if (!is_equal("sum", to, sums)) return 1;
  const auto key = thrust::device_pointer_cast(by);
  thrust::reduce_by_key(key, key + kNumbers, begin, thrust::device_pointer_cast(to), thrust::device_pointer_cast(more));
  if (!is_equal("key", to, first) || !is_equal("sum of a key", more, of_keys)) return 1;
  thrust::sort(begin, end);
  std::sort(numbers.begin(), numbers.end());
  if (!is_equal("in order", from, numbers)) return 1;
  puts("right");
}
