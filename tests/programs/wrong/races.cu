// Threads exchange numbers through shared memory and do not wait for each other. Where warps run in turn and their
// lanes in step, the numbers are right all the same.
#include <cstdio>

__global__ void no_barrier(const int* from, int* to) {  // a thread may read before the one below it has written
  __shared__ int numbers[128];
  numbers[threadIdx.x] = from[threadIdx.x];
  to[threadIdx.x] = numbers[threadIdx.x < 32 ? threadIdx.x : threadIdx.x - 32];
}

__global__ void no_second_barrier(const int* from,
                                  int* to) {  // the next round's numbers may come before these are read
  __shared__ int numbers[128];
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    numbers[threadIdx.x] = from[threadIdx.x] + round;
    __syncthreads();
    sum += numbers[threadIdx.x < 96 ? threadIdx.x + 32 : threadIdx.x];
  }
  to[threadIdx.x] = sum;
}

__global__ void no_syncwarp(const int* from, int* to) {
  __shared__ int numbers[128];
  numbers[threadIdx.x] = from[threadIdx.x];
  to[threadIdx.x] = numbers[threadIdx.x ^ 1];
}

__global__ void same_cell(const int* from, int* to) {  // the last one that writes it, whoever that is
  __shared__ int number;
  number = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = number;
}

int main() {
  int numbers[128], results[128], *from, *to;
  for (int i = 0; i < 128; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(results));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  const auto get = [&] { cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost); };
  no_barrier<<<1, 128>>>(from, to), get();
  for (int i = 0; i < 128; ++i)
    if (results[i] != numbers[i < 32 ? i : i - 32]) return puts("no_barrier"), 1;
  no_second_barrier<<<1, 128>>>(from, to), get();
  for (int i = 0; i < 128; ++i)
    if (results[i] != 3 * numbers[i < 96 ? i + 32 : i] + 3) return puts("no_second_barrier"), 1;
  no_syncwarp<<<1, 128>>>(from, to), get();
  for (int i = 0; i < 128; ++i)
    if (results[i] != numbers[i ^ 1]) return puts("no_syncwarp"), 1;
  same_cell<<<1, 128>>>(from, to), get();
  for (int i = 0; i < 128; ++i)
    if (results[i] != numbers[127]) return puts("same_cell"), 1;
  puts("right");
}
