// Memory from a pool, in the order of a stream, and what a program asks of the device before it uses one.
#include <cstdio>
#include <vector>

__global__ void fill(int n, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i * 7 % 31;
}

int main() {
  int mode = -1, has_pools = 0, rate = 0;
  if (cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0) || mode == cudaComputeModeProhibited)
    return puts("the device may not be used"), 1;
  if (cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0) || rate <= 0) return puts("no clock"), 1;
  if (cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, 0) || has_pools != 1)
    return puts("no pools"), 1;

  cudaStream_t stream;
  cudaMemPool_t pool;
  cudaStreamCreate(&stream);
  if (cudaDeviceGetDefaultMemPool(&pool, 0)) return puts("no default pool"), 1;
  unsigned long long keep = 1 << 20, kept = 0;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  if (cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept) || kept != keep)
    return puts("the pool forgets"), 1;

  const int n = 1000;
  int *a = nullptr, *b = nullptr;
  if (cudaMallocAsync(&a, n * sizeof(int), stream)) return puts("nothing from the stream"), 1;
  if (cudaMallocFromPoolAsync(&b, n * sizeof(int), pool, stream)) return puts("nothing from the pool"), 1;
  fill<<<(n + 255) / 256, 256, 0, stream>>>(n, b);
  cudaMemcpyAsync(a, b, n * sizeof(int), cudaMemcpyDeviceToDevice, stream);
  std::vector<int> result(n);
  cudaMemcpyAsync(result.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(a, stream);
  cudaFreeAsync(b, stream);
  if (cudaStreamSynchronize(stream)) return puts("the stream failed"), 1;
  for (int i = 0; i < n; ++i)
    if (result[i] != i * 7 % 31) return printf("element %d is %d\n", i, result[i]), 1;
  puts("right");
}
