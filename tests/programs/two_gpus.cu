// Two GPUs work on arrays of their own, at the same time; where there is one, it does both.
#include <cstdio>
#include <vector>

constexpr int n = 3000, threads = 128;

__device__ int shift = 2;

__global__ void first(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += i % 9 + shift;
}
__global__ void second(int* a, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i] * by + i % 5 + shift;
}

#define DO(call) \
  if ((call) != cudaSuccess) return printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())), 1

int main() {
  int gpus = 0, *a, *b;
  DO(cudaGetDeviceCount(&gpus));
  const int other = gpus > 1 ? 1 : 0, larger = 3;
  std::vector<int> begin(n), of_first(n), of_second(n);
  for (int i = 0; i < n; ++i) begin[i] = i * 3 % 50;
  DO(cudaSetDevice(0));
  DO(cudaMalloc(&a, n * sizeof(int)));
  DO(cudaMemcpy(a, begin.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  DO(cudaSetDevice(other));
  DO(cudaMalloc(&b, n * sizeof(int)));
  DO(cudaMemcpy(b, begin.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  if (other != 0) DO(cudaMemcpyToSymbol(shift, &larger, sizeof(larger)));  // each GPU has one of its own
  second<<<(n + threads - 1) / threads, threads>>>(b, 2);
  DO(cudaSetDevice(0));
  first<<<(n + threads - 1) / threads, threads>>>(a);
  DO(cudaGetLastError());
  DO(cudaMemcpy(of_first.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost));
  DO(cudaSetDevice(other));
  DO(cudaMemcpy(of_second.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    const int expected = begin[i] * 2 + i % 5 + (other != 0 ? larger : 2);
    if (of_first[i] != begin[i] + i % 9 + 2 || of_second[i] != expected)
      return printf("%d: %d and %d\n", i, of_first[i], of_second[i]), 1;
  }
  puts("right");
}
