// Arrays in shared memory that are not filled as far as they are read.
#include <cstdio>

__global__ void half_filled(const int* from, int* to) {  // by 64 threads, one element each
  __shared__ int numbers[128];
  if (threadIdx.x < 64) numbers[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = numbers[127 - threadIdx.x];
}

__global__ void three_of_four(const int* from, int* to) {
  __shared__ int4 numbers[32];
  if (threadIdx.x % 4 < 3) reinterpret_cast<int*>(numbers)[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  const int4 four = numbers[threadIdx.x / 4];
  to[threadIdx.x] = threadIdx.x % 4 < 3 ? four.x + four.y + four.z : four.w;
}

__global__ void sums_two(const int* from, int* to) {  // thread 0 fills nothing
  __shared__ int weights[128], numbers[128];
  if (threadIdx.x != 0) weights[threadIdx.x] = 3, numbers[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  const int weight = weights[127 - threadIdx.x];
  const int number = numbers[127 - threadIdx.x];
  to[threadIdx.x] = 2 * weight + number;
}

int main() {
  int numbers[128], results[128], *from, *to;
  for (int i = 0; i < 128; ++i) numbers[i] = i * 37 % 101;
  cudaMalloc(&from, sizeof(numbers));
  cudaMalloc(&to, sizeof(results));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  half_filled<<<1, 128>>>(from, to);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 64; i < 128; ++i)
    if (results[i] != numbers[127 - i]) return printf("%d: %d, not %d\n", i, results[i], numbers[127 - i]), 1;
  three_of_four<<<1, 128>>>(from, to);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; ++i) {
    const int* four = numbers + i / 4 * 4;
    if (i % 4 < 3 && results[i] != four[0] + four[1] + four[2]) return printf("%d: %d\n", i, results[i]), 1;
  }
  sums_two<<<1, 128>>>(from, to);
  cudaMemcpy(results, to, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 127; ++i)
    if (results[i] != 6 + numbers[127 - i]) return printf("%d: %d\n", i, results[i]), 1;
  puts("right");
}
