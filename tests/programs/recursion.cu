// The n-th Fibonacci number, by a function that calls itself: deeper in some lanes than in others.
#include <cstdio>

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void each(int n, int* results) {
  if (threadIdx.x < n) results[threadIdx.x] = fibonacci(threadIdx.x % 12);
}

int main() {
  const int n = 40;
  int results[n], *r;
  cudaMalloc(&r, sizeof(results));
  each<<<1, 64>>>(n, r);
  cudaMemcpy(results, r, sizeof(results), cudaMemcpyDeviceToHost);
  const int right[12] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  for (int i = 0; i < n; ++i)
    if (results[i] != right[i % 12]) return printf("number %d is %d, not %d\n", i % 12, results[i], right[i % 12]), 1;
  puts("right");
}
