// SPDX-License-Identifier: MIT
/// @file cuda_words.h
/// The words of CUDA C++ that kernels use, for g++ and clang: a kernel file included after this one runs on the
/// emulator.
///
/// One fiber is one CUDA thread and one OS thread works on one block at a time, so `__shared__` can be a static
/// thread_local array: the fibers of a block share it, other blocks have their own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gemmscope::simt {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
};

/// What the running CUDA thread knows about itself; the scheduler swaps it with the fiber.
struct ThreadState {
  Dim3 thread, block;
  std::uint64_t* log = nullptr;      ///< where the next log entry goes (record/log_entry.h)
  std::uint64_t* log_end = nullptr;  ///< stop recording here
};
extern constinit thread_local ThreadState this_thread;  // constinit: no check before each use

/// Fills a block's shared memory with NaN when its first thread comes along, before anybody has written there: on a GPU
/// it holds whatever the block before has left. Returns 0.
///
/// Declared as if it wrote nothing: a compiler that must expect others to know the array keeps none of it in registers
/// between two entries of a log, and traced kernels take twice the time. Nothing is read before it: its result is part
/// of every index.
int poison(const void* shared_memory) __attribute__((const));
/// How much of it, the same for all blocks of a launch.
extern constinit thread_local std::size_t bytes_to_poison;

/// __syncthreads: runs the other threads of the block up to here, then returns. `line`: where it was called.
void block_barrier(int line);
/// __syncwarp: the same for the lanes of the warp.
void warp_barrier(int line);

}  // namespace gemmscope::simt

#define __global__ static
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n)    __attribute__((aligned(n)))
#define __shared__      static thread_local
#define threadIdx       (::gemmscope::simt::this_thread.thread)
#define blockIdx        (::gemmscope::simt::this_thread.block)
#define __syncthreads() ::gemmscope::simt::block_barrier(__LINE__)
#define __syncwarp()    ::gemmscope::simt::warp_barrier(__LINE__)

struct float2 {
  float x, y;
} __attribute__((aligned(8)));
struct float4 {
  float x, y, z, w;
} __attribute__((aligned(16)));

/// One fused multiply-add. Leaving a * b + c to the compiler instead is not safe: g++ 12 splits some of them.
inline __attribute__((always_inline)) float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
/// The product alone: the barrier to the optimiser keeps it from becoming part of a fused multiply-add.
inline __attribute__((always_inline)) float __fmul_rn(float a, float b) {
  float product = a * b;
  asm("" : "+x"(product));
  return product;
}
