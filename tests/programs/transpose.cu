// B = transposed A through a tile in shared memory: without padding each column of the tile lies in one bank, with a
// column of padding in 32.
#include <cstdio>
#include <vector>

constexpr int kTile = 32, kRows = 8;

template <int kPad>
__global__ void transpose(int rows, int columns, const float* A, float* B) {
  __shared__ float tile[kTile][kTile + kPad];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kRows)
    if (x < columns && y + i < rows) tile[threadIdx.y + i][threadIdx.x] = A[(y + i) * columns + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kRows)
    if (x < rows && y + i < columns) B[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}

int main() {
  const int rows = 70, columns = 100;
  std::vector<float> A(rows * columns), B(rows * columns);
  for (int i = 0; i < rows * columns; ++i) A[i] = i;
  float *a, *b;
  cudaMalloc(&a, A.size() * sizeof(float));
  cudaMalloc(&b, B.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile), block(kTile, kRows);
  for (int pad = 0; pad < 2; ++pad) {
    cudaMemset(b, 0, B.size() * sizeof(float));
    if (pad == 0)
      transpose<0><<<grid, block>>>(rows, columns, a, b);
    else
      transpose<1><<<grid, block>>>(rows, columns, a, b);
    cudaMemcpy(B.data(), b, B.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x)
        if (B[x * rows + y] != A[y * columns + x])
          return printf("pad %d: B[%d][%d] is %g, not %g\n", pad, x, y, B[x * rows + y], A[y * columns + x]), 1;
  }
  puts("right");
}
