// What several kernels have in common: a block copies a tile of a matrix to shared memory, an element each thread.
#pragma once

__device__ inline float& cell(float* tile, int row, int column) { return tile[row * blockDim.x + column]; }

__device__ inline void copy_tile(float* tile, const float* from, int pitch) {
  cell(tile, threadIdx.y, threadIdx.x) = from[threadIdx.y * pitch + threadIdx.x];
}
