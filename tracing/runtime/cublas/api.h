// SPDX-License-Identifier: MIT
/// @file api.h
/// Those functions of cuBLAS that this folder has.
///
/// NVIDIA's header comes with the whole toolkit only, so it is not needed: these are declarations of the same symbols.
/// Source: cuBLAS documentation, CUDA 13.0.
///
/// Limits: products and sums are in double, so results are nearer to the exact ones than a GPU's, whose sums are of
/// the compute type and in another order. Modes that only allow less precision are remembered and change nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tracing/runtime/cublas/words.h"

namespace gemmscope::runtime::cublas {

struct Handle;

}  // namespace gemmscope::runtime::cublas

extern "C" {

using gemmscope::runtime::cublas::Compute;
using gemmscope::runtime::cublas::Handle;
using gemmscope::runtime::cublas::Op;
using gemmscope::runtime::cublas::PointerMode;
using gemmscope::runtime::cublas::Status;
using gemmscope::runtime::cublas::Type;

Status cublasCreate_v2(Handle** to);
Status cublasDestroy_v2(Handle*);
Status cublasGetVersion_v2(Handle*, int* to);
Status cublasGetProperty(int which, int* to);
Status cublasSetStream_v2(Handle*, void* stream);
Status cublasGetStream_v2(Handle*, void** to);
Status cublasSetPointerMode_v2(Handle*, PointerMode);
Status cublasGetPointerMode_v2(Handle*, PointerMode* to);
Status cublasSetMathMode(Handle*, int mode);
Status cublasGetMathMode(Handle*, int* to);
Status cublasSetAtomicsMode(Handle*, int mode);
Status cublasGetAtomicsMode(Handle*, int* to);
Status cublasSetWorkspace_v2(Handle*, void* workspace, std::size_t bytes);
const char* cublasGetStatusName(Status);
const char* cublasGetStatusString(Status);

// Copies between host and device.
Status cublasSetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step);
Status cublasGetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step);
Status cublasSetMatrix(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb);
Status cublasGetMatrix(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb);
Status cublasSetVectorAsync(int n, int bytes, const void* from, int from_step, void* to, int to_step, void* stream);
Status cublasGetVectorAsync(int n, int bytes, const void* from, int from_step, void* to, int to_step, void* stream);
Status cublasSetMatrixAsync(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb, void*);
Status cublasGetMatrixAsync(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb, void*);

// Vectors.
Status cublasSaxpy_v2(Handle*, int n, const float* alpha, const float* x, int incx, float* y, int incy);
Status cublasDaxpy_v2(Handle*, int n, const double* alpha, const double* x, int incx, double* y, int incy);
Status cublasSdot_v2(Handle*, int n, const float* x, int incx, const float* y, int incy, float* to);
Status cublasDdot_v2(Handle*, int n, const double* x, int incx, const double* y, int incy, double* to);
Status cublasSscal_v2(Handle*, int n, const float* alpha, float* x, int incx);
Status cublasDscal_v2(Handle*, int n, const double* alpha, double* x, int incx);
Status cublasScopy_v2(Handle*, int n, const float* x, int incx, float* y, int incy);
Status cublasDcopy_v2(Handle*, int n, const double* x, int incx, double* y, int incy);
Status cublasSswap_v2(Handle*, int n, float* x, int incx, float* y, int incy);
Status cublasDswap_v2(Handle*, int n, double* x, int incx, double* y, int incy);
Status cublasSnrm2_v2(Handle*, int n, const float* x, int incx, float* to);
Status cublasDnrm2_v2(Handle*, int n, const double* x, int incx, double* to);
Status cublasSasum_v2(Handle*, int n, const float* x, int incx, float* to);
Status cublasDasum_v2(Handle*, int n, const double* x, int incx, double* to);
Status cublasIsamax_v2(Handle*, int n, const float* x, int incx, int* to);
Status cublasIdamax_v2(Handle*, int n, const double* x, int incx, int* to);
Status cublasIsamin_v2(Handle*, int n, const float* x, int incx, int* to);
Status cublasIdamin_v2(Handle*, int n, const double* x, int incx, int* to);

