// Arrays whose names, types and rows only the source and mangled names say: comments, braces, macros, defaults, packs,
// namespaces and overloads in lists of parameters; sizes of 64 bits; halves in pairs; structs of pointers.
// declared_test.py says what is expected.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include "vectors.cuh"

#define ARRAY(type, name) const type* __restrict__ name /* an array, in memory */
#define WIDTH             24
#define MAKE(kernel, type, op)                                        \
  __global__ void kernel##_all(type* values, int rows, int columns) { \
    const int i = blockIdx.x * columns + threadIdx.x;                 \
    if (threadIdx.x < columns) values[i] op(type) rows;               \
  }

struct Bounds {
  static constexpr int value = 32;
};

MAKE(add, float, +=)
MAKE(take, double, -=)

// Declared first, with no names.
template <class T, class Layout>
__global__ void twice(const T*, Layout, T*);

template <class T, class Layout>
__global__ static __launch_bounds__(decltype(Layout{})::value) void twice(
    const T* from,                        // the numbers; "quotes, and a ) in them"
    [[maybe_unused]] Layout layout, T* to /* (as many), in memory */
) {
  to[threadIdx.x] = T(2) * from[threadIdx.x];
}

namespace first {
__global__ void copy(ARRAY(float, numbers), float* copies, int count) {
  if (threadIdx.x < count) copies[threadIdx.x] = numbers[threadIdx.x];
}
}  // namespace first
namespace second {
__global__ void copy(ARRAY(int, whole), int* of_whole, int many) {
  if (threadIdx.x < many) of_whole[threadIdx.x] = whole[threadIdx.x];
}
__global__ void copy(ARRAY(double, large), double* of_large, int many) {
  if (threadIdx.x < many) of_large[threadIdx.x] = large[threadIdx.x];
}
}  // namespace second

// A size of 64 bits, halves that are loaded in pairs, floats that are copied 16 bytes at a time.
__global__ void pairs(size_t rows, size_t columns, const __half* halves, const float* floats, float* sums) {
  __shared__ __align__(16) float tile[256];
  const size_t row = blockIdx.x, pair = threadIdx.x;
  if (pair < columns / 4) __pipeline_memcpy_async(&tile[4 * pair], &floats[row * columns + 4 * pair], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (pair >= columns / 2) return;
  const float2 two = __half22float2(reinterpret_cast<const __half2*>(halves + row * columns)[pair]);
  sums[row * (columns / 2) + pair] = two.x + two.y + tile[2 * pair] + tile[2 * pair + 1];
}

// Four dimensions, of which the last is computed; and rows that a macro and a template count.
template <int N>
__global__ void window(const float* images, float (*fixed)[WIDTH], float* sums, int batch, int height, int width,
                       int k) {
  const int w = width - k + 1, h = height - k + 1, x = threadIdx.x, y = threadIdx.y, n = blockIdx.x;
  if (x >= w || y >= h || n >= batch) return;
  float sum = 0;
  for (int p = 0; p < k; ++p)
    for (int q = 0; q < k; ++q) sum += images[(n * height + y + p) * width + x + q];
  sums[(n * h + y) * w + x] = sum;
  fixed[n * N + y][x] = sum;
}

// An image that is counted along one index: only the names say which size is a row's.
__global__ void invert(const unsigned char* in, unsigned char* out, int imageWidth, int imageHeight) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < imageWidth * imageHeight) out[i] = 255 - in[i];
}
// And here nothing says it.
__global__ void negate(const float* in, float* out, int a, int b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a * b) out[i] = -in[i];
}

struct Inner {
  float* deep;
  short step;
};
struct Scene {
  float *position, *color, *radius;
  Inner inner;
  int* order;
  int width, height;
};
__constant__ Scene scene;

__global__ void draw(float* image) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x >= scene.width || y >= scene.height) return;
  const int c = scene.order[x % 4];
  image[y * scene.width + x] = scene.position[c] + scene.color[c] + scene.radius[c] + scene.inner.deep[c];
}
__global__ void draw_given(Scene given, const Scene* pointed) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x >= given.width) return;
  given.color[y * given.width + x] = pointed->order[x % 4];
}

template <class... Arrays>
__global__ void all_of(int n, Arrays*... arrays) {
  ((arrays[threadIdx.x] = n), ...);
}

extern "C" __global__ void plain(float A[], const unsigned short* __restrict__ B, unsigned long long n = 4) {
  if (threadIdx.x < n) A[threadIdx.x] = B[threadIdx.x];
}

int main() {
  float* const many = on_device(std::vector<float>(40 * 100));
  const auto floats = [](int count) { return on_device(std::vector<float>(count)); };
  add_all<<<6, 32>>>(floats(6 * 20), 6, 20);
  take_all<<<6, 32>>>(on_device(std::vector<double>(6 * 20)), 6, 20);
  twice<<<1, 32>>>((const float*)floats(32), Bounds{}, floats(32));
  first::copy<<<1, 32>>>(floats(32), floats(32), 32);
  second::copy<<<1, 32>>>(on_device(std::vector<int>(32)), on_device(std::vector<int>(32)), 32);
  second::copy<<<1, 32>>>(on_device(std::vector<double>(32)), on_device(std::vector<double>(32)), 32);
  pairs<<<6, 32>>>(6, 40, on_device(std::vector<__half>(6 * 40)), floats(6 * 40), floats(6 * 20));
  window<12><<<3, dim3(10, 12)>>>(floats(3 * 14 * 12), (float(*)[WIDTH])floats(3 * 12 * WIDTH), floats(3 * 12 * 10), 3,
                                  14, 12, 3);
  invert<<<5, 256>>>(on_device(std::vector<unsigned char>(37 * 29)), on_device(std::vector<unsigned char>(37 * 29)), 37,
                     29);
  negate<<<5, 256>>>(floats(37 * 29), floats(37 * 29), 37, 29);
  const Scene s{floats(4), floats(24 * 40), floats(4), {floats(4), 2}, on_device(std::vector<int>{0, 1, 2, 3}), 40, 24};
  cudaMemcpyToSymbol(scene, &s, sizeof(s));
  draw<<<24, 64>>>(floats(24 * 40));
  draw_given<<<24, 64>>>(s, on_device(std::vector<Scene>{s}));
  all_of<<<1, 32>>>(3, floats(32), on_device(std::vector<int>(32)));
  plain<<<1, 32>>>(many, on_device(std::vector<unsigned short>(32)), 32);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  std::printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
