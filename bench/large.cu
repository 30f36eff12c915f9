// SPDX-License-Identifier: MIT
// Kernels of tests/programs at a size that fills a GPU: what recording costs there (scripts/gpu_programs).
//   large SIZE      of matrices and images; arrays have 16 * SIZE * SIZE elements
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gemm_naive {
#define main unused
#include "tests/programs/naive.cu"
}  // namespace gemm_naive
namespace gemm_tiled {
#include "tests/programs/tiled.cu"
}  // namespace gemm_tiled
namespace gemm_registers {
#include "tests/programs/register_tile.cu"
}  // namespace gemm_registers
namespace warp_tiles {
#include "bench/raw_warp_tile.cu"
}  // namespace warp_tiles
namespace sums {
#include "tests/programs/reduction.cu"
}  // namespace sums
namespace bytes {
#include "tests/programs/histogram.cu"
}  // namespace bytes
namespace images {
#include "tests/programs/stencil.cu"
}  // namespace images
namespace turned {
#include "tests/programs/transpose.cu"
#undef main
}  // namespace turned

/// Bound by the memory's bandwidth.
__global__ void copy(long n, const float* from, float* to) {
  for (long i = blockIdx.x * long(blockDim.x) + threadIdx.x; i < n; i += long(gridDim.x) * blockDim.x) to[i] = from[i];
}

int main(int count, char** arguments) {
  const int size = count > 1 ? atoi(arguments[1]) : 256;
  if (size <= 0 || size % 128 != 0) return puts("the size must be a multiple of 128"), 2;
  const long n = 16L * size * size;
  std::vector<float> values(n);
  for (long i = 0; i < n; ++i) values[i] = float(i % 251 - 125);
  float *from, *to;
  cudaMalloc(&from, n * sizeof(float));
  cudaMalloc(&to, n * sizeof(float));
  cudaMemcpy(from, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(to, 0, n * sizeof(float));
  const float *A = from, *B = from + size * size;
  const int* numbers = reinterpret_cast<const int*>(from);
  int* total = reinterpret_cast<int*>(to);

  copy<<<132 * 8, 256>>>(n, from, to);
  turned::transpose<0><<<dim3(size / 32, size / 32), dim3(32, 8)>>>(size, size, A, to);
  turned::transpose<1><<<dim3(size / 32, size / 32), dim3(32, 8)>>>(size, size, A, to);
  images::stencil<<<dim3(size / 16, size / 16), dim3(16, 16)>>>(size, size, A, to);
  sums::reduce<<<132 * 8, 256>>>(int(n), numbers, total);
  bytes::histogram<<<132 * 8, 256, 256 * sizeof(unsigned)>>>(int(n), reinterpret_cast<const unsigned char*>(from),
                                                             reinterpret_cast<unsigned*>(to));
  gemm_naive::naive<<<dim3(size / 16, size / 16), dim3(16, 16)>>>(size, size, size, A, B, to);
  gemm_tiled::tiled<<<dim3(size / 32, size / 32), dim3(32, 32)>>>(size, size, size, A, B, to);
  gemm_registers::register_tile<<<dim3(size / 64, size / 64), 256>>>(size, size, A, B, to);
  warp_tiles::raw_warp_tile<0, 0><<<dim3(size / 128, size / 128), 128>>>(size, size, size, 1, A, B, 0, to);
  const cudaError_t error = cudaDeviceSynchronize();
  puts(error == cudaSuccess ? "done" : cudaGetErrorString(error));
  return error != cudaSuccess;
}
