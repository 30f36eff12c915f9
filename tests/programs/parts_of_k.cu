// Right products that do not take k from 0 to the end: k-tiles in another order, in two launches, and as many as memory
// says.
#include <cstdio>
#include <vector>

constexpr int T = 16, kDepth = 128;

/// All of K is in shared memory before k-tiles 0, 3, 6, 1, 4, 7, 2 and 5 are multiplied.
__global__ void in_other_order(int M, int N, const float* A, const float* B, float* C) {
  __shared__ float As[T][kDepth];
  __shared__ float Bs[kDepth][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  for (int k = 0; k < kDepth; k += T) As[ty][k + tx] = A[row * kDepth + k + tx];
  for (int k = 0; k < kDepth; k += T) Bs[k + ty][tx] = B[(k + ty) * N + column];
  float sum = 0;
  for (int tile = 0; tile < kDepth / T; ++tile) {
    __syncthreads();
    const int k0 = tile * 3 % 8 * T;
    for (int k = 0; k < T; ++k) sum += As[ty][k0 + k] * Bs[k0 + k][tx];
  }
  C[row * N + column] = sum;
}

/// One half of K, added to C.
template <int kHalf>
__global__ void add_half(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = kHalf * K / 2; k0 < (kHalf + 1) * K / 2; k0 += T) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + column] += sum;
}

/// The matrices have room for K, of which *used are multiplied.
__global__ void as_many_as_used(int M, int N, int K, const int* used, const float* A, const float* B, float* C) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < *used; k0 += T) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + column] = sum;
}

template <class T>
T* on_device(const std::vector<T>& from) {
  T* to;
  cudaMalloc(&to, from.size() * sizeof(T));
  cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

/// Whether C is the product of the first `used` of K.
bool is_product(const float* c, const std::vector<float>& A, const std::vector<float>& B, int M, int N, int K,
                int used) {
  std::vector<float> C(M * N);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < used; ++k) sum += A[row * K + k] * B[k * N + column];
      if (C[row * N + column] != sum) return false;
    }
  return true;
}

int main() {
  const int M = 64, N = 96, K = 160, used = 80;
  std::vector<float> A(M * K), B(K * N);
  for (int i = 0; i < M * K; ++i) A[i] = i % 19 - 9;
  for (int i = 0; i < K * N; ++i) B[i] = i % 11 - 5;
  const float *a = on_device(A), *b = on_device(B);
  float *c = on_device(std::vector<float>(M * N)), *d = on_device(std::vector<float>(M * N));
  const dim3 grid(N / T, M / T), block(T, T);

  add_half<0><<<grid, block>>>(M, N, K, a, b, c);
  add_half<1><<<grid, block>>>(M, N, K, a, b, c);
  as_many_as_used<<<grid, block>>>(M, N, K, on_device(std::vector<int>{used}), a, b, d);
  const bool are_right = is_product(c, A, B, M, N, K, K) && is_product(d, A, B, M, N, K, used);

  std::vector<float> short_A(A.begin(), A.begin() + M * kDepth), short_B(B.begin(), B.begin() + kDepth * N);
  float* e = on_device(std::vector<float>(M * N));
  in_other_order<<<grid, block>>>(M, N, on_device(short_A), on_device(short_B), e);
  puts(are_right && is_product(e, short_A, short_B, M, N, kDepth, kDepth) ? "right" : "wrong");
}
