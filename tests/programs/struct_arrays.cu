// Arrays inside a struct that is a parameter, of which each thread takes an element that its number decides: the kernel
// needs the address of the parameter.
#include <cstdio>
#include "vectors.cuh"

constexpr int kThreads = 96, kBlocks = 4, kCount = kThreads * kBlocks, kArrays = 5;

struct Mix {
  const float* from[kArrays];
  int scale[kArrays];
  short shift[7];
};

// The array changes from warp to warp, and the scale from lane to lane.
__global__ void mix(const __grid_constant__ Mix m, int n, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = m.from[i / 32 % kArrays][i] * m.scale[i % kArrays] + m.shift[i % 7];
}

// The array changes from lane to lane.
__global__ void gather(const __grid_constant__ Mix m, int n, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = m.from[i * 3 % kArrays][i / 2];
}

// Odd threads take from the struct, even ones from an array.
__global__ void either(const __grid_constant__ Mix m, const int* other, int n, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* const from = i % 2 != 0 ? m.scale : other;
  if (i < n) to[i] = from[i % kArrays] + i;
}

__device__ __noinline__ int sum(const int* numbers, int count) {
  int all = 0;
  for (int i = 0; i < count; ++i) all = 3 * all + numbers[i];
  return all;
}

// The address goes to a function.
__global__ void sums(const __grid_constant__ Mix m, int n, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = sum(m.scale + i % 3, i % 2 + 1);
}

int main() {
  const int n = kCount - 11;
  Mix m;
  std::vector<std::vector<float>> from(kArrays);
  for (int a = 0; a < kArrays; ++a) {
    for (int i = 0; i < kCount; ++i) from[a].push_back(1000 * a + i * 7 % 103);
    m.from[a] = on_device(from[a]), m.scale[a] = 2 * a + 3;
  }
  for (int i = 0; i < 7; ++i) m.shift[i] = 10 - 3 * i;
  std::vector<int> other;
  for (int i = 0; i < kArrays; ++i) other.push_back(500 + 9 * i);

  std::vector<float> mixed, gathered;
  std::vector<int> chosen, added;
  for (int i = 0; i < n; ++i) {
    mixed.push_back(from[i / 32 % kArrays][i] * m.scale[i % kArrays] + m.shift[i % 7]);
    gathered.push_back(from[i * 3 % kArrays][i / 2]);
    chosen.push_back((i % 2 != 0 ? m.scale[i % kArrays] : other[i % kArrays]) + i);
    const int* const s = m.scale + i % 3;
    added.push_back(i % 2 != 0 ? 3 * s[0] + s[1] : s[0]);
  }
  float *const to_mixed = on_device(std::vector<float>(n)), *const to_gathered = on_device(std::vector<float>(n));
  int *const to_chosen = on_device(std::vector<int>(n)), *const to_added = on_device(std::vector<int>(n));
  mix<<<kBlocks, kThreads>>>(m, n, to_mixed);
  gather<<<kBlocks, kThreads>>>(m, n, to_gathered);
  either<<<kBlocks, kThreads>>>(m, on_device(other), n, to_chosen);
  sums<<<kBlocks, kThreads>>>(m, n, to_added);
  if (!is_equal("mixed", to_mixed, mixed) || !is_equal("gathered", to_gathered, gathered) ||
      !is_equal("chosen", to_chosen, chosen) || !is_equal("added", to_added, added))
    return 1;
  puts("right");
}
