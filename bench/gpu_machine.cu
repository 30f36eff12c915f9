// SPDX-License-Identifier: MIT
// What an NVIDIA GPU can do at most, measured: the constants of tracing/analysis/machine.h. Prints JSON.
//
//   build/bench/gpu_machine $(nvidia-smi --query-gpu=driver_version --format=csv,noheader) > assets/results/machine_...
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// A program of its own: whatever fails ends it, so that no file is written from half a measurement.
#define CHECK(call)                                                            \
  if (const cudaError_t e = (call); e != cudaSuccess) {                        \
    std::fprintf(stderr, "%s in %s\n", cudaGetErrorString(e), #call), exit(4); \
  }

constexpr int kWarps = 16, kUnroll = 8, kRounds = 256, kTimes = 5;  // 16 warps, as for modelled_cycles.h

template <class Launch>
float best_ms(Launch launch) {
  cudaEvent_t from, to;
  CHECK(cudaEventCreate(&from));
  CHECK(cudaEventCreate(&to));
  float best = 1e30f;
  for (int i = 0; i <= kTimes; ++i) {
    float ms = 0;
    CHECK(cudaEventRecord(from));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(to));
    CHECK(cudaEventSynchronize(to));
    CHECK(cudaEventElapsedTime(&ms, from, to));
    if (i > 0) best = std::min(best, ms);  // the first one warms up
  }
  return best;
}

__device__ float fused(float x, float a) { return fmaf(x, a, a); }
__device__ double fused(double x, double a) { return fma(x, a, a); }
__device__ __half fused(__half x, __half a) { return __hfma(x, a, a); }
__device__ __half2 fused(__half2 x, __half2 a) { return __hfma2(x, a, a); }
__device__ __nv_bfloat16 fused(__nv_bfloat16 x, __nv_bfloat16 a) { return __hfma(x, a, a); }
__device__ __nv_bfloat162 fused(__nv_bfloat162 x, __nv_bfloat162 a) { return __hfma2(x, a, a); }

/// Sixteen chains of multiply-adds in each thread. `cycles`: of one block.
template <class T>
__global__ void multiply_adds(T a, int rounds, T* out, long long* cycles) {
  T x[16];
  for (int i = 0; i < 16; ++i) x[i] = out[threadIdx.x + i];
  const long long start = clock64();
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int i = 0; i < 16; ++i) x[i] = fused(x[i], a);
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - start;
  if (rounds == 0)  // which it never is
    for (int i = 0; i < 16; ++i) out[i] = x[i];
}

