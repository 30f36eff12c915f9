// Running sums of each block's part of an array (Hillis and Steele): two buffers in shared memory, in turn.
#include <cstdio>
#include <vector>

constexpr int kBlock = 128;

__global__ void scan(int n, const int* values, int* sums) {
  __shared__ int buffers[2][kBlock];
  const int thread = threadIdx.x, i = blockIdx.x * kBlock + thread;
  int now = 0;
  buffers[now][thread] = i < n ? values[i] : 0;
  for (int step = 1; step < kBlock; step *= 2) {
    __syncthreads();
    buffers[1 - now][thread] = buffers[now][thread] + (thread >= step ? buffers[now][thread - step] : 0);
    now = 1 - now;
  }
  if (i < n) sums[i] = buffers[now][thread];
}

int main() {
  const int n = 300;
  std::vector<int> values(n), sums(n);
  for (int i = 0; i < n; ++i) values[i] = i * 7 % 23 - 11;
  int *v, *s;
  cudaMalloc(&v, n * sizeof(int));
  cudaMalloc(&s, n * sizeof(int));
  cudaMemcpy(v, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<(n + kBlock - 1) / kBlock, kBlock>>>(n, v, s);
  cudaMemcpy(sums.data(), s, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = i % kBlock == 0 ? values[i] : sum + values[i];
    if (sums[i] != sum) return printf("sum %d is %d, not %d\n", i, sums[i], sum), 1;
  }
  puts("right");
}
