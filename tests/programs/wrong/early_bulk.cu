// A bulk copy that is not waited for: a warp reads the tile when another one's thread has asked for it, and only then
// waits.
#include <cooperative_groups.h>
#include <cuda/barrier>

#include <cstdio>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kThreads = 64;

__global__ void nobody_waits(const int* from, int* to) {
  __shared__ alignas(16) int numbers[kThreads];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, 1);
    cuda::memcpy_async(numbers, from, cuda::aligned_size_t<16>(sizeof(numbers)), barrier);
  }
  __syncthreads();
  const int early = numbers[threadIdx.x ^ 33];
  if (threadIdx.x == 0) barrier.arrive_and_wait();
  __syncthreads();
  to[threadIdx.x] = early + numbers[threadIdx.x];
}

int main() {
  int *from, *to;
  cudaMalloc(&from, kThreads * sizeof(int)), cudaMalloc(&to, kThreads * sizeof(int));
  cudaMemset(from, 0, kThreads * sizeof(int));
  nobody_waits<<<1, kThreads>>>(from, to);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
