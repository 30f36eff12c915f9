// Undefined values that are harmless: they are moved, left out by a condition, or come no farther than registers of
// lanes whose results do not matter.
#include <cstdio>

constexpr int kThreads = 20;  // less than a warp

/// The lanes behind the last one contribute nothing.
__global__ void sum_of_some(const int* from, int* to) {
  const int lane = threadIdx.x;
  int sum = from[lane];
  for (int by = 16; by > 0; by /= 2) {
    const int other = __shfl_down_sync((1u << kThreads) - 1, sum, by);
    sum += lane + by < kThreads ? other : 0;
  }
  if (lane == 0) *to = sum;
}

/// Each half of a warp by itself: the values that lanes 8 to 15 take from beyond their half never reach lane 0.
__global__ void sum_of_halves(const int* from, int* to) {
  const int lane = threadIdx.x % 32;
  const unsigned mask = lane < 16 ? 0xffff : 0xffff0000;
  int sum = from[threadIdx.x];
  for (int by = 8; by > 0; by /= 2) sum += __shfl_down_sync(mask, sum, by);
  if (lane % 16 == 0) to[threadIdx.x / 16] = sum;
}

/// The largest of 16 and its place, by branches; lanes 8 to 15 look at lanes that their mask does not name.
__global__ void largest_of_half(const int* from, int* to) {
  if (threadIdx.x >= 16) return;
  int most = from[threadIdx.x], at = threadIdx.x;
  for (int by = 8; by > 0; by /= 2) {
    const int other = __shfl_down_sync(0xffff, most, by), where = __shfl_down_sync(0xffff, at, by);
    if (other > most || (other == most && where < at)) most = other, at = where;
  }
  if (threadIdx.x == 0) to[0] = most, to[1] = at;
}

/// The planes of a ring move on with their border, which is never filled, and read only to be moved.
__global__ void three_planes(const int* from, int* to, int planes) {
  __shared__ int before[10][10], here[10][10], behind[10][10];
  const int x = threadIdx.x, y = threadIdx.y;
  const bool inside = x > 0 && x < 9 && y > 0 && y < 9;
  if (inside) before[y][x] = from[y * 10 + x], here[y][x] = from[100 + y * 10 + x];
  for (int z = 2; z < planes; ++z) {
    if (inside) behind[y][x] = from[z * 100 + y * 10 + x];
    __syncthreads();
    if (inside) to[z * 100 + y * 10 + x] = before[y][x] + 2 * here[y][x] + 3 * behind[y][x];
    __syncthreads();
    before[y][x] = here[y][x], here[y][x] = behind[y][x];
  }
}

/// The last steps of a sum go on in all lanes, though the upper lanes add unwritten values.
__global__ void sum_in_cells(const int* from, int* to) {
  __shared__ volatile int cells[64];
  const int lane = threadIdx.x;
  cells[lane] = from[lane];
  __syncwarp();
  for (int by = 16; by > 0; by /= 2) {
    const int sum = cells[lane] + cells[lane + by];
    __syncwarp();
    cells[lane] = sum;
    __syncwarp();
  }
  if (lane == 0) *to = cells[0];
}

struct Item {
  int number;
  double weight;
};
/// Copied as a whole, including the padding between its members.
__global__ void copy_items(const Item* from, Item* to) {
  __shared__ Item items[32];
  items[threadIdx.x].number = from[threadIdx.x].number;
  items[threadIdx.x].weight = from[threadIdx.x].weight;
  __syncwarp();
  to[threadIdx.x] = items[threadIdx.x ^ 1];
}

template <class T>
T* on_device(const T* from, int count, bool filled = true) {
  T* at = nullptr;
  cudaMalloc(&at, count * sizeof(T));
  if (filled) cudaMemcpy(at, from, count * sizeof(T), cudaMemcpyHostToDevice);
  return at;
}
template <class T, class F>
bool are(const T* results, int count, F expected, const char* what) {
  T* const host = new T[count];
  cudaMemcpy(host, results, count * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i)
    if (host[i] != expected(i)) return printf("%s: wrong at %d\n", what, i), false;
  delete[] host;
  return true;
}

int main() {
  int numbers[600];
  for (int i = 0; i < 600; ++i) numbers[i] = i * 37 % 101;
  const auto sum = [&](int first, int count) {
    int all = 0;
    for (int i = first; i < first + count; ++i) all += numbers[i];
    return all;
  };
  int *const from = on_device(numbers, 600), *const to = on_device(numbers, 600);
  sum_of_some<<<1, kThreads>>>(from, to);
  if (!are(
          to, 1, [&](int) { return sum(0, kThreads); }, "sum_of_some"))
    return 1;
  sum_of_halves<<<1, 64>>>(from, to);
  if (!are(
          to, 4, [&](int i) { return sum(16 * i, 16); }, "sum_of_halves"))
    return 1;
  largest_of_half<<<1, 32>>>(from, to);
  int at = 0;
  for (int i = 0; i < 16; ++i)
    if (numbers[i] > numbers[at]) at = i;
  if (!are(
          to, 2, [&](int i) { return i == 0 ? numbers[at] : at; }, "largest_of_half"))
    return 1;
  three_planes<<<1, dim3(10, 10)>>>(from, to, 6);
  for (int z = 2; z < 6; ++z)
    if (!are(
            to + z * 100 + 11, 8,
            [&](int i) {
              const int n = z * 100 + 11 + i;
              return numbers[n - 200] + 2 * numbers[n - 100] + 3 * numbers[n];
            },
            "three_planes"))
      return 1;
  sum_in_cells<<<1, 32>>>(from, to);
  if (!are(
          to, 1, [&](int) { return sum(0, 32); }, "sum_in_cells"))
    return 1;

  Item items[32];
  for (int i = 0; i < 32; ++i) items[i] = {numbers[i], 0.5 * numbers[i + 32]};
  Item *const some = on_device(items, 32), *const others = on_device(items, 32);
  copy_items<<<1, 32>>>(some, others);
  Item copied[32];
  cudaMemcpy(copied, others, sizeof(copied), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (copied[i].number != items[i ^ 1].number || copied[i].weight != items[i ^ 1].weight)
      return printf("copy_items: wrong at %d\n", i), 1;
  puts("right");
}
