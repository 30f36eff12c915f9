// Data decide which cell of an array in shared memory is accessed, and some are behind or before the array, where
// another array is: no GPU faults there.
#include "../vectors.cuh"

constexpr int kThreads = 64;

// Values up to 23 are counted in 16 bins; the rest are found in `first`.
__global__ void bins(const int* values, int* to) {
  __shared__ int counts[16], first[64];
  const int t = threadIdx.x;
  if (t < 16) counts[t] = 0;
  first[t] = t;
  __syncthreads();
  atomicAdd(&counts[values[t]], 1);
  __syncthreads();
  to[t] = counts[t % 16] + first[t] - t;
}

// The row is a number of 64 bits from memory; row 4 of `low` is row 0 of `high`.
__global__ void rows(const unsigned long long* row, int* to) {
  __shared__ int low[4][kThreads], high[4][kThreads];
  const int t = threadIdx.x;
  for (int r = 0; r < 4; ++r) low[r][t] = r, high[r][t] = 10 * r;
  __syncthreads();
  to[t] = low[row[t] % 5][t] + high[t % 4][t];
}

__device__ int found(const int* keys, int place) { return keys[place - 1]; }

// The function is inlined; place 0 is in front of `keys`.
__global__ void in_front(const int* places, int* to) {
  __shared__ int names[kThreads], keys[kThreads];
  const int t = threadIdx.x;
  names[t] = 100 + t, keys[t] = 7 * t;
  __syncthreads();
  to[t] = found(keys, places[t]) + names[kThreads - 1 - t];
}

// The tile begins where the static array ends.
__global__ void in_dynamic(const int* places, int* to) {
  extern __shared__ int tile[];
  __shared__ int heads[16];
  const int t = threadIdx.x;
  if (t < 16) heads[t] = t;
  tile[t] = 3 * t;
  __syncthreads();
  to[t] = heads[places[t]] + tile[kThreads - 1 - t];
}

// Each thread counts in a column of its own, without an atomic operation: one statement loads and stores.
__global__ void columns(const int* values, int* to) {
  __shared__ unsigned char counts[16][kThreads];
  __shared__ int more[kThreads][4];
  const int t = threadIdx.x;
  for (int b = 0; b < 16; ++b) counts[b][t] = 0;
  for (int b = 0; b < 4; ++b) more[t][b] = b;
  __syncthreads();
  counts[values[t]][t]++;
  __syncthreads();
  to[t] = counts[t % 16][t] + more[kThreads - 1 - t][t % 4];
}

int main() {
  std::vector<int> values(kThreads), places(kThreads);
  std::vector<unsigned long long> row(kThreads);
  for (int i = 0; i < kThreads; ++i) values[i] = i * 37 % 24, places[i] = i * 29 % 48, row[i] = 1000 + i * 7 % 11;
  int *const to = on_device(std::vector<int>(kThreads)), *const from = on_device(values);
  bins<<<1, kThreads>>>(from, to);
  rows<<<1, kThreads>>>(on_device(row), to);
  in_front<<<1, kThreads>>>(on_device(places), to);
  columns<<<1, kThreads>>>(from, to);
  in_dynamic<<<1, kThreads, kThreads * sizeof(int)>>>(from, to);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
