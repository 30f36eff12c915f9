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
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
