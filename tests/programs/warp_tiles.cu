// A matrix is turned over, and its rows are summed, by warps that do not wait for each other: the lanes of each
// exchange numbers through a part of shared memory that no other warp touches, and wait at __syncwarp. Half warps count
// theirs.
#include <cstdio>
#include <vector>

constexpr int kWarps = 4, kTile = 32, kRows = 72, kColumns = 100;

__global__ void turn(const float* from, float* to) {
  __shared__ float tiles[kWarps][kTile][kTile + 1];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = blockIdx.x * kTile;
  for (int column = warp * kTile; column < kColumns; column += kWarps * kTile) {
    for (int i = 0; i < kTile; ++i)
      tiles[warp][i][lane] =
          row + i < kRows && column + lane < kColumns ? from[(row + i) * kColumns + column + lane] : 0;
    __syncwarp();
    for (int i = 0; i < kTile; ++i)
      if (column + i < kColumns && row + lane < kRows) to[(column + i) * kRows + row + lane] = tiles[warp][lane][i];
    __syncwarp();
  }
}

__global__ void sum_rows(const float* matrix, float* sums) {
  __shared__ float parts[kWarps][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float* mine = parts[warp];
  for (int row = blockIdx.x * kWarps + warp; row < kRows; row += gridDim.x * kWarps) {
    float sum = 0;
    for (int column = lane; column < kColumns; column += 32) sum += matrix[row * kColumns + column];
    mine[lane] = sum;
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
      if (lane < step) mine[lane] += mine[lane + step];
      __syncwarp();
    }
    if (lane == 0) sums[row] = mine[0];
    __syncwarp();
  }
}

/// How many numbers in front of a half warp's each are less than it.
__global__ void rank(const int* numbers, int* ranks) {
  __shared__ int halves[kWarps * 2][16];
  const int half = threadIdx.x / 16, lane = threadIdx.x % 16, i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mine = 0xffffu << threadIdx.x % 32 / 16 * 16;
  halves[half][lane] = numbers[i];
  __syncwarp(mine);
  int rank = 0;
  for (int other = 0; other < lane; ++other) rank += halves[half][other] < halves[half][lane];
  ranks[i] = rank;
}

int main() {
  std::vector<float> matrix(kRows * kColumns), turned(matrix.size()), sums(kRows);
  for (int i = 0; i < kRows * kColumns; ++i) matrix[i] = i * 37 % 1009 - 500;
  const int count = 3 * kWarps * 32;
  std::vector<int> numbers(count), ranks(count);
  for (int i = 0; i < count; ++i) numbers[i] = i * 29 % 101;
  float *m, *t, *s;
  int *n, *r;
  cudaMalloc(&m, matrix.size() * sizeof(float));
  cudaMalloc(&t, turned.size() * sizeof(float));
  cudaMalloc(&s, sums.size() * sizeof(float));
  cudaMalloc(&n, count * sizeof(int));
  cudaMalloc(&r, count * sizeof(int));
  cudaMemcpy(m, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(n, numbers.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  turn<<<(kRows + kTile - 1) / kTile, kWarps * 32>>>(m, t);
  sum_rows<<<5, kWarps * 32>>>(m, s);
  rank<<<3, kWarps * 32>>>(n, r);
  cudaMemcpy(turned.data(), t, turned.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(sums.data(), s, sums.size() * sizeof(float), cudaMemcpyDeviceToHost);
  if (cudaMemcpy(ranks.data(), r, count * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return puts("failed"), 1;
  for (int row = 0; row < kRows; ++row) {
    float sum = 0;
    for (int column = 0; column < kColumns; ++column) {
      sum += matrix[row * kColumns + column];
      if (turned[column * kRows + row] != matrix[row * kColumns + column])
        return printf("%d %d: %g, not %g\n", column, row, turned[column * kRows + row],
                      matrix[row * kColumns + column]),
               1;
    }
    if (sums[row] != sum) return printf("row %d: %g, not %g\n", row, sums[row], sum), 1;
  }
  for (int i = 0; i < count; ++i) {
    int rank = 0;
    for (int other = i / 16 * 16; other < i; ++other) rank += numbers[other] < numbers[i];
    if (ranks[i] != rank) return printf("number %d: %d, not %d\n", i, ranks[i], rank), 1;
  }
  puts("right");
}
