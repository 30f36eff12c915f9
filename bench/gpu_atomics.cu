// SPDX-License-Identifier: MIT
/// @file gpu_atomics.cu
/// One warp's atomic requests, one launch each, for Nsight Compute to count: how many wavefronts an atomic operation on
/// shared memory takes, and how many sectors one on global memory moves. scripts/gpu_atomics runs it and joins the
/// counts.
///
///   gpu_atomics --list    the requests as CSV: id, operation, width, pattern, active lanes, 32 byte addresses
///   gpu_atomics           launches them in that order, kRepeats instructions each
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

constexpr int kRepeats = 16;

struct Request {
  std::uint32_t offset[32];
  std::uint32_t mask;
};

enum Operation {
  kRed,
  kIncrement,
  kAdd,
  kMaximum,
  kExchange,
  kCas,
  kAdd64,
  kCas64,
  kFloat,
  kGlobalRed,
  kGlobalAdd,
  kGlobalAdd64
};
constexpr const char* kNames[] = {"red.add.u32",   "red.add.u32 1",      "atom.add.u32",        "atom.max.u32",
                                  "atom.exch.b32", "atom.cas.b32",       "atom.add.u64",        "atom.cas.b64",
                                  "atom.add.f32",  "global red.add.u32", "global atom.add.u32", "global atom.add.u64"};
constexpr int kWidths[] = {4, 4, 4, 4, 4, 4, 8, 8, 4, 4, 4, 8};

template <int op>
__global__ void atomics(const __grid_constant__ Request request, char* global, std::uint32_t* result,
                        std::uint32_t value) {
  extern __shared__ __align__(128) char shared[];
  const std::uint32_t lane = threadIdx.x;
  const std::uint32_t a = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared)) + request.offset[lane];
  char* const g = global + request.offset[lane];
  std::uint32_t v = value + lane, r = 0, all = 0;
  std::uint64_t w = value + lane, s = 0;
  float f = static_cast<float>(v), h = 0;
  if ((request.mask >> lane & 1) == 0) return;
#pragma unroll
  for (int i = 0; i < kRepeats; ++i) {
    if constexpr (op == kRed) asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(a), "r"(v));
    if constexpr (op == kIncrement) asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(a));
    if constexpr (op == kAdd) asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(r) : "r"(a), "r"(v));
    if constexpr (op == kMaximum) asm volatile("atom.shared.max.u32 %0, [%1], %2;" : "=r"(r) : "r"(a), "r"(v));
    if constexpr (op == kExchange) asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(r) : "r"(a), "r"(v));
    if constexpr (op == kCas)
      asm volatile("atom.shared.cas.b32 %0, [%1], %2, %3;" : "=r"(r) : "r"(a), "r"(v), "r"(lane));
    if constexpr (op == kAdd64) asm volatile("atom.shared.add.u64 %0, [%1], %2;" : "=l"(s) : "r"(a), "l"(w));
    if constexpr (op == kCas64)
      asm volatile("atom.shared.cas.b64 %0, [%1], %2, %3;" : "=l"(s) : "r"(a), "l"(w), "l"(w));
    if constexpr (op == kFloat) asm volatile("atom.shared.add.f32 %0, [%1], %2;" : "=f"(h) : "r"(a), "f"(f));
    if constexpr (op == kGlobalRed) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(g), "r"(v));
    if constexpr (op == kGlobalAdd) asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(r) : "l"(g), "r"(v));
    if constexpr (op == kGlobalAdd64) asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(s) : "l"(g), "l"(w));
    all ^= r ^ static_cast<std::uint32_t>(s) ^ __float_as_uint(h);
  }
  result[lane] = all;
}

struct Pattern {
  std::string name;
  std::function<int(int)> unit;  ///< which element lane l goes to
  std::uint32_t mask = 0xffffffff;
};

std::vector<Pattern> patterns() {
  std::vector<Pattern> all;
  for (const int stride : {1, 2, 3, 4, 8, 16, 32, 33})
    all.push_back({"lane * " + std::to_string(stride), [=](int l) { return l * stride; }});
  for (const int share : {2, 4, 8, 16, 32})
    all.push_back({"lane / " + std::to_string(share), [=](int l) { return l / share; }});
  for (const int kinds : {2, 4, 8, 16})
    all.push_back({"lane % " + std::to_string(kinds), [=](int l) { return l % kinds; }});
  for (const int kinds : {2, 4, 8})
    all.push_back({"lane % " + std::to_string(kinds) + " * 32", [=](int l) { return l % kinds * 32; }});
  for (const int share : {2, 4, 8})
    all.push_back({"lane / " + std::to_string(share) + " * 32", [=](int l) { return l / share * 32; }});
  all.push_back({"even lanes", [](int l) { return l; }, 0x55555555});
  all.push_back({"lower half to one word", [](int) { return 0; }, 0x0000ffff});
  all.push_back({"one lane", [](int l) { return l; }, 0x00000020});
  std::uint32_t seed = 1;
  const auto random = [&seed] { return (seed = seed * 1664525u + 1013904223u) >> 16; };
  for (int i = 0; i < 12; ++i) {
    std::vector<int> units(32);
    for (int& unit : units) unit = static_cast<int>(random() % (i < 4 ? 32 : i < 8 ? 8 : 256));
    const std::uint32_t mask = i % 4 == 3 ? random() << 16 | random() : 0xffffffff;
    all.push_back({"random " + std::to_string(i), [units](int l) { return units[static_cast<std::size_t>(l)]; }, mask});
  }
  return all;
}

using Kernel = void (*)(Request, char*, std::uint32_t*, std::uint32_t);
constexpr Kernel kKernels[] = {atomics<0>, atomics<1>, atomics<2>, atomics<3>, atomics<4>,  atomics<5>,
                               atomics<6>, atomics<7>, atomics<8>, atomics<9>, atomics<10>, atomics<11>};

int main(int argc, char** argv) {
  const bool list = argc > 1 && std::strcmp(argv[1], "--list") == 0;
  char* global = nullptr;
  std::uint32_t* result = nullptr;
  if (!list && (cudaMalloc(&global, 1 << 20) != cudaSuccess || cudaMalloc(&result, 128) != cudaSuccess)) return 4;
  int id = 0;
  for (int op = 0; op < 12; ++op)
    for (const Pattern& pattern : patterns()) {
      Request request{{}, pattern.mask};
      for (int l = 0; l < 32; ++l) request.offset[l] = static_cast<std::uint32_t>(pattern.unit(l) * kWidths[op]);
      if (list) {
        std::printf("%d,%s,%d,%s,%08x", id, kNames[op], kWidths[op], pattern.name.c_str(), pattern.mask);
        for (const std::uint32_t offset : request.offset) std::printf(",%u", offset);
        std::printf("\n");
      } else {
        kKernels[op]<<<1, 32, 16384>>>(request, global, result, 7);
      }
      ++id;
    }
  if (!list && cudaDeviceSynchronize() != cudaSuccess) return 1;
}