template <int Width>
__device__ unsigned load(const char* p) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if constexpr (Width == 4) asm volatile("ld.global.ca.b32 %0, [%1];" : "=r"(a) : "l"(p));
  if constexpr (Width == 8) asm volatile("ld.global.ca.v2.b32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));
  if constexpr (Width == 16)
    asm volatile("ld.global.ca.v4.b32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
  return a ^ b ^ c ^ d;
}

/// Where the lanes of a warp load.
struct Pattern {
  int lanes_per_row, row_bytes, next_bytes;
  int copy_bytes;  ///< to the same pattern elsewhere: copies take turns
};

/// Loads that hit L1, of one block: all warps at the same addresses. Shared: as many loads without conflict besides.
/// `zero` keeps the compiler from loading only once.
template <int Width, bool Shared>
__global__ void from_l1(const char* data, Pattern at, int zero, long long* cycles, unsigned* out) {
  __shared__ unsigned words[32 * kUnroll];
  const int lane = threadIdx.x % 32;
  for (int i = 0; i < kUnroll; ++i) words[32 * i + lane] = 0;
  const char* p = data + lane / at.lanes_per_row * at.row_bytes + lane % at.lanes_per_row * at.next_bytes;
  const volatile unsigned* s = words + lane;
  long long start = 0;
  unsigned sum = 0;
  for (int r = -8; r < kRounds; ++r, p += zero) {
    if (r == 0) __syncthreads(), start = clock64();
#pragma unroll
    for (int i = 0; i < kUnroll; ++i) {
      sum ^= load<Width>(p + i * at.copy_bytes);
      if (Shared) sum ^= s[32 * i];
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - start;
  if (sum == 1) *out = sum;
}

__global__ void read_all(const float4* from, size_t n, int times, float* out) {
  float sum = 0;
  for (int t = 0; t < times; ++t)
#pragma unroll 4
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) {
      const float4 v = __ldcg(from + i);
      sum += v.x + v.y + v.z + v.w;
    }
  if (sum == 1.25f) *out = sum;
}

/// What all measurements work on, allocated once.
struct Memory {
  char* data = nullptr;
  size_t bytes = size_t{8} << 30;
  long long* cycles = nullptr;

  Memory() {
    CHECK(cudaMalloc(&data, bytes));
    CHECK(cudaMemset(data, 0, bytes));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    CHECK(cudaMemset(cycles, 0, sizeof *cycles));
  }
  /// Where kernels write what they never do.
  template <class T>
  T* out() const {
    return reinterpret_cast<T*>(data);
  }
  /// What a kernel counted since the last call.
  long long take_cycles() const {
    long long counted = 0;
    CHECK(cudaMemcpy(&counted, cycles, sizeof counted, cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(cycles, 0, sizeof *cycles));
    if (counted <= 0) std::fprintf(stderr, "a kernel counted no cycles\n"), exit(4);
    return counted;
  }
};

void print_gpu(const cudaDeviceProp& gpu, const char* installed) {
  int driver = 0, khz = 0;
  CHECK(cudaDriverGetVersion(&driver));
  CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  std::printf(" \"schema\": 1,\n \"device\": \"%s\",\n \"driver\": \"%s (CUDA %d.%d)\",\n", gpu.name, installed,
              driver / 1000, driver % 1000 / 10);
  std::printf(" \"compiler\": \"nvcc %d.%d.%d\",\n \"date\": \"%s\",\n", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
              __CUDACC_VER_BUILD__, date);
  std::printf(" \"multiprocessors\": %d,\n \"clock_mhz\": %.0f,\n \"l2_bytes\": %d,\n", gpu.multiProcessorCount,
              khz / 1e3, gpu.l2CacheSize);
}

/// `numbers`: in a T.
template <class T>
void print_fma(const Memory& memory, int sms, const char* name, T a, int numbers) {
  const int rounds = 1 << 17;
  const float ms = best_ms([&] { multiply_adds<T><<<sms, 1024>>>(a, rounds, memory.out<T>(), memory.cycles); });
  const double fmas = 1024.0 * 16 * rounds * numbers, counted = double(memory.take_cycles());  // of an SM
  std::printf(" \"fma%s\": {\"per_sm_cycle\": %.2f, \"gflops\": %.0f, \"clock_mhz\": %.0f},\n", name, fmas / counted,
              2e-6 * fmas * sms / ms, counted / ms / 1e3);
}

void print_fmas(const Memory& memory, int sms) {
  const float a = 0.5f;
  print_fma(memory, sms, "", a, 1);
  print_fma(memory, sms, "_double", double(a), 1);
  print_fma(memory, sms, "_half", __float2half(a), 1);
  print_fma(memory, sms, "_half2", __float2half2_rn(a), 2);
  print_fma(memory, sms, "_bfloat16", __float2bfloat16(a), 1);
  print_fma(memory, sms, "_bfloat162", __float2bfloat162_rn(a), 2);
}

/// One pattern of loads that hit L1: lane l at l / lanes * row + l % lanes * next.
/// `comma`: printed before it; then the one before the next.
template <int Width, bool Shared = false>
void print_pattern(const Memory& memory, const char*& comma, int lanes, int row, int next) {
  const Pattern pattern{lanes, row, next, row == 1024 || next == 1024 ? 128 : 16384};
  long long least = 1LL << 60;
  for (int i = 0; i < kTimes; ++i) {
    from_l1<Width, Shared><<<1, 32 * kWarps>>>(memory.data, pattern, 0, memory.cycles, memory.out<unsigned>());
    CHECK(cudaGetLastError());
    least = std::min(least, memory.take_cycles());
  }
  bool sector[4096] = {}, line[1024] = {};
  for (int l = 0; l < 32; ++l) {
    const int at = l / lanes * row + l % lanes * next;
    for (int b = 0; b < Width; b += 4) sector[(at + b) / 32] = line[(at + b) / 128] = true;
  }
  std::printf(
      "%s  {\"width\": %d, \"lanes_per_row\": %d, \"row_bytes\": %d, \"next_bytes\": %d, \"shared_too\": %s, "
      "\"lines\": %d, \"sectors\": %d, \"cycles\": %.3f}",
      comma, Width, lanes, row, next, Shared ? "true" : "false", int(std::count(line, line + 1024, true)),
      int(std::count(sector, sector + 4096, true)), double(least) / (kWarps * kUnroll * kRounds));
  comma = ",\n";
}

void print_l1(const Memory& memory) {
  std::printf(" \"l1\": [\n");
  const char* comma = "";
  for (const int stride : {0, 4, 8, 16, 32, 36, 64, 68, 128, 132, 260, 1024})
    print_pattern<4>(memory, comma, 32, 0, stride);
  print_pattern<4>(memory, comma, 16, 0, 128);
  for (const int lanes : {2, 4, 8, 16}) print_pattern<4>(memory, comma, lanes, 1024, 4);
  for (const int stride : {0, 8, 16, 128}) print_pattern<8>(memory, comma, 32, 0, stride);
  for (const int stride : {0, 16, 32, 128}) print_pattern<16>(memory, comma, 32, 0, stride);
  for (const int lanes : {2, 4, 8, 16}) print_pattern<16>(memory, comma, lanes, 1024, 16);
  for (const int stride : {0, 4, 128}) print_pattern<4, true>(memory, comma, 32, 0, stride);
  std::printf("\n ],\n");
}

void print_reads(const Memory& memory, int sms) {
  std::printf(" \"reads\": [\n");
  const char* comma = "";
  for (const size_t mib : {8, 16, 24, 32, 8192}) {
    const size_t n = (mib << 20) / 16;
    const int times = mib > 4096 ? 1 : int(8192 / mib);
    const float ms =
        best_ms([&] { read_all<<<2 * sms, 1024>>>(memory.out<const float4>(), n, times, memory.out<float>()); });
    std::printf("%s  {\"mib\": %zu, \"times\": %d, \"gb_per_s\": %.0f}", comma, mib, times,
                16e-6 * double(n) * times / ms);
    comma = ",\n";
  }
  const size_t half = memory.bytes / 2;
  const float ms =
      best_ms([&] { CHECK(cudaMemcpyAsync(memory.data + half, memory.data, half, cudaMemcpyDeviceToDevice)); });
  std::printf("\n ],\n \"copy\": {\"mib\": 4096, \"gb_per_s_read_and_written\": %.0f}\n",
              1e-6 * double(memory.bytes) / ms);
}

int main(int arguments, char** argument) {
  cudaDeviceProp gpu;
  CHECK(cudaGetDeviceProperties(&gpu, 0));
  const Memory memory;
  std::printf("{\n");
  print_gpu(gpu, arguments > 1 ? argument[1] : "");
  print_fmas(memory, gpu.multiProcessorCount);
  print_l1(memory);
  print_reads(memory, gpu.multiProcessorCount);
  std::printf("}\n");
}
