// SPDX-License-Identifier: MIT
/// @file common.h
/// The few definitions that kernels, recorders and the kernel table share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/layout/host_device.h"

// GS_UNROLL: nvcc unrolls, so that arrays live in registers; host compilers do best by their own judgement.
// GS_UNROLL_INNER: the inner loop of a product. g++ vectorises it only if it has not unrolled it before (27 instead of
// 7 GFLOP/s on one core).
// GS_NO_UNROLL: a loop of recorder calls, which unrolled would be most of the kernel.
// GS_DEVICE: functions of where a kernel runs; of host and device are those with GS_HD (kernels/layout/host_device.h).
#if defined(__CUDACC__)
#define GS_DEVICE __device__ __forceinline__
#define GS_NO_UNROLL _Pragma("unroll 1")
#define GS_UNROLL _Pragma("unroll")
#define GS_UNROLL_INNER _Pragma("unroll")
#else
#define GS_DEVICE GS_HD
#define GS_NO_UNROLL
#define GS_UNROLL
#if defined(__clang__)
#define GS_UNROLL_INNER
#else
#define GS_UNROLL_INNER _Pragma("GCC unroll 1")
#endif
#endif

namespace gemmscope::kernels {

/// The arrays a kernel may touch. Global ones first: their number is also their place in a recording's bases, which has
/// room for 16.
enum class TensorId : std::uint32_t { kA = 0, kB = 1, kC = 2, kAs = 16, kBs = 17, kCs = 18 };
inline constexpr TensorId kA = TensorId::kA, kB = TensorId::kB, kC = TensorId::kC;
inline constexpr TensorId kAs = TensorId::kAs, kBs = TensorId::kBs, kCs = TensorId::kCs;

/// What the code is doing; format::Phase has the same order.
enum class PhaseMark : std::uint32_t { kCopy = 0, kCompute = 1, kWriteBack = 2 };
inline constexpr PhaseMark kCopy = PhaseMark::kCopy, kCompute = PhaseMark::kCompute, kWriteBack = PhaseMark::kWriteBack;

/// An element index that knows the source line it was written on.
struct Index {
  int i;
  int line;
  GS_HD constexpr Index(int index, int at_line = __builtin_LINE()) : i(index), line(at_line) {}
};

/// blockIdx, x walking N and y walking M.
struct BlockIndex {
  int x, y;
};

/// Whether the n elements from (row, column) on can be one 16-byte access: all inside, and rows 16-byte aligned.
template <int n = 4>
GS_HD bool is_whole_vector(int row, int column, int rows, int columns) {
  return row < rows && column + n <= columns && columns % n == 0;
}

}  // namespace gemmscope::kernels
