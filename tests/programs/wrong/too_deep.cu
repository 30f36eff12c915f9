// A function that calls itself deeper than there is memory for.
#include <cstdio>

__device__ __noinline__ int depth(int n) {
  volatile int kept[8] = {n};
  return n == 0 ? 0 : 1 + depth(n - 1) + kept[0] - n;
}

__global__ void descend(int n, int* result) { *result = depth(n); }

int main() {
  int result = 0, *device;
  std::size_t bytes = 0;
  cudaMalloc(&device, sizeof(int));
  cudaDeviceGetLimit(&bytes, cudaLimitStackSize);
  cudaDeviceSetLimit(cudaLimitStackSize, 64 * bytes);
  descend<<<1, 1>>>(300, device);
  cudaMemcpy(&result, device, sizeof(int), cudaMemcpyDeviceToHost);
  if (result != 300) return printf("the depth is %d\n", result), 1;
  descend<<<1, 1>>>(1000000, device);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
