// SPDX-License-Identifier: MIT
/// @file lt.h
/// Those functions of cuBLASLt that this folder has: products, and what describes them. As api.h says of cuBLAS' own.
///
/// Supported: column-major matrices of the types that cublasGemmEx takes, in batches with a stride. What an epilogue or
/// a scale would do to the product is refused with a sentence when it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tracing/runtime/cublas/words.h"

namespace gemmscope::runtime::cublas {

struct LtHandle;
struct Layout;      ///< of a matrix
struct MatmulDesc;  ///< of a product, but its matrices
struct Preference;

}  // namespace gemmscope::runtime::cublas

extern "C" {

using gemmscope::runtime::cublas::Advice;
using gemmscope::runtime::cublas::Compute;
using gemmscope::runtime::cublas::Layout;
using gemmscope::runtime::cublas::LtHandle;
using gemmscope::runtime::cublas::MatmulDesc;
using gemmscope::runtime::cublas::Preference;
using gemmscope::runtime::cublas::Status;
using gemmscope::runtime::cublas::Type;

Status cublasLtCreate(LtHandle** to);
Status cublasLtDestroy(LtHandle*);
std::size_t cublasLtGetVersion();
Status cublasLtMatrixLayoutCreate(Layout** to, Type, std::uint64_t rows, std::uint64_t columns, std::int64_t ld);
Status cublasLtMatrixLayoutSetAttribute(Layout*, int attribute, const void* value, std::size_t bytes);
Status cublasLtMatrixLayoutDestroy(Layout*);
Status cublasLtMatmulDescCreate(MatmulDesc** to, Compute, Type scale);
Status cublasLtMatmulDescSetAttribute(MatmulDesc*, int attribute, const void* value, std::size_t bytes);
Status cublasLtMatmulDescDestroy(MatmulDesc*);
Status cublasLtMatmulPreferenceCreate(Preference** to);
Status cublasLtMatmulPreferenceSetAttribute(Preference*, int attribute, const void* value, std::size_t bytes);
Status cublasLtMatmulPreferenceDestroy(Preference*);
Status cublasLtMatmulAlgoGetHeuristic(LtHandle*, MatmulDesc*, Layout* a, Layout* b, Layout* c, Layout* d, Preference*,
                                      int asked, Advice* to, int* count);
/// D = alpha * A * B + beta * C. D may be C; otherwise they do not overlap.
Status cublasLtMatmul(LtHandle*, MatmulDesc*, const void* alpha, const void* a, Layout* of_a, const void* b,
                      Layout* of_b, const void* beta, const void* c, Layout* of_c, void* d, Layout* of_d,
                      const void* algorithm, void* workspace, std::size_t workspace_bytes, void* stream);
}
