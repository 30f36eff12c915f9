// Every kind of memory: managed, pinned, with a pitch, symbols, a variable that both sides use, one that only a kernel
// sees, and streams that wait.
#include <cstdio>
#include <cstring>
#include <vector>

__device__ int counts[4];
__constant__ int factors[4] = {2, 3, 5, 7};
__managed__ int total = 10;

__global__ void count(const int* managed, const int* pinned, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[i % 4], managed[i] * factors[i % 4] + pinned[i]);
  if (i == 0) total += 32;
}

__global__ void transpose(const char* from, size_t pitch, int rows, int columns, int* to) {
  const int row = blockIdx.x, column = threadIdx.x;
  if (row < rows && column < columns)
    to[column * rows + row] = reinterpret_cast<const int*>(from + row * pitch)[column];
}

__global__ void tick(int* to) {
  static int ticks = 5;
  *to = ++ticks;
}

int main() {
  const int n = 1000;
  int *managed, *pinned;
  cudaMallocManaged(&managed, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  for (int i = 0; i < n; ++i) managed[i] = i % 13, pinned[i] = i % 7;
  const int begin[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(counts, begin, sizeof(begin));
  const int more = 11;
  cudaMemcpyToSymbol(factors, &more, sizeof(more), 2 * sizeof(int));
  cudaStream_t first, second;
  cudaEvent_t done;
  cudaStreamCreate(&first), cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking), cudaEventCreate(&done);
  count<<<(n + 127) / 128, 128, 0, first>>>(managed, pinned, n);
  cudaEventRecord(done, first);
  cudaStreamWaitEvent(second, done, 0);
  int result[4];
  cudaMemcpyFromSymbolAsync(result, counts, sizeof(result), 0, cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  const int factor[4] = {2, 3, 11, 7};
  for (int k = 0; k < 4; ++k) {
    int expected = begin[k];
    for (int i = k; i < n; i += 4) expected += i % 13 * factor[k] + i % 7;
    if (result[k] != expected) return printf("counts[%d] is %d, not %d\n", k, result[k], expected), 1;
  }
  cudaDeviceSynchronize();
  if (total != 42) return printf("total is %d\n", total), 1;

  const int rows = 5, columns = 37;
  int from[rows][columns], *to;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) from[r][c] = r * 100 + c;
  char* pitched;
  size_t pitch;
  cudaMallocPitch(reinterpret_cast<void**>(&pitched), &pitch, columns * sizeof(int), rows);
  cudaMemcpy2D(pitched, pitch, from, sizeof(from[0]), sizeof(from[0]), rows, cudaMemcpyHostToDevice);
  cudaMalloc(&to, sizeof(from));
  transpose<<<rows, 64>>>(pitched, pitch, rows, columns, to);
  std::vector<int> back(rows * columns);
  cudaMemcpy(back.data(), to, sizeof(from), cudaMemcpyDeviceToHost);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      if (back[c * rows + r] != r * 100 + c) return printf("[%d][%d] is %d\n", r, c, back[c * rows + r]), 1;

  for (int i = 6; i < 9; ++i) {
    int ticks = 0;
    tick<<<1, 1>>>(to);
    cudaMemcpy(&ticks, to, sizeof(ticks), cudaMemcpyDeviceToHost);
    if (ticks != i) return printf("%d ticks, not %d\n", ticks, i), 1;
  }

  cudaDeviceProp properties;
  int threads = 0, blocks = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.warpSize != 32) return puts("properties"), 1;
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transpose, 256, 0);
  if (threads != properties.maxThreadsPerBlock || blocks < 1 || blocks * 256 > properties.maxThreadsPerMultiProcessor)
    return printf("%d threads, %d blocks\n", threads, blocks), 1;
  cudaFree(managed), cudaFreeHost(pinned), cudaFree(pitched), cudaFree(to);
  if (cudaGetLastError() != cudaSuccess) return puts("an error"), 1;
  puts("right");
}
