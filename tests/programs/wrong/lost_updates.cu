// Threads load a number, change it and store it, as if no other thread came between.
#include <cstdio>

constexpr int kThreads = 64, kBlocks = 4, kBins = 4;

__global__ void counts(int* count) {
  const int before = *count;
  *count = before + 1;
}

__global__ void counts_bins(const int* from, int* to) {
  __shared__ int bins[kBins];
  if (threadIdx.x < kBins) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < kThreads * kBlocks; i += kThreads) ++bins[from[i] % kBins];
  __syncthreads();
  if (threadIdx.x < kBins) to[threadIdx.x] = bins[threadIdx.x];
}

__global__ void largest(const int* from, int* to) {
  const int number = from[blockIdx.x * kThreads + threadIdx.x];
  if (number > *to) *to = number;
}

// The exchange is one step, but the look is another.
__global__ void largest_exchanged(const int* from, int* to) {
  const int number = from[blockIdx.x * kThreads + threadIdx.x];
  if (number > *to) atomicExch(to, number);
}

__global__ void largest_of_block(const int* from, int* to) {
  __shared__ int most;
  if (threadIdx.x == 0) most = -1;
  __syncthreads();
  if (most < from[threadIdx.x]) atomicExch(&most, from[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *to = most;
}

__global__ void last_adds_plainly(const int* from, int* to) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x < kThreads - 1)
    atomicAdd(&sum, from[threadIdx.x]);
  else
    sum += from[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) *to = sum;
}

// Right: the atomic operation looks again.
__global__ void looks_first(const int* from, int* to) {
  __shared__ int most, taken;
  if (threadIdx.x == 0) most = -1, taken = 0;
  __syncthreads();
  const int number = from[blockIdx.x * kThreads + threadIdx.x];
  if (number > most) atomicMax(&most, number);
  if (taken == 0 && atomicExch(&taken, 1) == 0) to[1] = number;
  if (number > to[2]) atomicMax(&to[2], number);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&to[2], most);
}

int main() {
  int numbers[kThreads * kBlocks], *from, *to;
  for (int i = 0; i < kThreads * kBlocks; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, kBins * sizeof(int));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(to, 0, kBins * sizeof(int));
  counts<<<1, kThreads>>>(to);
  counts_bins<<<1, kThreads>>>(from, to);
  largest<<<kBlocks, kThreads>>>(from, to);
  cudaMemset(to, 0, kBins * sizeof(int));
  largest_exchanged<<<kBlocks, kThreads>>>(from, to);
  largest_of_block<<<1, kThreads>>>(from, to);
  last_adds_plainly<<<1, kThreads>>>(from, to);
  looks_first<<<1, kThreads>>>(from, to);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
