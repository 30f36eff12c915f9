// All threads read what one of them stores, and nothing makes them wait. Behind that, their stores are far beyond the
// end of an array: what ended the launch is the first finding.
#include <cstdio>

__global__ void one_tells_all(const int* from, int* to) {
  __shared__ int shift;
  if (threadIdx.x == 0) shift = from[127];
  to[threadIdx.x + 1000] = from[threadIdx.x] + shift;
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 128 * sizeof(int));
  cudaMalloc(&to, 128 * sizeof(int));
  cudaMemset(from, 0, 128 * sizeof(int));
  one_tells_all<<<1, 128>>>(from, to);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
