// SPDX-License-Identifier: MIT
/// @file cublas_api.h
/// The few functions of cuBLAS that are called, found at run time; so neither its headers nor the library are needed to
/// build.
///
/// Source  cuBLAS documentation, docs.nvidia.com/cuda/cublas: "cublas<t>gemm()", "cublasGemmEx()", "cublasMath_t",
///         "cublasComputeType_t", "cublasSetStream()"; the values of its enumerations as cublas_api.h of 12.0 to 13.1
///         has them. All functions return a status; 0 is success.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cuda {

struct CublasApi {
  using Handle = void*;
  using Status = int;
  static constexpr int kAsStored = 0;       ///< CUBLAS_OP_N: not transposed
  static constexpr int kHalf = 2;           ///< CUDA_R_16F (library_types.h)
  static constexpr int kSumInFloat = 68;    ///< CUBLAS_COMPUTE_32F
  static constexpr int kItsOwnChoice = -1;  ///< CUBLAS_GEMM_DEFAULT
  /// CUBLAS_DEFAULT_MATH: the fastest that keeps at least the bits asked for, so never TF32 for float, which only
  /// CUBLAS_TF32_TENSOR_OP_MATH allows. Not CUBLAS_PEDANTIC_MATH, which the documentation advises against where speed
  /// counts.
  static constexpr int kDefaultMath = 0;

  Status (*create)(Handle* handle) = nullptr;
  Status (*destroy)(Handle handle) = nullptr;
  Status (*get_version)(Handle handle, int* version) = nullptr;
  Status (*set_stream)(Handle handle, cudaStream_t stream) = nullptr;
  Status (*set_math_mode)(Handle handle, int mode) = nullptr;
  /// C = alpha * A * B + beta * C, column-major: A (m,k), B (k,n), C (m,n), ld* elements from column to column.
  Status (*sgemm)(Handle handle, int op_a, int op_b, int m, int n, int k, const float* alpha, const float* A, int lda,
                  const float* B, int ldb, const float* beta, float* C, int ldc) = nullptr;
  Status (*gemm_ex)(Handle handle, int op_a, int op_b, int m, int n, int k, const void* alpha, const void* A,
                    int type_a, int lda, const void* B, int type_b, int ldb, const void* beta, void* C, int type_c,
                    int ldc, int compute, int algorithm) = nullptr;
  std::string file;  ///< it was found in
};

/// Loads the library, once; it stays loaded. Errors: kNoDevice, saying what to install.
const Result<CublasApi>& cublas_api();

}  // namespace gemmscope::cuda
