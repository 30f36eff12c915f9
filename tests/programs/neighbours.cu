// Adjacent arrays in shared memory, and accesses whose data choose one of them, or cells close to their ends: none goes
// to another array than the program means.
#include <cstdint>
#include "vectors.cuh"

constexpr int kThreads = 64;

__device__ uint32_t place_of(const void* cell) { return static_cast<uint32_t>(__cvta_generic_to_shared(cell)); }
__device__ int load_from(uint32_t place) {
  int value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(place));
  return value;
}

// Each thread uses one of the two arrays; data decide which.
__global__ void either(const int* from, int* to) {
  __shared__ int low[kThreads], high[kThreads];
  const int t = threadIdx.x;
  low[t] = 2 * t, high[t] = 1000 + t;
  __syncthreads();
  const int* const mine = from[t] & 1 ? high : low;
  to[t] = mine[from[t] >> 1];
}

// Two buffers that change places.
__global__ void in_turns(const int* from, int* to, int n) {
  __shared__ int one[kThreads], two[kThreads];
  const int t = threadIdx.x;
  int *now = one, *next = two;
  now[t] = from[t];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    next[t] = now[(from[t] + i) % kThreads] + i;
    int* const last = now;
    now = next, next = last;
  }
  to[t] = now[t];
}

// Addresses are numbers that are stored in an array.
__global__ void from_a_table(const int* from, int* to) {
  __shared__ int low[kThreads], high[kThreads];
  const int t = threadIdx.x;
  __shared__ uint32_t places[4];
  low[t] = 5 * t, high[t] = 2000 + t;
  if (t < 4) places[t] = place_of(t % 2 == 0 ? low : high);
  __syncthreads();
  uint32_t place = place_of(low);
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += load_from(place + 4 * t), place = places[(from[t] + i) & 3];
  to[t] = sum;
}

struct Halves {
  int left[kThreads], right[kThreads];
};
union Either {
  Halves halves;
  int all[2 * kThreads];
};

// One variable with several members; and cells counted from the end, or from one cell before the array.
__global__ void one_variable(const int* from, int* to, int one) {
  __shared__ int before[kThreads];
  __shared__ Either cells;
  __shared__ int behind[kThreads + 1];
  const int t = threadIdx.x;
  before[t] = 1, behind[t + 1] = 2;
  cells.halves.left[t] = t, cells.halves.right[t] = 100 + t;
  __syncthreads();
  const int* const last = &cells.all[2 * kThreads - 1];
  const int* const from_one = before - one;
  to[t] = last[-(from[t] % (2 * kThreads))] + from_one[1 + from[t] % kThreads] + behind[1 + t];
}

__device__ __noinline__ int sum_of(const int* cells, int first) { return cells[first] + cells[first + 1]; }

// A function is called with both.
__global__ void passed(const int* from, int* to) {
  __shared__ int low[kThreads], high[kThreads];
  const int t = threadIdx.x;
  low[t] = 2 * t, high[t] = 1000 + t;
  __syncthreads();
  const int at = from[t] % (kThreads - 1);
  to[t] = sum_of(low, at) - sum_of(high, at);
}

int main() {
  std::vector<int> from(kThreads), to_either, to_turns, to_table, to_one, to_passed;
  for (int i = 0; i < kThreads; ++i) from[i] = i * 37 % 101;
  const int n = 3;
  std::vector<int> now = from;
  for (int i = 0; i < n; ++i) {
    std::vector<int> next;
    for (int t = 0; t < kThreads; ++t) next.push_back(now[(from[t] + i) % kThreads] + i);
    now = next;
  }
  to_turns = now;
  for (int t = 0; t < kThreads; ++t) {
    to_either.push_back(from[t] & 1 ? 1000 + (from[t] >> 1) : 2 * (from[t] >> 1));
    int sum = 5 * t;
    for (int i = 0; i < 2; ++i) sum += (from[t] + i & 1) != 0 ? 2000 + t : 5 * t;
    to_table.push_back(sum);
    const int cell = 2 * kThreads - 1 - from[t] % (2 * kThreads);
    to_one.push_back((cell < kThreads ? cell : 100 + cell - kThreads) + 1 + 2);
    const int at = from[t] % (kThreads - 1);
    to_passed.push_back(4 * at + 2 - 2001 - 2 * at);
  }
  const int* const device_from = on_device(from);
  int* const to = on_device(std::vector<int>(kThreads));
  either<<<1, kThreads>>>(device_from, to);
  if (!is_equal("either", to, to_either)) return 1;
  in_turns<<<1, kThreads>>>(device_from, to, n);
  if (!is_equal("in turns", to, to_turns)) return 1;
  from_a_table<<<1, kThreads>>>(device_from, to);
  if (!is_equal("from a table", to, to_table)) return 1;
  one_variable<<<1, kThreads>>>(device_from, to, 1);
  if (!is_equal("one variable", to, to_one)) return 1;
  passed<<<1, kThreads>>>(device_from, to);
  if (!is_equal("passed", to, to_passed)) return 1;
  puts("right");
}
