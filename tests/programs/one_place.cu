// Several extern arrays begin in one place on purpose: one after the other, or as other types of the same
// cells.
#include "vectors.cuh"

constexpr int kThreads = 64;

extern __shared__ float numbers[];
extern __shared__ float4 fours[];
extern __shared__ int counts[];

// Values that are stored as float4 are read as floats, changed as floats, and stored away as float4.
__global__ void wide(const float4* from, float4* to, int n) {
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    fours[t] = from[i * kThreads + t];
    __syncthreads();
    for (int k = 0; k < 4; ++k) numbers[k * kThreads + t] = 2 * numbers[k * kThreads + t] + 1;
    __syncthreads();
    to[i * kThreads + t] = fours[kThreads - 1 - t];
    __syncthreads();
  }
}

// The first use ends before the second begins.
__global__ void one_by_one(const float4* from, int* to, int n) {
  const int t = threadIdx.x;
  int all = 0;
  for (int i = 0; i < n; ++i) {
    numbers[t] = from[i * kThreads + t].x;
    __syncthreads();
    const float other = numbers[kThreads - 1 - t];
    __syncthreads();
    counts[t] = static_cast<int>(other) + i;
    __syncthreads();
    all += counts[t ^ 33];
    __syncthreads();
  }
  to[t] = all;
}

// Zeros first, then the values.
__global__ void filled_up(const float4* from, float* to) {
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) numbers[k * kThreads + t] = 0;
  __syncthreads();
  if (t < kThreads / 2) fours[t] = from[t];
  __syncthreads();
  float sum = fours[t].x;
  for (int k = 0; k < 4; ++k) sum += numbers[k * kThreads + (t ^ 7)];
  to[t] = sum;
}

// The largest of numbers that are not negative, found among their bits.
__global__ void largest(const float4* from, float* to) {
  const int t = threadIdx.x;
  if (t < 4) numbers[t] = from[t].y;
  __syncthreads();
  atomicMax(&counts[t % 4], __float_as_int(from[t].x));
  __syncthreads();
  to[t] = numbers[t % 4] + __int_as_float(counts[(t + 1) % 4]);
}

// A name for each type.
template <class T>
struct Buffer;
template <>
struct Buffer<float> {
  static __device__ float* cells() { return numbers; }
};
template <>
struct Buffer<int> {
  static __device__ int* cells() { return counts; }
};
template <class T>
__global__ void turned(const T* from, T* to) {
  T* const cells = Buffer<T>::cells();
  const int t = threadIdx.x;
  cells[t] = from[t];
  __syncthreads();
  to[t] = cells[kThreads - 1 - t];
}

int main() {
  const int n = 2;
  std::vector<float4> from(n * kThreads), to_wide(n * kThreads);
  const auto at = [](int i) { return static_cast<float>(i * 37 % 101); };
  for (int i = 0; i < n * kThreads; ++i) from[i] = {at(4 * i), at(4 * i + 1), at(4 * i + 2), at(4 * i + 3)};
  float4* const device_from = on_device(from);
  const int bytes = kThreads * sizeof(float4);

  std::vector<float> wide_out(n * kThreads * 4), filled, most, numbers_out;
  std::vector<int> by_one, counts_out, counted(kThreads);
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < kThreads; ++t)
      for (int k = 0; k < 4; ++k)
        wide_out[4 * (i * kThreads + t) + k] = 2 * at(4 * (i * kThreads + kThreads - 1 - t) + k) + 1;
  for (int t = 0; t < kThreads; ++t) {
    int all = 0;
    for (int i = 0; i < n; ++i) all += static_cast<int>(from[i * kThreads + kThreads - 1 - (t ^ 33)].x) + i;
    by_one.push_back(all);
    const auto cell = [&](int c) { return c < 2 * kThreads ? at(c) : 0; };
    float sum = cell(4 * t);
    for (int k = 0; k < 4; ++k) sum += cell(k * kThreads + (t ^ 7));
    filled.push_back(sum);
    const auto top = [&](int k) {
      float most = from[k].y;
      for (int i = k; i < kThreads; i += 4) most = most < from[i].x ? from[i].x : most;
      return most;
    };
    most.push_back(top(t % 4) + top((t + 1) % 4));
    counted[t] = 3 * t + 1;
    counts_out.push_back(3 * (kThreads - 1 - t) + 1);
    numbers_out.push_back(at(kThreads - 1 - t));
  }
  float* const to = on_device(std::vector<float>(4 * n * kThreads));
  int* const to_counts = on_device(std::vector<int>(kThreads));
  wide<<<1, kThreads, bytes>>>(device_from, reinterpret_cast<float4*>(to), n);
  if (!is_equal("wide", to, wide_out)) return 1;
  one_by_one<<<1, kThreads, bytes>>>(device_from, to_counts, n);
  if (!is_equal("one by one", to_counts, by_one)) return 1;
  filled_up<<<1, kThreads, bytes>>>(device_from, to);
  if (!is_equal("filled up", to, filled)) return 1;
  largest<<<1, kThreads, bytes>>>(device_from, to);
  if (!is_equal("largest", to, most)) return 1;
  turned<float><<<1, kThreads, bytes>>>(reinterpret_cast<const float*>(device_from), to);
  if (!is_equal("numbers", to, numbers_out)) return 1;
  turned<int><<<1, kThreads, bytes>>>(on_device(counted), to_counts);
  if (!is_equal("counts", to_counts, counts_out)) return 1;
  puts("right");
}
