// The first thread has no neighbour on its left, and another array lies below.
#include <cstdio>

__global__ void differences(float* to, const float* from) {
  const int i = threadIdx.x;
  to[i] = from[i] - from[i - 1];
}

int main() {
  float *to, *from;
  cudaMalloc(&to, 64 * sizeof(float));
  cudaMalloc(&from, 64 * sizeof(float));
  cudaMemset(from, 0, 64 * sizeof(float));
  differences<<<1, 64>>>(to, from);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
