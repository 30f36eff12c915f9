// SPDX-License-Identifier: MIT
/// @file hip_cpu.cpp
/// The same kernel under HIP-CPU, which also runs CUDA threads as fibers but cannot record: what "untraced" is held
/// against.
///
/// Not part of the build: scripts/measure --hip-cpu DIR compiles it against a checkout of HIP-CPU
/// (github.com/ROCm/HIP-CPU). Prints the CPU time in ms of each of the runs asked for. usage: hip_cpu SIZE scalar|vec
/// RUNS
#include <hip/hip_runtime.h>

#include <ctime>
#include <string>

namespace {

inline __attribute__((always_inline)) float fma_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline __attribute__((always_inline)) float mul_rn(float a, float b) {
  float product = a * b;
  asm("" : "+x"(product));
  return product;
}

}  // namespace

#define __fmaf_rn fma_rn
#define __fmul_rn mul_rn
#undef __align__
#define __align__(n) __attribute__((aligned(n)))
#include "kernels/10_warp_tile.cuh"
#include "kernels/reference.h"

namespace kernels = gemmscope::kernels;
using Tile = kernels::WarpTilePreset<0>;

struct NoPadding {
  int operator[](const char*) const { return 0; }
};

static double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

template <int vecA, int vecB>
static void run(int n, const kernels::GemmData& data, float* C) {
  using Layout = kernels::WarpTileWidthLayout<vecA, vecB>;
  const Layout layout(NoPadding{});
  hipLaunchKernelGGL((kernels::warp_tile<Tile, Layout, kernels::PlainMemory, false>), dim3(n / Tile::BN, n / Tile::BM),
                     dim3(Tile::NT), 0, nullptr, n, n, n, 1.0f, data.A.data(), data.B.data(), 0.0f, C, layout,
                     kernels::PlainMemory::Params{});
  hipDeviceSynchronize();
}

int main(int, char** argv) {
  const int n = std::stoi(argv[1]);
  const bool scalar = std::string(argv[2]) == "scalar";
  kernels::GemmData data = kernels::make_data(n, n, n);
  for (int i = 0; i < std::stoi(argv[3]); ++i) {
    const double start = cpu_ms();
    scalar ? run<1, 1>(n, data, data.C.data()) : run<4, 4>(n, data, data.C.data());
    std::printf("%.3f\n", cpu_ms() - start);
  }
}
