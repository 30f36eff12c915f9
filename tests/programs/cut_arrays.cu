// One array in shared memory that is used as several, by pointers or by numbers, and in ways that go from one part into
// the next on purpose.
#include <algorithm>

#include "vectors.cuh"

constexpr int kThreads = 64;

// Three tiles of one array, each with a pointer of its own.
__global__ void three_parts(const int* from, int* to, int n) {
  extern __shared__ int cells[];
  int* const first = cells;
  int* const second = first + n;
  int* const third = &second[0] + n + 1;
  const int t = threadIdx.x;
  first[t] = from[t];
  second[t + 1] = 2 * from[t];
  if (t == 0) second[0] = 5;
  third[t] = 3 * from[t];
  __syncthreads();
  to[t] = first[n - 1 - t] + second[t] * second[t + 1] + third[t ^ 33];
}

// The part behind the tile is stored under a name of its own, and read as part of the tile.
__global__ void halo(const int* from, int* to) {
  __shared__ int cells[kThreads + 8];
  int *tile = cells, *behind = cells + kThreads;
  const int t = threadIdx.x;
  tile[t] = from[t];
  if (t < 8) behind[t] = from[kThreads + t];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i <= 8; ++i) sum += tile[t + i];
  to[t] = sum;
}

// Two elements for each thread, with a pointer to each.
__global__ void own_elements(const int* from, int* to) {
  __shared__ int cells[2 * kThreads];
  const int t = threadIdx.x;
  int *one = cells + t, *other = cells + kThreads + t;
  *one = from[t];
  *other = from[kThreads + t];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 5; ++i) sum += one[i];
  to[t] = sum - other[0];
}

// A tree of sums, by numbers alone.
__global__ void tree(const int* from, int* to) {
  extern __shared__ int cells[];
  const int t = threadIdx.x;
  cells[t] = from[t];
  cells[t + kThreads] = from[t + kThreads];
  __syncthreads();
  for (int step = kThreads; step > 0; step /= 2) {
    if (t < step) cells[t] += cells[t + step];
    __syncthreads();
  }
  to[t] = cells[0];
}

// Two buffers that change places; and one that a number selects.
__global__ void in_turns(const int* from, int* to, int n) {
  __shared__ int cells[2 * kThreads];
  int *now = cells, *next = cells + kThreads;
  const int t = threadIdx.x;
  now[t] = from[t];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    next[t] = now[(t + 1) % kThreads] + i;
    int* const last = now;
    now = next, next = last;
  }
  to[t] = now[t];
}

// Parts that are filled one by one and read as a whole, under the name of the first.
__global__ void as_a_whole(const int* from, int* to) {
  __shared__ int cells[3 * kThreads];
  int *x = cells, *y = cells + kThreads, *z = cells + 2 * kThreads;
  const int t = threadIdx.x;
  x[t] = from[t];
  y[t] = from[t] + 1;
  z[t] = y[t] + 1;
  __syncthreads();
  int sum = z[t ^ 1];
  for (int i = 0; i < 3 * kThreads; i += kThreads) sum += x[i + (t ^ 7)];
  to[t] = sum;
}

// Blocks of the grid choose one of two parts.
__global__ void by_block(const int* from, int* to) {
  __shared__ int cells[2 * kThreads];
  int *a = cells, *b = cells + kThreads;
  const int t = threadIdx.x;
  a[t] = from[t];
  b[t] = from[t] * 2;
  __syncthreads();
  to[blockIdx.x * kThreads + t] = (blockIdx.x % 2 == 0 ? a[t ^ 5] : b[t ^ 5]) + a[t ^ 1] - b[t ^ 1];
}

// Data decide which bins are counted.
__global__ void by_data(const int* from, int* to) {
  extern __shared__ int cells[];
  int* const keys = cells;
  int* const bins = cells + kThreads;
  int* const flags = bins + 16;
  const int t = threadIdx.x;
  keys[t] = from[t];
  if (t < 16) bins[t] = 0;
  flags[t] = 0;
  __syncthreads();
  atomicAdd(&bins[keys[t ^ 1] / 7], 1);
  if (keys[t] > 50) flags[keys[t] % kThreads] = 1;
  __syncthreads();
  to[t] = bins[t % 16] + 100 * flags[t];
}

// All parts are cleared by the name of the first, where data decide the rest.
__global__ void cleared(const int* from, int* to) {
  __shared__ int cells[3 * kThreads];
  int *x = cells, *y = cells + kThreads, *z = cells + 2 * kThreads;
  const int t = threadIdx.x;
  for (int i = t; i < 3 * kThreads; i += kThreads) x[i] = 0;
  __syncthreads();
  y[from[t] % kThreads] = 1;
  z[kThreads - 1 - t] = from[t];
  __syncthreads();
  to[t] = x[t] + y[t] + z[t];
}

