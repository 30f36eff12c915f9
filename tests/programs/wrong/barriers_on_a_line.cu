// Warps of a block wait at different barriers, which are on one line of the source, or in one function. In the first
// three kernels all warps wait equally often: PTX defines this, though CUDA C++ does not. In the next two, one warp
// still has the other's barrier ahead of it. The rest are correct: all warps call the function equally often, or only
// make fewer passes of a loop before they end, which nvcc has unrolled.
#include <cstdio>

__device__ __forceinline__ void meet() { __syncthreads(); }

__device__ __forceinline__ float* filled(const float* values) {
  __shared__ float cells[64];
  cells[threadIdx.x] = values[threadIdx.x];
  return cells;
}

__global__ void branches_on_a_line(float* values) {
  float* const cells = filled(values);
  // clang-format off
  if (threadIdx.x < 32) { __syncthreads(); cells[threadIdx.x] += 1; } else { __syncthreads(); cells[threadIdx.x] += 2; }
  // clang-format on
  values[threadIdx.x] = cells[threadIdx.x];
}

__global__ void called_in_branches(float* values) {
  float* const cells = filled(values);
  if (threadIdx.x < 32) {
    meet();
    cells[threadIdx.x] += 1;
  } else {
    meet();
    cells[threadIdx.x] += 2;
  }
  values[threadIdx.x] = cells[threadIdx.x];
}

__global__ void called_on_a_line(float* values) {
  float* const cells = filled(values);
  // clang-format off
  if (threadIdx.x < 32) { meet(); cells[threadIdx.x] += 1; } else { meet(); cells[threadIdx.x] += 2; }
  // clang-format on
  values[threadIdx.x] = cells[threadIdx.x];
}

__global__ void one_more_on_a_line(float* values) {
  float* const cells = filled(values);
  // clang-format off
  if (threadIdx.x < 32) { __syncthreads(); cells[threadIdx.x] += 1; } __syncthreads();
  // clang-format on
  values[threadIdx.x] = cells[threadIdx.x];
}

__global__ void called_once_more(float* values) {
  float* const cells = filled(values);
  if (threadIdx.x < 32) {
    meet();
    cells[threadIdx.x] += 1;
  }
  meet();
  values[threadIdx.x] = cells[threadIdx.x];
}

__global__ void all_call(float* values) {
  float* const cells = filled(values);
  meet();
  values[threadIdx.x] += cells[63 - threadIdx.x];
  // clang-format off
  meet(); cells[threadIdx.x] = values[threadIdx.x]; meet();
  // clang-format on
  values[threadIdx.x] = cells[63 - threadIdx.x];
}

__global__ void fewer_passes(float* values, const int* passes) {
  __shared__ float cells[64];
  const int all = passes[threadIdx.x / 32];
  for (int i = 0; i < all; ++i) {
    cells[threadIdx.x] = values[threadIdx.x] + i;
    __syncthreads();
    values[threadIdx.x] += cells[threadIdx.x];
  }
}

int main() {
  float* values;
  int* passes;
  cudaMalloc(&values, 64 * sizeof(float));
  cudaMemset(values, 0, 64 * sizeof(float));
  const int both[] = {5, 3};
  cudaMalloc(&passes, sizeof both);
  cudaMemcpy(passes, both, sizeof both, cudaMemcpyHostToDevice);
  branches_on_a_line<<<1, 64>>>(values);
  called_in_branches<<<1, 64>>>(values);
  called_on_a_line<<<1, 64>>>(values);
  one_more_on_a_line<<<1, 64>>>(values);
  called_once_more<<<1, 64>>>(values);
  all_call<<<1, 64>>>(values);
  fewer_passes<<<1, 64>>>(values, passes);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
