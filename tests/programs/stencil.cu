// The mean of each cell of a grid and its four neighbours, from a tile in shared memory with a border of one.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kTile = 16;

__global__ void stencil(int height, int width, const float* in, float* out) {
  __shared__ float tile[kTile + 2][kTile + 2];
  for (int i = threadIdx.y * kTile + threadIdx.x; i < (kTile + 2) * (kTile + 2); i += kTile * kTile) {
    const int row = i / (kTile + 2), column = i % (kTile + 2);
    const int y = min(max(int(blockIdx.y * kTile) + row - 1, 0), height - 1);
    const int x = min(max(int(blockIdx.x * kTile) + column - 1, 0), width - 1);
    tile[row][column] = in[y * width + x];
  }
  __syncthreads();
  const int y = blockIdx.y * kTile + threadIdx.y, x = blockIdx.x * kTile + threadIdx.x;
  const int row = threadIdx.y + 1, column = threadIdx.x + 1;
  if (y < height && x < width)
    out[y * width + x] = 0.2f * (tile[row][column] + tile[row - 1][column] + tile[row + 1][column] +
                                 tile[row][column - 1] + tile[row][column + 1]);
}

int main() {
  const int height = 37, width = 50;
  std::vector<float> in(height * width), out(height * width);
  for (int i = 0; i < height * width; ++i) in[i] = i * i % 97;
  float *a, *b;
  cudaMalloc(&a, in.size() * sizeof(float));
  cudaMalloc(&b, out.size() * sizeof(float));
  cudaMemcpy(a, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  stencil<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(height, width, a, b);
  cudaMemcpy(out.data(), b, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  const auto at = [&](int y, int x) {
    return in[(y < 0 ? 0 : y >= height ? height - 1 : y) * width + (x < 0 ? 0 : x >= width ? width - 1 : x)];
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float right = 0.2f * (at(y, x) + at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1));
      if (!(std::fabs(out[y * width + x] - right) <= 1e-4f))
        return printf("[%d][%d] is %g, not %g\n", y, x, out[y * width + x], right), 1;
    }
  puts("right");
}
