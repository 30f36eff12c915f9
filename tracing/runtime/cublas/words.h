// SPDX-License-Identifier: MIT
/// @file words.h
/// The numbers that NVIDIA's header gives cuBLAS' words. tests/runtime holds them against it.
#pragma once

namespace gemmscope::runtime::cublas {

enum class Status : int {
  kSuccess = 0,
  kNotInitialized = 1,
  kAllocFailed = 3,
  kInvalidValue = 7,
  kMappingError = 11,
  kExecutionFailed = 13,
  kNotSupported = 15,
};
enum class Op : int { kN = 0, kT = 1, kC = 2 };
enum class PointerMode : int { kHost = 0, kDevice = 1 };
/// cudaDataType: of an element.
enum class Type : int { kF32 = 0, kF64 = 1, kF16 = 2, kBf16 = 14 };
/// cublasComputeType_t.
enum class Compute : int {
  k16F = 64,
  k16FPedantic = 65,
  k32F = 68,
  k32FPedantic = 69,
  k64F = 70,
  k64FPedantic = 71,
  k32FFast16F = 74,
  k32FFast16Bf = 75,
  k32FFastTf32 = 77,
};

}  // namespace gemmscope::runtime::cublas
