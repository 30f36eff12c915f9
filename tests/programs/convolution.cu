// A 5 x 5 filter in constant memory over an image; beyond the image there are zeros.
#include <cstdio>
#include <vector>

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;
__constant__ int filter[kSide][kSide];

__global__ void convolve(int height, int width, const int* in, int* out) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height || x >= width) return;
  int sum = 0;
  for (int dy = -kRadius; dy <= kRadius; ++dy)
    for (int dx = -kRadius; dx <= kRadius; ++dx)
      if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
        sum += filter[dy + kRadius][dx + kRadius] * in[(y + dy) * width + x + dx];
  out[y * width + x] = sum;
}

int main() {
  const int height = 30, width = 45;
  int weights[kSide][kSide];
  std::vector<int> in(height * width), out(height * width);
  for (int i = 0; i < kSide * kSide; ++i) weights[i / kSide][i % kSide] = i * 7 % 11 - 5;
  for (int i = 0; i < height * width; ++i) in[i] = i * 13 % 101;
  int *a, *b;
  cudaMalloc(&a, in.size() * sizeof(int));
  cudaMalloc(&b, out.size() * sizeof(int));
  cudaMemcpyToSymbol(filter, weights, sizeof(weights));
  cudaMemcpy(a, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  convolve<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(height, width, a, b);
  cudaMemcpy(out.data(), b, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int sum = 0;
      for (int v = y - kRadius; v <= y + kRadius; ++v)
        for (int u = x - kRadius; u <= x + kRadius; ++u)
          if (v >= 0 && v < height && u >= 0 && u < width)
            sum += weights[v - y + kRadius][u - x + kRadius] * in[v * width + u];
      if (out[y * width + x] != sum) return printf("[%d][%d] is %d, not %d\n", y, x, out[y * width + x], sum), 1;
    }
  puts("right");
}