// Two numbers of the halo are the first of a part that has others behind them.
__global__ void halo_and_more(const int* from, int* to) {
  __shared__ int cells[kThreads + 8];
  int *tile = cells, *tail = cells + kThreads;
  const int t = threadIdx.x;
  tile[t] = from[t];
  if (t < 2) tail[t] = from[kThreads + t];
  if (t >= 2 && t < 8) tail[t] = t;
  __syncthreads();
  const int sum = tile[t] + tile[t + 1] + tile[t + 2];
  to[t] = sum * tail[2 + t % 6];
}

// The second part begins one element early, on purpose: its first is the last one of the part before.
__global__ void shared_border(const int* from, int* to) {
  __shared__ int cells[2 * kThreads];
  int *low = cells, *high = cells + kThreads;
  const int t = threadIdx.x;
  low[t] = from[t];
  __syncthreads();
  const int last = low[kThreads - 1];
  __syncthreads();
  high[t - 1] = from[kThreads + t] + (t == 0 ? last : 0);
  __syncthreads();
  to[t] = low[t];
  to[t] -= high[t - 1];
}

int main() {
  std::vector<int> from(2 * kThreads);
  for (int i = 0; i < 2 * kThreads; ++i) from[i] = i * 37 % 101;
  const int n = 3;
  std::vector<int> parts, halos, own, sums, turns, whole, blocks(3 * kThreads);
  std::vector<int> bins(16), flags(kThreads), counted, clear, border, tails;
  int all = 0;
  for (const int number : from) all += number;
  std::vector<int> now(from.begin(), from.begin() + kThreads);
  for (int i = 0; i < n; ++i) {
    std::vector<int> next;
    for (int t = 0; t < kThreads; ++t) next.push_back(now[(t + 1) % kThreads] + i);
    now = next;
  }
  turns = now;
  for (int t = 0; t < kThreads; ++t) {
    const int before = t == 0 ? 5 : 2 * from[t - 1];
    parts.push_back(from[kThreads - 1 - t] + before * 2 * from[t] + 3 * from[t ^ 33]);
    int sum = 0;
    for (int i = 0; i <= 8; ++i) sum += from[t + i];
    halos.push_back(sum);
    sum = -from[kThreads + t];
    for (int i = 0; i < 5; ++i) sum += from[t + i];
    own.push_back(sum);
    sums.push_back(all);
    whole.push_back(from[t ^ 1] + 2 + 3 * from[t ^ 7] + 3);
    ++bins[from[t] / 7];
    if (from[t] > 50) flags[from[t] % kThreads] = 1;
    for (int b = 0; b < 3; ++b) blocks[b * kThreads + t] = (b % 2 + 1) * from[t ^ 5] - from[t ^ 1];
  }
  for (int t = 0; t < kThreads; ++t) {
    counted.push_back(bins[t % 16] + 100 * flags[t]);
    const auto is_key = [&](int key) { return key % kThreads == t; };
    clear.push_back(std::any_of(from.begin(), from.begin() + kThreads, is_key) + from[kThreads - 1 - t]);
    const int low = t + 1 < kThreads ? from[t] : from[kThreads] + from[kThreads - 1];
    tails.push_back((from[t] + from[t + 1] + from[t + 2]) * (2 + t % 6));
    border.push_back(low - from[kThreads + t] - (t == 0 ? from[kThreads - 1] : 0));
  }
  const int* const device_from = on_device(from);
  int* const to = on_device(std::vector<int>(3 * kThreads));
  three_parts<<<1, kThreads, (3 * kThreads + 1) * sizeof(int)>>>(device_from, to, kThreads);
  if (!is_equal("three parts", to, parts)) return 1;
  halo<<<1, kThreads>>>(device_from, to);
  if (!is_equal("halo", to, halos)) return 1;
  own_elements<<<1, kThreads>>>(device_from, to);
  if (!is_equal("own elements", to, own)) return 1;
  tree<<<1, kThreads, 2 * kThreads * sizeof(int)>>>(device_from, to);
  if (!is_equal("tree", to, sums)) return 1;
  in_turns<<<1, kThreads>>>(device_from, to, n);
  if (!is_equal("in turns", to, turns)) return 1;
  as_a_whole<<<1, kThreads>>>(device_from, to);
  if (!is_equal("as a whole", to, whole)) return 1;
  by_block<<<3, kThreads>>>(device_from, to);
  if (!is_equal("by block", to, blocks)) return 1;
  by_data<<<1, kThreads, (2 * kThreads + 16) * sizeof(int)>>>(device_from, to);
  if (!is_equal("by data", to, counted)) return 1;
  cleared<<<1, kThreads>>>(device_from, to);
  if (!is_equal("cleared", to, clear)) return 1;
  halo_and_more<<<1, kThreads>>>(device_from, to);
  if (!is_equal("halo and more", to, tails)) return 1;
  shared_border<<<1, kThreads>>>(device_from, to);
  if (!is_equal("shared border", to, border)) return 1;
  puts("right");
}