// A matrix and vectors, and matrices element by element. All matrices are column-major.
Status cublasSgemv_v2(Handle*, Op, int m, int n, const float* alpha, const float* a, int lda, const float* x, int incx,
                      const float* beta, float* y, int incy);
Status cublasDgemv_v2(Handle*, Op, int m, int n, const double* alpha, const double* a, int lda, const double* x,
                      int incx, const double* beta, double* y, int incy);
Status cublasSger_v2(Handle*, int m, int n, const float* alpha, const float* x, int incx, const float* y, int incy,
                     float* a, int lda);
Status cublasDger_v2(Handle*, int m, int n, const double* alpha, const double* x, int incx, const double* y, int incy,
                     double* a, int lda);
Status cublasSgeam(Handle*, Op, Op, int m, int n, const float* alpha, const float* a, int lda, const float* beta,
                   const float* b, int ldb, float* c, int ldc);
Status cublasDgeam(Handle*, Op, Op, int m, int n, const double* alpha, const double* a, int lda, const double* beta,
                   const double* b, int ldb, double* c, int ldc);

// Products of matrices. A half is void here: only its address is passed.
Status cublasSgemm_v2(Handle*, Op, Op, int m, int n, int k, const float* alpha, const float* a, int lda, const float* b,
                      int ldb, const float* beta, float* c, int ldc);
Status cublasDgemm_v2(Handle*, Op, Op, int m, int n, int k, const double* alpha, const double* a, int lda,
                      const double* b, int ldb, const double* beta, double* c, int ldc);
Status cublasHgemm(Handle*, Op, Op, int m, int n, int k, const void* alpha, const void* a, int lda, const void* b,
                   int ldb, const void* beta, void* c, int ldc);
Status cublasSgemmStridedBatched(Handle*, Op, Op, int m, int n, int k, const float* alpha, const float* a, int lda,
                                 long long stride_a, const float* b, int ldb, long long stride_b, const float* beta,
                                 float* c, int ldc, long long stride_c, int count);
Status cublasDgemmStridedBatched(Handle*, Op, Op, int m, int n, int k, const double* alpha, const double* a, int lda,
                                 long long stride_a, const double* b, int ldb, long long stride_b, const double* beta,
                                 double* c, int ldc, long long stride_c, int count);
Status cublasHgemmStridedBatched(Handle*, Op, Op, int m, int n, int k, const void* alpha, const void* a, int lda,
                                 long long stride_a, const void* b, int ldb, long long stride_b, const void* beta,
                                 void* c, int ldc, long long stride_c, int count);
Status cublasSgemmBatched(Handle*, Op, Op, int m, int n, int k, const float* alpha, const float* const* a, int lda,
                          const float* const* b, int ldb, const float* beta, float* const* c, int ldc, int count);
Status cublasDgemmBatched(Handle*, Op, Op, int m, int n, int k, const double* alpha, const double* const* a, int lda,
                          const double* const* b, int ldb, const double* beta, double* const* c, int ldc, int count);
Status cublasHgemmBatched(Handle*, Op, Op, int m, int n, int k, const void* alpha, const void* const* a, int lda,
                          const void* const* b, int ldb, const void* beta, void* const* c, int ldc, int count);
Status cublasGemmEx(Handle*, Op, Op, int m, int n, int k, const void* alpha, const void* a, Type, int lda,
                    const void* b, Type, int ldb, const void* beta, void* c, Type, int ldc, Compute, int algorithm);
Status cublasSgemmEx(Handle*, Op, Op, int m, int n, int k, const float* alpha, const void* a, Type, int lda,
                     const void* b, Type, int ldb, const float* beta, void* c, Type, int ldc);
Status cublasGemmStridedBatchedEx(Handle*, Op, Op, int m, int n, int k, const void* alpha, const void* a, Type, int lda,
                                  long long stride_a, const void* b, Type, int ldb, long long stride_b,
                                  const void* beta, void* c, Type, int ldc, long long stride_c, int count, Compute,
                                  int algorithm);
Status cublasGemmBatchedEx(Handle*, Op, Op, int m, int n, int k, const void* alpha, const void* const* a, Type, int lda,
                           const void* const* b, Type, int ldb, const void* beta, void* const* c, Type, int ldc,
                           int count, Compute, int algorithm);
}
