// What comments say of tiles is not what the kernels do.
#include <cstdio>

constexpr int T = 16, PAD = 1;

// The copy exchanges row and column of As.
// gemmscope: C[M][N] = A[M][K] * B[K][N], As[T][T + PAD] = A^T, Bs[T][T] = B
__global__ void exchanges(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[T][T + PAD], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += T) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

// The comments forget the padding, and say another product and another k-tile.
// gemmscope: As[T][T] = A
// gemmscope: Bs[T][T] = B, block tile T x T, k-tile T / 2, C = A * B^T
__global__ void forgets_padding(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[T][T + PAD], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += T) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

// One row of Bs comes from the wrong matrix. Some comments cannot be applied.
__global__ void takes_the_other(int M, int N, int K, const float* A, const float* B, float* C) {
  // gemmscope: C[M][N] = A[M][K] * B, block tile 2 * T x T
  // gemmscope: B[K][N], Bs[T][T] = B, Cs[T][T] = C, As[T][Q] = A, As = A
  __shared__ float As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += T) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + column];
    if (ty == 3) Bs[ty][tx] = A[row * K + k0 + tx];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

// The comment says how long the rows of A are. The kernel reads A by columns, as if its rows were M long.
// gemmscope: C[M][N] = A[M][K] * B[K][N]
__global__ void reads_columns(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[k * M + row] * B[k * N + column];
  C[row * N + column] = sum;
}

// The grid has fewer blocks than C needs.
// gemmscope: C[M][N] = A[M][K] * B[K][N]
__global__ void part_of_it(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}

// The loop ends before the last tile.
// gemmscope: C[M][N] = A[M][K] * B[K][N]
__global__ void leaves_out_a_tile(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K - T; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}

// All rows of a block are multiplied as its first one.
// gemmscope: C[M][N] = A[M][K] * B[K][N]
__global__ void takes_one_row(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[blockIdx.y * T * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}

// C is read even if it is multiplied by 0.
// gemmscope: C = A * B + b * C
__global__ void reads_C(int M, int N, int K, const float* A, const float* B, float b, float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum + b * C[row * N + column];
}

int main() {
  const int M = 48, N = 64, K = 80;
  float *a, *b, *c;
  cudaMalloc(&a, M * K * sizeof(float)), cudaMalloc(&b, K * N * sizeof(float)), cudaMalloc(&c, M * N * sizeof(float));
  cudaMemset(a, 0, M * K * sizeof(float)), cudaMemset(b, 0, K * N * sizeof(float));
  const dim3 blocks(N / T, M / T), threads(T, T);
  exchanges<<<blocks, threads>>>(M, N, K, a, b, c);
  forgets_padding<<<blocks, threads>>>(M, N, K, a, b, c);
  takes_the_other<<<blocks, threads>>>(M, N, K, a, b, c);
  reads_columns<<<blocks, threads>>>(M, N, K, a, b, c);
  part_of_it<<<dim3(N / T, M / T - 1), threads>>>(M, N, K, a, b, c);
  leaves_out_a_tile<<<blocks, threads>>>(M, N, K, a, b, c);
  takes_one_row<<<blocks, threads>>>(M, N, K, a, b, c);
  reads_C<<<blocks, threads>>>(M, N, K, a, b, 0, c);
  std::puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
