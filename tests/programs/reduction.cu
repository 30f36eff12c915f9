// The sum of an array: in a warp by shuffles, in a block through shared memory, over the blocks by an atomic add.
#include <cstdio>
#include <vector>

__global__ void reduce(int n, const int* values, int* total) {
  __shared__ int of_warp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += values[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  sum = lane < blockDim.x / 32 ? of_warp[lane] : 0;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) atomicAdd(total, sum);
}

int main() {
  const int n = 10007;
  std::vector<int> values(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += values[i] = i * 37 % 1009 - 500;
  int *v, *t, total = 0;
  cudaMalloc(&v, n * sizeof(int));
  cudaMalloc(&t, sizeof(int));
  cudaMemcpy(v, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(t, 0, sizeof(int));
  reduce<<<4, 256>>>(n, v, t);
  cudaMemcpy(&total, t, sizeof(int), cudaMemcpyDeviceToHost);
  if (total != expected) return printf("the sum is %d, not %d\n", total, expected), 1;
  puts("right");
}
