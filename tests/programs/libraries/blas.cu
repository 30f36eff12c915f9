// A tiled product of random matrices, held against cuBLAS by way of cublasSgeam and cublasIsamax.
#include <cmath>
#include <cstdio>

#include <cublas_v2.h>
#include <curand.h>

const int tile = 16;

// C = A * B, row-major; n is a multiple of the tile.
__global__ void multiply(int n, const float* A, const float* B, float* C) {
  __shared__ float As[tile][tile], Bs[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += tile) {
    As[threadIdx.y][threadIdx.x] = A[row * n + k + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  C[row * n + column] = sum;
}

int main() {
  const int n = 96, elements = n * n;
  float *A, *B, *C, *expected;
  for (float** matrix : {&A, &B, &C, &expected}) cudaMalloc(matrix, elements * sizeof(float));
  curandGenerator_t random;
  if (curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT)) return puts("no generator"), 1;
  curandSetPseudoRandomGeneratorSeed(random, 1);
  curandGenerateUniform(random, A, elements);
  curandGenerateNormal(random, B, elements, 0, 1);
  multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(n, A, B, C);

  cublasHandle_t handle;
  if (cublasCreate(&handle)) return puts("no handle"), 1;
  const float one = 1, zero = 0, minus_one = -1;
  // Row-major is column-major, transposed: C' = B' * A'.
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, B, n, A, n, &zero, expected, n);
  cublasSgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, &one, C, n, &minus_one, expected, n, C, n);
  int at = 0;
  float error = NAN;
  cublasIsamax(handle, elements, C, 1, &at);
  cudaMemcpy(&error, C + at - 1, sizeof(float), cudaMemcpyDeviceToHost);
  float size = 0;
  cublasSasum(handle, elements, expected, 1, &size);
  if (!(std::fabs(error) <= 1e-4f)) return printf("the greatest error is %g\n", error), 1;
  if (!(size > elements)) return puts("the product is nearly 0"), 1;
  if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, B, n - 1, A, n, &zero, C, n) !=
      CUBLAS_STATUS_INVALID_VALUE)
    return puts("a wrong leading dimension is taken"), 1;
  cublasDestroy(handle);
  curandDestroyGenerator(random);
  puts("right");
}
