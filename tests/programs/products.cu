// Matrix products of several types, with alpha and beta; and mistakes that `gemmscope verify` is to see, by the
// argument: 1: no last tile of k; 2: a column too far in a row; 3: beta is not read; 4: the grid is too small; 5:
// nothing of k = 3 in a block.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kTile = 16;

__device__ float number(float value) { return value; }
__device__ double number(double value) { return value; }
__device__ float number(__half value) { return __half2float(value); }
__device__ float number(__nv_bfloat16 value) { return __bfloat162float(value); }
__device__ int number(int value) { return value; }
__device__ int number(int8_t value) { return value; }

// C = alpha A B + beta C. A has rows of lda numbers, or columns if kTransposed.
template <class Factor, class Sum, class Result, bool kTransposed>
__global__ void scaled(int M, int N, int K, Sum alpha, const Factor* A, int lda, const Factor* B, int ldb, Sum beta,
                       Result* C, int ldc, int mistake) {
  __shared__ Factor As[kTile][kTile + 1];
  __shared__ Factor Bs[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  Sum sum = 0;
  const int tiles = mistake == 1 ? K / kTile : (K + kTile - 1) / kTile;
  for (int tile = 0; tile < tiles; ++tile) {
    const int k_of_A = tile * kTile + tx, k_of_B = tile * kTile + ty;
    As[ty][tx] = row < M && k_of_A < K ? (kTransposed ? A[k_of_A * lda + row] : A[row * lda + k_of_A]) : Factor(0.0f);
    Bs[ty][tx] = column < N && k_of_B < K ? B[k_of_B * ldb + column] : Factor(0.0f);
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      if (mistake == 5 && tile * kTile + k == 3 && blockIdx.x == 1) continue;
      const int from = mistake == 2 && ty == 3 ? (tx + 1) % kTile : tx;
      sum += number(As[ty][k]) * number(Bs[k][from]);
    }
    __syncthreads();
  }
  if (row < M && column < N) {
    const Sum old = mistake == 3 || beta == Sum(0) ? Sum(0) : beta * static_cast<Sum>(number(C[row * ldc + column]));
    C[row * ldc + column] = static_cast<Result>(alpha * sum + old);
  }
}

template <class T>
T* device(const std::vector<T>& values) {
  T* to = nullptr;
  cudaMalloc(&to, values.size() * sizeof(T));
  cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

template <class T>
std::vector<T> filled(int count, unsigned seed, float scale) {
  std::vector<T> values(count);
  for (T& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<T>((static_cast<int>(seed >> 16) % 201 - 100) * scale);
  }
  return values;
}

template <class Factor, class Sum, class Result, bool kTransposed>
void run(int mistake, const char* what, int M, int N, int K, float scale, float alpha, float beta) {
  const int lda = kTransposed ? M + 3 : K, ldb = N, ldc = N + 5;
  const auto A = filled<Factor>(kTransposed ? K * lda : M * lda, 1, scale), B = filled<Factor>(K * ldb, 2, scale);
  auto C = filled<Result>(M * ldc, 3, scale);
  const Factor *a = device(A), *b = device(B);
  Result* c = device(C);
  const int rows = mistake == 4 ? M / kTile : (M + kTile - 1) / kTile;
  scaled<Factor, Sum, Result, kTransposed><<<dim3((N + kTile - 1) / kTile, rows), dim3(kTile, kTile)>>>(
      M, N, K, Sum(alpha), a, lda, b, ldb, Sum(beta), c, ldc, mistake);
  if (cudaDeviceSynchronize() != cudaSuccess) printf("%s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
}

int main(int argc, char** argv) {
  const int mistake = argc > 1 ? atoi(argv[1]) : 0;
  run<float, float, float, false>(mistake, "float", 72, 100, 83, 0.01f, 1.5f, -0.5f);
  run<double, double, double, true>(mistake, "double", 50, 70, 33, 0.01f, 0.3f, 0);
  run<__half, float, __half, false>(mistake, "half", 64, 48, 90, 0.01f, 1, 0);
  run<__nv_bfloat16, float, float, false>(mistake, "bfloat16", 33, 65, 50, 0.01f, 0.25f, 1);
  run<int8_t, int, int, false>(mistake, "int8", 40, 60, 50, 1, 3, -2);
  puts("right");
}
