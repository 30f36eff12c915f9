// C = A * B in block tiles of 32 x 32 x 32. `kept`: what a thread loads waits in an array whose indices are computed,
// so in local memory, in another order. `eight`: numbers of a type of one's own are only moved eight at a time.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int BM = 32, BN = 32, BK = 32;

// Value i waits at (3 i + 1) mod 4; the j-th to be stored, which is value (3 j + 1) mod 4, at j.
__global__ void kept(int N, int K, const float* A, const float* B, float* C, int factor) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * BM, column = blockIdx.x * BN;
  float sum[2][2] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    float a[4], b[4];
#pragma unroll 1
    for (int i = 0; i < 4; ++i) {
      const int at = threadIdx.x + 256 * i, to = (factor * i + 1) % 4;
      a[to] = A[(row + at / BK) * K + k0 + at % BK];
      b[to] = B[(k0 + at / BN) * N + column + at % BN];
    }
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
      const int at = threadIdx.x + 256 * ((factor * j + 1) % 4);
      As[at / BK][at % BK] = a[j], Bs[at / BN][at % BN] = b[j];
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) sum[i][j] += As[2 * ty + i][k] * Bs[k][2 * tx + j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) C[(row + 2 * ty + i) * N + column + 2 * tx + j] = sum[i][j];
}

// The upper half of a float.
struct Short {
  unsigned short bits;
};

__device__ float value_of(Short number) { return __uint_as_float(number.bits << 16); }

__global__ void eight(int N, int K, const Short* A, const Short* B, float* C) {
  __shared__ __align__(16) Short As[BM][BK], Bs[BK][BN];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * BM, column = blockIdx.x * BN;
  float sum[2][2] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    const int line = threadIdx.x % 128 / 4, first = threadIdx.x % 4 * 8;
    if (threadIdx.x < 128)
      *reinterpret_cast<uint4*>(&As[line][first]) = *reinterpret_cast<const uint4*>(&A[(row + line) * K + k0 + first]);
    else
      *reinterpret_cast<uint4*>(&Bs[line][first]) =
          *reinterpret_cast<const uint4*>(&B[(k0 + line) * N + column + first]);
    __syncthreads();
    for (int k = 0; k < BK; k += 8) {
      Short a[2][8];
      for (int i = 0; i < 2; ++i) reinterpret_cast<uint4&>(a[i]) = *reinterpret_cast<const uint4*>(&As[2 * ty + i][k]);
      for (int l = 0; l < 8; ++l) {
        const unsigned b = *reinterpret_cast<const unsigned*>(&Bs[k + l][2 * tx]);
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            sum[i][j] += value_of(a[i][l]) * value_of({static_cast<unsigned short>(b >> 16 * j)});
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) C[(row + 2 * ty + i) * N + column + 2 * tx + j] = sum[i][j];
}

template <class T>
T* on_device(int count, int period) {
  std::vector<T> values(count);
  for (int i = 0; i < count; ++i) {
    const float value = static_cast<float>(i % period);
    std::memcpy(&values[i], reinterpret_cast<const char*>(&value) + sizeof value - sizeof(T), sizeof(T));
  }
  T* to;
  cudaMalloc(&to, values.size() * sizeof(T));
  cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

void check(int M, int N, int K, const float* from) {
  std::vector<float> C(M * N);
  cudaMemcpy(C.data(), from, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += static_cast<float>((m * K + k) % 7) * static_cast<float>((k * N + n) % 5);
      if (C[m * N + n] != sum) std::printf("C[%d][%d] is %g, not %g\n", m, n, C[m * N + n], sum), std::exit(1);
    }
}

int main() {
  constexpr int M = 96, N = 128, K = 160;
  float* C;
  cudaMalloc(&C, M * N * sizeof(float));
  kept<<<dim3(N / BN, M / BM), 256>>>(N, K, on_device<float>(M * K, 7), on_device<float>(K * N, 5), C, 3);
  check(M, N, K, C);
  eight<<<dim3(N / BN, M / BM), 256>>>(N, K, on_device<Short>(M * K, 7), on_device<Short>(K * N, 5), C);
  check(M, N, K, C);
  std::puts("right");
}
