// The last block has more threads than there are elements, and nothing stops them.
#include <cstdio>

__global__ void twice(float* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = 2 * values[i];
}

int main() {
  const int n = 100;
  float* values;
  cudaMalloc(&values, n * sizeof(float));
  cudaMemset(values, 0, n * sizeof(float));
  twice<<<2, 64>>>(values);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
