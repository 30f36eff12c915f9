// C = A * B by fewer blocks than C has tiles: each computes one tile after the other, or as many k-tiles as the others,
// wherever they are, and adds what it has to C.
#include "vectors.cuh"

constexpr int T = 16;

/// Adds the product of k-tile `kt` for the tile of C at `row` and `column` to the sums of two rows.
__device__ void add_tile(const float* A, const float* B, int N, int K, int row, int column, int kt, float* sum) {
  __shared__ float As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = ty; i < T; i += 8) {
    As[i][tx] = A[(row + i) * K + kt * T + tx];
    Bs[i][tx] = B[(kt * T + i) * N + column + tx];
  }
  __syncthreads();
  for (int k = 0; k < T; ++k)
    for (int i = 0; i < 2; ++i) sum[i] += As[ty + 8 * i][k] * Bs[k][tx];
  __syncthreads();
}

/// Tiles column by column.
__global__ void in_turn_of_tiles(int M, int N, int K, const float* A, const float* B, float* C) {
  for (int tile = blockIdx.x; tile < M / T * (N / T); tile += gridDim.x) {
    const int row = tile % (M / T) * T, column = tile / (M / T) * T;
    float sum[2] = {};
    for (int kt = 0; kt < K / T; ++kt) add_tile(A, B, N, K, row, column, kt, sum);
    for (int i = 0; i < 2; ++i) C[(row + threadIdx.y + 8 * i) * N + column + threadIdx.x] = sum[i];
  }
}

/// All k-tiles of all tiles in a line, of which each block has `share`.
__global__ void in_shares(int M, int N, int K, int share, const float* A, const float* B, float* C) {
  const int k_tiles = K / T, end = min((blockIdx.x + 1) * share, M / T * (N / T) * k_tiles);
  for (int at = blockIdx.x * share; at < end;) {
    const int tile = at / k_tiles, row = tile / (N / T) * T, column = tile % (N / T) * T;
    float sum[2] = {};
    for (const int last = min(end, (tile + 1) * k_tiles); at < last; ++at)
      add_tile(A, B, N, K, row, column, at % k_tiles, sum);
    for (int i = 0; i < 2; ++i) atomicAdd(&C[(row + threadIdx.y + 8 * i) * N + column + threadIdx.x], sum[i]);
  }
}

int main() {
  const int M = 48, N = 80, K = 112, blocks = 4, all = M / T * (N / T) * (K / T);
  std::vector<float> A(M * K), B(K * N), right(M * N);
  for (int i = 0; i < M * K; ++i) A[i] = i % 17 - 8;
  for (int i = 0; i < K * N; ++i) B[i] = i % 13 - 6;
  for (int i = 0; i < M * N; ++i)
    for (int k = 0; k < K; ++k) right[i] += A[i / N * K + k] * B[k * N + i % N];
  const float *const a = on_device(A), *const b = on_device(B);
  float *const c = on_device(std::vector<float>(M * N)), *const added = on_device(std::vector<float>(M * N));
  in_turn_of_tiles<<<blocks, dim3(T, 8)>>>(M, N, K, a, b, c);
  in_shares<<<blocks, dim3(T, 8)>>>(M, N, K, (all + blocks - 1) / blocks, a, b, added);
  if (!is_equal("C", c, right) || !is_equal("added", added, right)) return 1;
  puts("right");
}
