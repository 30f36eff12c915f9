// One thread launches kernels, another copies to and from an array of its own.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int n = 40000, threads = 256;

__global__ void add(int* a, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += by * (i % 11);
}
__global__ void mirror(const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 3 * a[n - 1 - i];
}

int main() {
  int *a, *b, *other;
  if (cudaMalloc(&a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&b, n * sizeof(int)) != cudaSuccess ||
      cudaMalloc(&other, n * sizeof(int)) != cudaSuccess || cudaMemset(a, 0, n * sizeof(int)) != cudaSuccess)
    return puts("no memory"), 1;
  std::atomic<bool> is_begun = false, is_done = false, is_right = true;
  std::thread copies([&] {
    std::vector<int> values(n), back(n);
    for (int round = 0; round < 3 || !is_done; ++round) {
      for (int i = 0; i < n; ++i) values[i] = round * 7 + i;
      cudaMemcpy(other, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
      std::this_thread::yield();
      cudaMemcpy(back.data(), other, n * sizeof(int), cudaMemcpyDeviceToHost);
      is_right = is_right && back == values;
      is_begun = true;
    }
  });
  while (!is_begun) std::this_thread::yield();
  for (int round = 1; round <= 3; ++round) add<<<(n + threads - 1) / threads, threads>>>(a, round);
  mirror<<<(n + threads - 1) / threads, threads>>>(a, b);
  cudaDeviceSynchronize();
  is_done = true;
  copies.join();
  std::vector<int> result(n);
  cudaMemcpy(result.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (result[i] != 18 * ((n - 1 - i) % 11)) return printf("b[%d] is %d\n", i, result[i]), 1;
  puts(is_right ? "right" : "what was copied is not there");
  return is_right ? 0 : 1;
}
