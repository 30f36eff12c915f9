// Warps of a block wait at different barriers. In the first kernel all warps wait equally often: PTX defines this,
// though CUDA C++ does not. In the next two, one warp is at a barrier that the other still has ahead of it. The last is
// correct: threads that have nothing to do end before the barrier, which does not wait for them.
#include <cstdio>

__global__ void two_barriers(float* values) {
  __shared__ float cells[64];
  values += blockIdx.x * blockDim.x;
  cells[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    values[threadIdx.x] = cells[63 - threadIdx.x] + 1;
  } else {
    __syncthreads();
    values[threadIdx.x] = cells[63 - threadIdx.x] - 1;
  }
}

__global__ void one_more(float* values) {
  __shared__ float cells[64];
  cells[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    cells[threadIdx.x] += 1;
    __syncthreads();
  } else {
    __syncthreads();
  }
  __syncthreads();
  values[threadIdx.x] = cells[63 - threadIdx.x];
}

__global__ void leaves_later(float* values, const int* rounds) {
  __shared__ float cells[64];
  cells[threadIdx.x] = values[threadIdx.x];
  for (int i = 0; i < rounds[threadIdx.x / 32]; ++i) {
    cells[threadIdx.x] += i;
    __syncthreads();
  }
  __syncthreads();
  values[threadIdx.x] = cells[threadIdx.x];
}

__global__ void ends_sooner(float* values) {
  __shared__ float cells[64];
  cells[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    values[threadIdx.x] = cells[63 - threadIdx.x] + 1;
    return;
  }
  __syncthreads();
  const float other = cells[95 - threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = other;
}

// That the second warp reads too early follows from it: the first has a barrier between, which the second does not
// come to.
__global__ void reads_behind(float* values) {
  __shared__ float cells[64];
  cells[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    cells[threadIdx.x] += cells[threadIdx.x + 32];
    __syncthreads();
  }
  const float sum = cells[threadIdx.x % 32];
  __syncthreads();
  values[threadIdx.x] = sum;
}

// This does not: it comes before the barrier that only the first warp comes to.
__global__ void reads_before(float* values) {
  __shared__ float cells[64];
  cells[threadIdx.x] = values[threadIdx.x];
  float sum = cells[63 - threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    sum += cells[threadIdx.x];
  }
  __syncthreads();
  values[threadIdx.x] = sum;
}

__global__ void some_end(float* values, int n) {
  __shared__ float cells[64];
  if (threadIdx.x >= n) return;
  cells[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = cells[n - 1 - threadIdx.x];
}

int main() {
  float* values;
  cudaMalloc(&values, 128 * sizeof(float));
  cudaMemset(values, 0, 128 * sizeof(float));
  two_barriers<<<2, 64>>>(values);
  one_more<<<1, 64>>>(values);
  int* rounds;
  const int two[] = {1, 2};
  cudaMalloc(&rounds, sizeof two);
  cudaMemcpy(rounds, two, sizeof two, cudaMemcpyHostToDevice);
  leaves_later<<<1, 64>>>(values, rounds);
  ends_sooner<<<1, 64>>>(values);
  reads_behind<<<1, 64>>>(values);
  reads_before<<<1, 64>>>(values);
  some_end<<<1, 64>>>(values, 40);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
