// SPDX-License-Identifier: MIT
/// @file words.h
/// The numbers that NVIDIA's headers give cuBLAS' words, and the one struct that programs see into. tests/runtime holds
/// them against it.
#pragma once

#include <cstddef>
#include <cstdint>

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
enum class Type : int { kF32 = 0, kF64 = 1, kF16 = 2, kI8 = 3, kI32 = 10, kBf16 = 14 };
/// cublasComputeType_t.
enum class Compute : int {
  k16F = 64,
  k16FPedantic = 65,
  k32F = 68,
  k32FPedantic = 69,
  k64F = 70,
  k64FPedantic = 71,
  k32I = 72,
  k32IPedantic = 73,
  k32FFast16F = 74,
  k32FFast16Bf = 75,
  k32FFastTf32 = 77,
};
/// cublasLtOrder_t, cublasLtEpilogue_t: those that are supported.
enum class LtOrder : int { kColumn = 0 };
enum class LtEpilogue : int { kDefault = 1 };
/// cublasLtMatrixLayoutAttribute_t.
enum class LtLayout : int { kType = 0, kOrder = 1, kRows = 2, kColumns = 3, kLd = 4, kCount = 5, kStride = 6 };
/// cublasLtMatmulDescAttributes_t.
enum class LtMatmul : int {
  kCompute = 0,
  kScale = 1,
  kScalars = 2,
  kOpA = 3,
  kOpB = 4,
  kOpC = 5,
  kEpilogue = 7,
  kBias = 8,
  kSms = 15,
  kScaleA = 17,
  kScaleB = 18,
  kScaleC = 19,
  kScaleD = 20,
  kFastSums = 25,
};
/// What a heuristic answers of one algorithm: cublasLtMatmulHeuristicResult_t.
struct Advice {
  std::uint64_t algorithm[8];
  std::size_t workspace_bytes;
  Status state;
  float waves;
  int reserved[4];
};

}  // namespace gemmscope::runtime::cublas
