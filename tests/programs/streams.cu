// Three kernels on two streams; the last one waits for an event of the other stream.
#include <cstdio>
#include <vector>

__global__ void fill(int n, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i * 5 % 17;
}
__global__ void square(int n, const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i] * a[i];
}
__global__ void add(int n, const int* a, const int* b, int* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  int *a, *b, *c;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaStream_t first, second;
  cudaEvent_t filled;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&filled);
  const int blocks = (n + 127) / 128;
  fill<<<blocks, 128, 0, first>>>(n, a);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled, 0);
  square<<<blocks, 128, 0, second>>>(n, a, b);
  cudaStreamSynchronize(second);
  add<<<blocks, 128, 0, first>>>(n, a, b, c);
  std::vector<int> result(n);
  cudaMemcpyAsync(result.data(), c, n * sizeof(int), cudaMemcpyDeviceToHost, first);
  if (cudaStreamSynchronize(first) != cudaSuccess) return puts("the stream failed"), 1;
  for (int i = 0; i < n; ++i) {
    const int value = i * 5 % 17;
    if (result[i] != value + value * value) return printf("%d is %d, not %d\n", i, result[i], value + value * value), 1;
  }
  puts("right");
}
