// y = a * x + y in pairs of halves.
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

__global__ void axpy(int pairs, half2 a, const half2* x, half2* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) y[i] = __hfma2(a, x[i], y[i]);
}

int main() {
  const int n = 1000;
  std::vector<half> x(n), y(n), result(n);
  for (int i = 0; i < n; ++i) x[i] = __float2half(i % 31 - 15), y[i] = __float2half(i % 17);
  half2 *a, *b;
  cudaMalloc(&a, n * sizeof(half));
  cudaMalloc(&b, n * sizeof(half));
  cudaMemcpy(a, x.data(), n * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(b, y.data(), n * sizeof(half), cudaMemcpyHostToDevice);
  axpy<<<(n / 2 + 127) / 128, 128>>>(n / 2, __floats2half2_rn(2, 0.5f), a, b);
  cudaMemcpy(result.data(), b, n * sizeof(half), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    const float right = (i % 2 == 0 ? 2 : 0.5f) * __half2float(x[i]) + __half2float(y[i]);
    if (__half2float(result[i]) != right) return printf("y[%d] is %g, not %g\n", i, __half2float(result[i]), right), 1;
  }
  puts("right");
}
