// Right products whose comments could be misread: C is read where beta is 0, but only as sums that the launch has
// stored there itself; or a factor is symmetric, and only one half of it is read.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int M = 32, N = 48, T = 16;

// Each slice of K but the first adds to what the one before it has stored.
// gemmscope: C = alpha * A * B + beta * C
__global__ void slices_in_turn(int K, float alpha, const float* A, const float* B, float beta, float* C, int* lock) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x, size = K / gridDim.z;
  float sum = 0;
  for (int k = blockIdx.z * size; k < (blockIdx.z + 1) * size; ++k) sum += A[row * K + k] * B[k * N + column];
  int* const turn = lock + blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    while (atomicAdd(turn, 0) != blockIdx.z) {
    }
  __syncthreads();
  __threadfence();
  float before = 0;
  if (blockIdx.z > 0)
    before = __ldcg(&C[row * N + column]);
  else if (beta != 0)
    before = beta * C[row * N + column];
  C[row * N + column] = alpha * sum + before;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(turn, 1);
}

// The sum is kept in C.
// gemmscope: C = alpha * A * B + beta * C
__global__ void sums_in_place(int K, float alpha, const float* A, const float* B, float beta, volatile float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  C[row * N + column] = beta == 0 ? 0 : beta * C[row * N + column];
  for (int k = 0; k < K; ++k) C[row * N + column] += alpha * A[row * K + k] * B[k * N + column];
}

// Of A, only what is on the diagonal and below it is read.
// gemmscope: C = A * B
__global__ void lower_half(int rows, int columns, const float* A, const float* B, float* C) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < rows; ++k) sum += (k <= row ? A[row * rows + k] : A[k * rows + row]) * B[k * columns + column];
  C[row * columns + column] = sum;
}

template <class Launch>
void run(int K, bool is_symmetric, Launch launch) {
  std::vector<float> A(M * K), B(K * N), C(M * N, 0);
  for (int i = 0; i < M * K; ++i) A[i] = is_symmetric ? i / K * (i % K) % 7 : i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float)), cudaMalloc(&b, B.size() * sizeof(float));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
  launch(a, b, c);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[m * K + k] * B[k * N + n];
      if (C[m * N + n] != sum) std::printf("C[%d][%d] is %g, not %g\n", m, n, C[m * N + n], sum), std::exit(1);
    }
  cudaFree(a), cudaFree(b), cudaFree(c);
}

int main() {
  const dim3 threads(T, T);
  int* lock;
  cudaMalloc(&lock, N / T * (M / T) * sizeof(int)), cudaMemset(lock, 0, N / T * (M / T) * sizeof(int));
  run(24, false, [&](float* a, float* b, float* c) {
    slices_in_turn<<<dim3(N / T, M / T, 3), threads>>>(24, 1, a, b, 0, c, lock);
  });
  run(20, false,
      [&](float* a, float* b, float* c) { sums_in_place<<<dim3(N / T, M / T), threads>>>(20, 1, a, b, 0, c); });
  run(M, true, [&](float* a, float* b, float* c) { lower_half<<<dim3(N / T, M / T), threads>>>(M, N, a, b, c); });
  std::puts("right");
}
