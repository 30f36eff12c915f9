// SPDX-License-Identifier: MIT
// What tests/ptx reads: a barrier of all blocks, inlined through six functions of a header.
#include <cooperative_groups.h>

__global__ void steps(float* a) {
  a[threadIdx.x] += 1;
  cooperative_groups::this_grid().sync();
  a[threadIdx.x] *= 2;
}
