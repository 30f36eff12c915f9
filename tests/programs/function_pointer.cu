// Each thread picks one of three functions by its number.
#include <cstdio>

using Function = int (*)(int, int);
__device__ __noinline__ int sum(int a, int b) { return a + b; }
__device__ __noinline__ int difference(int a, int b) { return a - b; }
__device__ __noinline__ int product(int a, int b) { return a * b; }
__device__ Function functions[3] = {sum, difference, product};

__global__ void apply(const int* a, const int* b, int* results) {
  const int i = threadIdx.x;
  results[i] = functions[i % 3](a[i], b[i]);
}

int main() {
  const int n = 64;
  int a[n], b[n], results[n], *x, *y, *z;
  for (int i = 0; i < n; ++i) a[i] = i * 3, b[i] = 50 - i;
  cudaMalloc(&x, sizeof(a));
  cudaMalloc(&y, sizeof(b));
  cudaMalloc(&z, sizeof(results));
  cudaMemcpy(x, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(y, b, sizeof(b), cudaMemcpyHostToDevice);
  apply<<<1, n>>>(x, y, z);
  cudaMemcpy(results, z, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    const int right = i % 3 == 0 ? a[i] + b[i] : i % 3 == 1 ? a[i] - b[i] : a[i] * b[i];
    if (results[i] != right) return printf("%d is %d, not %d\n", i, results[i], right), 1;
  }
  puts("right");
}
