// The lanes of one request go to different arrays of shared memory: to each its own, by a pointer.
#include <cstdio>
#include <vector>

__global__ void mix(const float* from, float* to) {
  __shared__ float even[64], odd[64];
  const int i = threadIdx.x, half = i / 2;
  float* mine = i % 2 == 0 ? even : odd;
  mine[half] = from[i];
  __syncthreads();
  float other;  // of two loads nvcc makes one
  if (i % 2 == 0)
    other = odd[63 - half];
  else
    other = even[63 - half];
  to[i] = other - mine[half];
}

int main() {
  std::vector<float> numbers(128), results(128);
  for (int i = 0; i < 128; ++i) numbers[i] = i * 37 % 101;
  float *from, *to;
  cudaMalloc(&from, 512);
  cudaMalloc(&to, 512);
  cudaMemcpy(from, numbers.data(), 512, cudaMemcpyHostToDevice);
  mix<<<1, 128>>>(from, to);
  if (cudaMemcpy(results.data(), to, 512, cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  for (int i = 0; i < 128; ++i) {
    const float expected = numbers[127 - i] - numbers[i];
    if (results[i] != expected) return printf("%d: %g, not %g\n", i, results[i], expected), 1;
  }
  puts("right");
}
