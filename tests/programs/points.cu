// The squared distances of each point to all others, added up: a block copies tiles of points to shared memory as
// float4, of which x, y and z are written and used. A lane loads 16 bytes at once all the same.
#include <cstdio>
#include <vector>

constexpr int kTile = 64;

__global__ void distances(int n, const float* points, float* sums) {
  __shared__ float4 tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  float x = 0, y = 0, z = 0, sum = 0;
  if (i < n) x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
  for (int first = 0; first < n; first += kTile) {
    const int j = first + threadIdx.x;
    if (j < n)
      tile[threadIdx.x].x = points[3 * j], tile[threadIdx.x].y = points[3 * j + 1],
      tile[threadIdx.x].z = points[3 * j + 2];
    __syncthreads();
    for (int other = 0; other < kTile && first + other < n; ++other) {
      const float4 p = tile[other];
      sum += (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) + (p.z - z) * (p.z - z);
    }
    __syncthreads();
  }
  if (i < n) sums[i] = sum;
}

int main() {
  const int n = 150;
  std::vector<float> points(3 * n), sums(n);
  for (int i = 0; i < 3 * n; ++i) points[i] = i * 37 % 19 - 9;
  float *p, *s;
  cudaMalloc(&p, points.size() * sizeof(float));
  cudaMalloc(&s, n * sizeof(float));
  cudaMemcpy(p, points.data(), points.size() * sizeof(float), cudaMemcpyHostToDevice);
  distances<<<(n + kTile - 1) / kTile, kTile>>>(n, p, s);
  if (cudaMemcpy(sums.data(), s, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      for (int c = 0; c < 3; ++c)
        sum += (points[3 * j + c] - points[3 * i + c]) * (points[3 * j + c] - points[3 * i + c]);
    if (sums[i] != sum) return printf("point %d: %g, not %g\n", i, sums[i], sum), 1;
  }
  puts("right");
}
