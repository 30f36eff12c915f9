// C = A * B on tensor cores: a warp for 16 x 8 elements of C, A in shared memory with its 16-byte chunks swizzled,
// fragments by ldmatrix, products by mma.sync.
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kM = 16, kN = 8, kK = 64;  // of A: 8 chunks of 8 halves in a row

__global__ void tensor_core(const half* A, const half* B, float* C, int N) {
  __shared__ alignas(16) half As[kM * kK];
  __shared__ alignas(16) half Bs[kK * kN];
  const int lane = threadIdx.x;
  for (int i = lane; i < kM * kK / 8; i += 32) {
    const int row = i / 8, chunk = i % 8;
    reinterpret_cast<uint4*>(As)[row * 8 + (chunk ^ row % 8)] = reinterpret_cast<const uint4*>(A)[i];
  }
  for (int i = lane; i < kK; i += 32)
    reinterpret_cast<uint4*>(Bs)[i] = *reinterpret_cast<const uint4*>(B + i * N + blockIdx.x * kN);
  __syncthreads();
  float c[4] = {};
  for (int k = 0; k < kK; k += 16) {
    uint32_t a[4], b[2];
    const int row = lane % 16, chunk = k / 8 + lane / 16;
    const auto from = static_cast<uint32_t>(__cvta_generic_to_shared(As + row * kK + (chunk ^ row % 8) * 8));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                 : "r"(from));
    const auto from_b = static_cast<uint32_t>(__cvta_generic_to_shared(Bs + (k + lane % 16) * kN));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(b[0]), "=r"(b[1])
                 : "r"(from_b));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
  for (int i = 0; i < 4; ++i) C[(lane / 4 + i / 2 * 8) * N + blockIdx.x * kN + lane % 4 * 2 + i % 2] = c[i];
}

int main() {
  const int N = 24;
  std::vector<half> A(kM * kK), B(kK * N);
  std::vector<float> C(kM * N, -1);
  for (int i = 0; i < kM * kK; ++i) A[i] = __float2half(i % 15 - 7);
  for (int i = 0; i < kK * N; ++i) B[i] = __float2half(i % 7 - 3);
  half *a, *b;
  float* c;
  cudaMalloc(&a, A.size() * sizeof(half));
  cudaMalloc(&b, B.size() * sizeof(half));
  cudaMalloc(&c, C.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B.data(), B.size() * sizeof(half), cudaMemcpyHostToDevice);
  tensor_core<<<N / kN, 32>>>(a, b, c, N);
  cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < kM; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < kK; ++k) sum += __half2float(A[row * kK + k]) * __half2float(B[k * N + column]);
      if (C[row * N + column] != sum)
        return printf("C[%d][%d] is %g, not %g\n", row, column, C[row * N + column], sum), 1;
    }
  puts("right");
}
