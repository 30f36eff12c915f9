// Arrays that begin inside a sector: behind a header, one behind another in a pool, in a pitched image. The cost of a
// warp's 128 bytes depends on their place, not on which pointer leads there. Each variable begins a sector.
#include <cstdio>
#include <vector>
#include "vectors.cuh"

constexpr int kCount = 1000, kThreads = 128, kWidth = 100, kHeight = 7;

struct Header {
  int count, version;
  double scale;
};

// Behind a header of 16 bytes.
__global__ void saxpy(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i] + y[i];
}

// The same bytes by an index.
__global__ void saxpy_indexed(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i + 4] = 2 * x[i + 4] + y[i + 4];
}

// Three arrays of one allocation: bytes 0, 4 004 and 8 024.
__global__ void blend(int n, const float* a, const float* b, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// A part of an image whose rows are 512 bytes apart; it begins at column 3 of row 1.
__global__ void darken(int width, int height, int pitch, float* part) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) part[y * pitch + x] *= 0.5f;
}

// Four floats at a time, from an array that begins 4 bytes past a multiple of 16.
__global__ void sum_of_four(int n, const float* x, float* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 four = reinterpret_cast<const float4*>(x + 3)[i];
  sums[i] = four.x + 2 * four.y + 3 * four.z + 4 * four.w;
}

// A cubin has the table 4 bytes behind the counter. The driver does not follow this: both begin a line.
__device__ float table[300];
__device__ int calls;

__global__ void look_up(int n, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++calls;
  if (i < n) to[i] = table[i];
}

template <class Element>
Element* on_device_behind(std::size_t bytes, const std::vector<Element>& values) {
  char* begin = nullptr;
  cudaMalloc(&begin, bytes + values.size() * sizeof(Element));
  cudaMemset(begin, 0, bytes);
  cudaMemcpy(begin + bytes, values.data(), values.size() * sizeof(Element), cudaMemcpyHostToDevice);
  return reinterpret_cast<Element*>(begin + bytes);
}

bool add_behind_headers() {
  std::vector<float> x, y, expected;
  for (int i = 0; i < kCount; ++i) x.push_back(i % 37), y.push_back(3 * i % 101), expected.push_back(2 * x[i] + y[i]);
  float *from = on_device_behind(sizeof(Header), x), *to = on_device_behind(sizeof(Header), y);
  saxpy<<<(kCount + kThreads - 1) / kThreads, kThreads>>>(kCount, from, to);
  if (!is_equal("saxpy", to, expected)) return false;
  to = on_device_behind(sizeof(Header), y);
  saxpy_indexed<<<(kCount + kThreads - 1) / kThreads, kThreads>>>(kCount, from - 4, to - 4);
  return is_equal("saxpy_indexed", to, expected);
}

bool blend_in_a_pool() {
  constexpr int kSecond = kCount + 1, kThird = kSecond + kCount + 5;
  std::vector<float> pool(kThird + kCount), expected;
  for (int i = 0; i < kCount; ++i) {
    pool[i] = i % 53, pool[kSecond + i] = 7 * i % 29;
    expected.push_back(pool[i] + pool[kSecond + i]);
  }
  float* const all = on_device(pool);
  blend<<<(kCount + kThreads - 1) / kThreads, kThreads>>>(kCount, all, all + kSecond, all + kThird);
  return is_equal("blend", all + kThird, expected);
}

bool darken_a_part() {
  std::vector<float> image, expected, result(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) {
    const int x = i % kWidth, y = i / kWidth;
    image.push_back(i * 13 % 97);
    expected.push_back(image[i] * (x >= 3 && x < 83 && y >= 1 && y < 6 ? 0.5f : 1));
  }
  float* at = nullptr;
  std::size_t pitch = 0;
  cudaMallocPitch(&at, &pitch, kWidth * 4, kHeight);
  cudaMemcpy2D(at, pitch, image.data(), kWidth * 4, kWidth * 4, kHeight, cudaMemcpyHostToDevice);
  darken<<<dim3(1, 5), kThreads>>>(80, 5, static_cast<int>(pitch / 4), at + pitch / 4 + 3);
  cudaMemcpy2D(result.data(), kWidth * 4, at, pitch, kWidth * 4, kHeight, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kWidth * kHeight; ++i)
    if (!(result[i] == expected[i])) return printf("darken: pixel %d is %g\n", i, result[i]), false;
  return true;
}

bool sum_fours() {
  std::vector<float> x, expected;
  for (int i = 0; i < 4 * kThreads + 3; ++i) x.push_back(i * 11 % 71);
  for (int i = 3; i < 4 * kThreads + 3; i += 4) expected.push_back(x[i] + 2 * x[i + 1] + 3 * x[i + 2] + 4 * x[i + 3]);
  float* const sums = on_device(std::vector<float>(kThreads));
  sum_of_four<<<1, kThreads>>>(kThreads, on_device_behind(4, x), sums);
  return is_equal("sum_of_four", sums, expected);
}

bool look_up_all() {
  std::vector<float> values;
  for (int i = 0; i < 300; ++i) values.push_back(i * 17 % 89);
  cudaMemcpyToSymbol(table, values.data(), sizeof(table));
  float* const to = on_device(std::vector<float>(300));
  look_up<<<3, kThreads>>>(300, to);
  int called = 0;
  cudaMemcpyFromSymbol(&called, calls, sizeof(called));
  return called == 1 && is_equal("look_up", to, values);
}

int main() {
  if (!add_behind_headers() || !blend_in_a_pool() || !darken_a_part() || !sum_fours() || !look_up_all()) return 1;
  puts("right");
}
