// More small arrays than a process has mappings for, as in programs with lists and separate rows; and sizes larger than
// any memory.
#include <cstdint>
#include <cstdio>
#include <vector>

__global__ void count(int** rows, int n, int* sum) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) atomicAdd(sum, rows[row][row % 25]);
}

int main() {
  const int n = 20000;
  std::vector<int*> rows(n);
  int** all;
  int *sum, ones[25], result = 0;
  for (int& one : ones) one = 1;
  if (cudaMalloc(&all, n * sizeof(int*)) || cudaMalloc(&sum, sizeof(int))) return puts("no memory"), 1;
  for (int*& row : rows)
    if (cudaMalloc(&row, sizeof(ones)) || cudaMemcpy(row, ones, sizeof(ones), cudaMemcpyHostToDevice))
      return printf("no memory for row %d\n", int(&row - rows.data())), 1;
  if (cudaMemcpy(rows[n - 1], ones, sizeof(ones) + 4, cudaMemcpyHostToDevice) == cudaSuccess)
    return puts("a copy beyond the end is taken"), 1;
  cudaGetLastError();
  cudaMemset(sum, 0, sizeof(int));
  cudaMemcpy(all, rows.data(), n * sizeof(int*), cudaMemcpyHostToDevice);
  count<<<(n + 255) / 256, 256>>>(all, n, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  for (int* row : rows) cudaFree(row);
  void* none = nullptr;
  size_t pitch = 0;
  if (cudaMallocPitch(&none, &pitch, SIZE_MAX - 3, 2) == cudaSuccess ||
      cudaMallocPitch(&none, &pitch, size_t{1} << 40, size_t{1} << 24) == cudaSuccess)
    return puts("there is more memory than addresses"), 1;
  cudaGetLastError();
  puts(result == n && cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
