// Lanes of one warp that go to different arrays: each chooses among the kernel's parameters, among those and arrays
// that it finds in memory, and between two neighbours in shared memory.
#include <cstdio>
#include "vectors.cuh"

constexpr int kThreads = 128, kBlocks = 3, kCount = kThreads * kBlocks, kQueues = 5;

// Half of each warp takes from a, the other half from b.
__global__ void halves(int n, const float* a, const float* b, float* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* from = threadIdx.x % 32 < 16 ? a : b;
  if (i < n) sums[i] = from[i] + 2 * b[n - 1 - i];
}

// Odd numbers go to one array and even ones to the other, which is shorter.
__global__ void sort_out(int n, const int* numbers, int* odd, int* even) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int number = numbers[i];
  int* const to = number % 2 != 0 ? odd + i : even + i / 2;
  *to += number;
}

// Every seventh thread takes from `rest`, all others from a queue of their own.
__global__ void queues(int n, const int* const* of, const int* rest, int* taken) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* const from = i % 7 == 0 ? rest : of[i % kQueues];
  if (i < n) taken[i] = from[i] * (i % 3 + 1);
}

// Numbers go round by `shift`, through two arrays that lie one behind the other: what lanes ask for is in a row.
__global__ void turn(int shift, const int* from, int* to) {
  __shared__ int now[kThreads], next[kThreads];
  const int t = threadIdx.x;
  now[t] = from[t];
  next[t] = from[t + kThreads];
  __syncthreads();
  int i = t + shift;
  const int* taken = now;
  if (i >= kThreads) taken = next, i -= kThreads;
  to[t] = taken[i];
}

bool add_halves() {
  const int n = kCount - 9;
  std::vector<float> a, b, expected(n);
  for (int i = 0; i < n; ++i) a.push_back(3 * i % 101), b.push_back(1000 + 7 * i % 103);
  for (int i = 0; i < n; ++i) expected[i] = (i % 32 < 16 ? a[i] : b[i]) + 2 * b[n - 1 - i];
  float* const sums = on_device(std::vector<float>(n));
  halves<<<kBlocks, kThreads>>>(n, on_device(a), on_device(b), sums);
  return is_equal("sums", sums, expected);
}

bool sort_numbers() {
  const int n = kCount;
  std::vector<int> numbers, odd(n), even((n + 1) / 2);
  for (int i = 0; i < n; ++i) numbers.push_back(i % 4 < 3 && i % 4 > 0 ? 2 * i + 1 : 4 * (i / 2));
  int *const to_odd = on_device(odd), *const to_even = on_device(even);
  for (int i = 0; i < n; ++i) (numbers[i] % 2 != 0 ? odd[i] : even[i / 2]) += numbers[i];
  sort_out<<<kBlocks, kThreads>>>(n, on_device(numbers), to_odd, to_even);
  return is_equal("odd", to_odd, odd) && is_equal("even", to_even, even);
}

bool take_from_queues() {
  const int n = kCount - 50;
  std::vector<std::vector<int>> of(kQueues);
  std::vector<const int*> at;
  std::vector<int> rest, expected;
  for (int q = 0; q < kQueues; ++q) {
    for (int i = 0; i < kCount; ++i) of[q].push_back(100 * q + i % 89);
    at.push_back(on_device(of[q]));
  }
  for (int i = 0; i < kCount; ++i) rest.push_back(-i);
  for (int i = 0; i < n; ++i) expected.push_back((i % 7 == 0 ? rest[i] : of[i % kQueues][i]) * (i % 3 + 1));
  int* const taken = on_device(std::vector<int>(n));
  queues<<<kBlocks, kThreads>>>(n, on_device(at), on_device(rest), taken);
  return is_equal("taken", taken, expected);
}

bool turn_numbers() {
  constexpr int kShift = 5;
  std::vector<int> from, expected;
  for (int i = 0; i < 2 * kThreads; ++i) from.push_back(i * 37 % 101);
  for (int i = 0; i < kThreads; ++i) expected.push_back(from[i + kShift]);
  int* const to = on_device(std::vector<int>(kThreads));
  turn<<<1, kThreads>>>(kShift, on_device(from), to);
  return is_equal("turned", to, expected);
}

int main() {
  if (!add_halves() || !sort_numbers() || !take_from_queues() || !turn_numbers()) return 1;
  puts("right");
}
