// Products whose comments say what their tiles are, each in another way, and rightly.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define THREADS 64

// gemmscope: C[M][N] = alpha * A[M][K] * B[K][N] + beta * C
// gemmscope: As[BK][BM + PA] = A^T, Bs[BK][BN] = B
// gemmscope: block tile BM x BN, thread tile 4x4, k-tile BK
template <int BM, int BN, int BK, int PA>
__global__ void padded(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[BK][BM + PA];
  __shared__ float Bs[BK][BN];
  const int row = blockIdx.y * BM, column = blockIdx.x * BN, tm = threadIdx.x / 8 * 4, tn = threadIdx.x % 8 * 4;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += THREADS)
      As[i % BK][i / BK] = row + i / BK < M ? A[(row + i / BK) * K + k0 + i % BK] : 0;
    for (int i = threadIdx.x; i < BK * BN; i += THREADS)
      Bs[i / BN][i % BN] = column + i % BN < N ? B[(k0 + i / BN) * N + column + i % BN] : 0;
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += As[k][tm + i] * Bs[k][tn + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (row + tm + i < M && column + tn + j < N) {
        float& c = C[(row + tm + i) * N + column + tn + j];
        c = beta == 0 ? alpha * sum[i][j] : alpha * sum[i][j] + beta * c;
      }
}

// The second matrix is stored by columns, and tiles are in two buffers.
constexpr int T = 16;
__global__ void two_buffers(int M, int N, int K, const float* A, const float* B, float* C) {
  // gemmscope: C = A * B^T, B[N][K], tiles[2][T][T + 1] = A
  // gemmscope: others[2][T][T] = B^T, block tile T × T
  __shared__ float tiles[2 * T * (T + 1)], others[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T, column = blockIdx.x * T;
  const auto load = [&](int t) {
    tiles[t % 2 * T * (T + 1) + ty * (T + 1) + tx] = A[(row + ty) * K + t * T + tx];
    others[t % 2][tx][ty] = B[(column + ty) * K + t * T + tx];
  };
  load(0);
  float sum = 0;
  for (int t = 0; t < K / T; ++t) {
    __syncthreads();
    if (t + 1 < K / T) load(t + 1);
    for (int k = 0; k < T; ++k) sum += tiles[t % 2 * T * (T + 1) + ty * (T + 1) + k] * others[t % 2][k][tx];
    __syncthreads();
  }
  C[(row + ty) * N + column + tx] = sum;
}

// Columns of one row are exchanged; the warps take rows that are no neighbours; memory of a tile serves for sums, too.
// gemmscope: C = A * B, As[T][T] = A, swizzled, Bs[T][T] = B
__global__ void exchanged(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y + ty * (M / T), column = blockIdx.x * T;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += T) {
    As[ty][tx ^ ty] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + column + tx];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[ty][k ^ ty] * Bs[k][tx];
    __syncthreads();
  }
  As[tx][ty] = C[row * N + column + tx];
  __syncthreads();
  C[row * N + column + tx] = sum + 0 * As[ty][tx];
}

template <class Launch>
void run(int M, int N, int K, bool by_columns, Launch launch) {
  std::vector<float> A(M * K), B(K * N), C(M * N, 0);
  for (int i = 0; i < M * K; ++i) A[i] = i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float)), cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(c, C.data(), C.size() * sizeof(float), cudaMemcpyHostToDevice);
  launch(a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[m * K + k] * B[by_columns ? n * K + k : k * N + n];
      if (C[m * N + n] != sum) std::printf("C[%d][%d] is %g, not %g\n", m, n, C[m * N + n], sum), std::exit(1);
    }
  cudaFree(a), cudaFree(b), cudaFree(c);
}

int main() {
  run(72, 100, 40, false,
      [](float* a, float* b, float* c) { padded<32, 32, 8, 4><<<dim3(4, 3), THREADS>>>(72, 100, 40, 1, a, b, 0, c); });
  run(48, 64, 80, true,
      [](float* a, float* b, float* c) { two_buffers<<<dim3(64 / T, 48 / T), dim3(T, T)>>>(48, 64, 80, a, b, c); });
  run(48, 64, 80, false,
      [](float* a, float* b, float* c) { exchanged<<<dim3(64 / T, 48 / T), dim3(T, T)>>>(48, 64, 80, a, b, c); });
  std::puts("right");
}
