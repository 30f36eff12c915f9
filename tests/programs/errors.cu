// A program that looks at every error: what the runtime answers to arguments that make no sense.
#include <cstdio>
#include <vector>

__global__ void fill(int* values, int value) {
  extern __shared__ int copy[];
  copy[threadIdx.x] = value + threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(128) bounded(int* values) { values[threadIdx.x] = 1; }

// Until CUDA 12 the runtime looks at the sizes itself; since 13.0 it leaves that to the driver.
const cudaError_t kBadConfiguration = CUDART_VERSION < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;

bool same(const char* what, cudaError_t got, cudaError_t expected) {
  if (got == expected) return true;
  return printf("%s: %s, not %s\n", what, cudaGetErrorName(got), cudaGetErrorName(expected)), false;
}

int main() {
  int* values = nullptr;
  int* none = nullptr;
  bool right = same("too much memory", cudaMalloc(&none, size_t(1) << 50), cudaErrorMemoryAllocation);
  right &= same("remembered", cudaPeekAtLastError(), cudaErrorMemoryAllocation);
  right &= same("told", cudaGetLastError(), cudaErrorMemoryAllocation);
  right &= same("forgotten", cudaGetLastError(), cudaSuccess);
  right &= same("memory", cudaMalloc(&values, 1000 * sizeof(int)), cudaSuccess);

  fill<<<1, 2048>>>(values, 1);
  right &= same("2048 threads", cudaGetLastError(), kBadConfiguration);
  fill<<<0, 32>>>(values, 1);
  right &= same("no block", cudaGetLastError(), kBadConfiguration);
  fill<<<dim3(1, 70000), 32>>>(values, 1);
  right &= same("70000 blocks in y", cudaGetLastError(), kBadConfiguration);
  fill<<<1, dim3(1, 1, 128)>>>(values, 1);
  right &= same("128 threads in z", cudaGetLastError(), kBadConfiguration);
  // On an H200 (driver 580.159.04, CUDA 13.0, 2026-11-28) as here: 128 threads run, 129 are refused.
  cudaFuncAttributes attributes;
  right &= same("attributes", cudaFuncGetAttributes(&attributes, bounded), cudaSuccess);
  if (attributes.maxThreadsPerBlock != 128)
    return printf("%d threads may be in a block\n", attributes.maxThreadsPerBlock), 1;
  bounded<<<1, dim3(16, 8)>>>(values);
  right &= same("128 threads, as bounded", cudaGetLastError(), cudaSuccess);
  bounded<<<1, dim3(43, 3)>>>(values);
  right &= same("129 threads, bounded to 128", cudaGetLastError(), kBadConfiguration);
  fill<<<1, 1000, 60 * 1024>>>(values, 1);
  right &= same("60 KiB, not asked for", cudaGetLastError(), cudaErrorInvalidValue);
  right &= same("asked for", cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 * 1024),
                cudaSuccess);
  fill<<<1, 1000, 60 * 1024>>>(values, 7);
  right &= same("60 KiB", cudaGetLastError(), cudaSuccess);
  right &= same("1000 KiB", cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000 * 1024),
                cudaErrorInvalidValue);
  cudaGetLastError();

  std::vector<int> host(2000000);
  right &=
      same("a copy that is too long",
           cudaMemcpy(host.data(), values, host.size() * sizeof(int), cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  right &= same("a copy", cudaMemcpy(host.data(), values, 1000 * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < 1000; ++i)
    if (host[i] != 7 + 999 - i) return printf("values[%d] is %d\n", i, host[i]), 1;

  cudaEvent_t begin, end;
  float ms = 0;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  right &= same("no time yet", cudaEventElapsedTime(&ms, begin, end), cudaErrorInvalidResourceHandle);
  cudaEventRecord(begin), cudaEventRecord(end);
  cudaEventSynchronize(end);
  right &= same("a time", cudaEventElapsedTime(&ms, begin, end), cudaSuccess);
  right &= ms >= 0;

  right &= same("device 99", cudaSetDevice(99), cudaErrorInvalidDevice);
  right &= same("nothing to free", cudaFree(nullptr), cudaSuccess);
  right &= same("free", cudaFree(values), cudaSuccess);
  right &= same("free it again", cudaFree(values), cudaErrorInvalidValue);
  if (!right) return 1;
  puts("right");
}
