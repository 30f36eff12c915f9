// Threads of a block exchange numbers through global memory and do not wait for each other. Where warps run in turn and
// their lanes in step, the numbers are right all the same.
#include <cstdio>

constexpr int kThreads = 128;

__global__ void no_barrier(int* numbers, int* to) {  // a thread may read before the one below it has written
  numbers[threadIdx.x] = 5 * threadIdx.x;
  to[threadIdx.x] = numbers[threadIdx.x < 32 ? threadIdx.x : threadIdx.x - 32];
}

__global__ void shift(int* numbers) {  // a number may be gone before its neighbour has it
  const int next = numbers[threadIdx.x + 1];
  numbers[threadIdx.x] = next;
}

__global__ void last(const int* from, int* to) {  // the last one that writes it, whoever that is
  *to = from[threadIdx.x];
}

// The bins are looked at before all threads have counted.
__global__ void largest_bin(const int* from, int* bins, int* to) {
  for (int i = threadIdx.x; i < 4 * kThreads; i += kThreads) atomicAdd(&bins[from[i % (kThreads + 1)] % 8], 1);
  if (threadIdx.x != 5) return;
  int largest = 0;
  for (int bin = 1; bin < 8; ++bin)
    if (bins[bin] > bins[largest]) largest = bin;
  *to = largest;
}

int main() {
  int numbers[kThreads + 1], results[kThreads + 1], *from, *to;
  for (int i = 0; i <= kThreads; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(results));
  const auto get = [&](const int* array) { cudaMemcpy(results, array, sizeof(results), cudaMemcpyDeviceToHost); };
  cudaMemset(to, 0, sizeof(results));
  no_barrier<<<1, kThreads>>>(from, to), get(to);
  for (int i = 0; i < kThreads; ++i)
    if (results[i] != 5 * (i < 32 ? i : i - 32)) return puts("no_barrier"), 1;
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  shift<<<1, kThreads>>>(from), get(from);
  for (int i = 0; i < kThreads; ++i)
    if (results[i] != numbers[i + 1]) return puts("shift"), 1;
  cudaMemset(to, 0, sizeof(results));
  largest_bin<<<1, kThreads>>>(from, to, to + 8);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("largest bin"), 1;
  last<<<1, kThreads>>>(from, to), get(to);
  if (results[0] != numbers[kThreads]) return puts("last"), 1;
  puts("right");
}
