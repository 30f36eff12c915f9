// SPDX-License-Identifier: MIT
#include "tracing/runtime/cublas/lt.h"

#include <climits>
#include <cstring>
#include <string>

#include "tracing/runtime/cublas/api.h"
#include "tracing/runtime/cublas/number.h"
#include "tracing/runtime/shared.h"

namespace gemmscope::runtime::cublas {

struct LtHandle {};
struct Preference {};
struct Layout {
  Type type;
  std::uint64_t rows, columns;
  std::int64_t ld;
  LtOrder order = LtOrder::kColumn;
  std::int32_t count = 1;
  std::int64_t stride = 0;
};
struct MatmulDesc {
  Compute compute;
  Type scale;
  PointerMode scalars = PointerMode::kHost;
  Op op_a = Op::kN, op_b = Op::kN, op_c = Op::kN;
  LtEpilogue epilogue = LtEpilogue::kDefault;
};

namespace {

template <class T>
Status make(T** to, T value) {
  if (to == nullptr) return Status::kInvalidValue;
  *to = new T(value);
  return Status::kSuccess;
}
template <class T>
Status destroy(T* it) {
  delete it;
  return Status::kSuccess;
}
template <class T>
Status take(T& to, const void* value, std::size_t bytes) {
  if (value == nullptr || bytes != sizeof(T)) return Status::kInvalidValue;
  std::memcpy(&to, value, bytes);
  return Status::kSuccess;
}

/// Type of alpha and beta, of each way to compute.
Type scale_of(Compute compute) {
  switch (compute) {
    case Compute::k16F:
    case Compute::k16FPedantic: return Type::kF16;
    case Compute::k64F:
    case Compute::k64FPedantic: return Type::kF64;
    case Compute::k32I:
    case Compute::k32IPedantic: return Type::kI32;
    default: return Type::kF32;
  }
}

struct Four {
  const Layout *a, *b, *c, *d;
};

/// Whether the matrices go together. What is right, but not supported here, ends the program.
Status checked(const MatmulDesc* how, const Four& of) {
  if (how == nullptr || of.a == nullptr || of.b == nullptr || of.c == nullptr || of.d == nullptr)
    return Status::kInvalidValue;
  for (const Layout* each : {of.a, of.b, of.c, of.d}) {
    if (each->order != LtOrder::kColumn) gemmscope_unsupported("a cuBLASLt matrix that is not column-major");
    if (each->rows > INT_MAX || each->columns > INT_MAX || each->ld > INT_MAX || each->count != of.d->count)
      return Status::kInvalidValue;
  }
  if (how->scalars != PointerMode::kHost && how->scalars != PointerMode::kDevice)
    gemmscope_unsupported("a cuBLASLt product with a vector for alpha");
  if (how->epilogue != LtEpilogue::kDefault) gemmscope_unsupported("a cuBLASLt product with an epilogue");
  if (how->op_c != Op::kN || how->scale != scale_of(how->compute))
    gemmscope_unsupported("a cuBLASLt product that transposes C, or scales with another type than it computes in");
  const auto rows = [](const Layout& m, Op op) { return op == Op::kN ? m.rows : m.columns; };
  const auto columns = [](const Layout& m, Op op) { return op == Op::kN ? m.columns : m.rows; };
  const bool fits = rows(*of.a, how->op_a) == of.d->rows && columns(*of.b, how->op_b) == of.d->columns &&
                    columns(*of.a, how->op_a) == rows(*of.b, how->op_b) && of.c->rows == of.d->rows &&
                    of.c->columns == of.d->columns && of.c->type == of.d->type;
  return fits ? Status::kSuccess : Status::kInvalidValue;
}

/// C to where the product is added to it.
Status copy(const void* c, const Layout& from, void* d, const Layout& to) {
  const auto element = static_cast<std::size_t>(bytes_of(to.type));
  const auto end = [&](const Layout& m) {  // bytes, up to the last element's
    return element *
           static_cast<std::size_t>((m.count - 1) * m.stride + static_cast<std::int64_t>(m.columns - 1) * m.ld +
                                    static_cast<std::int64_t>(m.rows));
  };
  if (to.rows == 0 || to.columns == 0) return Status::kSuccess;
  if (!gemmscope_holds(c, end(from)) || !gemmscope_holds(d, end(to))) return Status::kExecutionFailed;
  for (std::int64_t i = 0; i < to.count; ++i)
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(to.columns); ++j)
      std::memcpy(static_cast<std::byte*>(d) + element * static_cast<std::size_t>(i * to.stride + j * to.ld),
                  static_cast<const std::byte*>(c) + element * static_cast<std::size_t>(i * from.stride + j * from.ld),
                  element * to.rows);
  return Status::kSuccess;
}

/// Whether C is read. A beta that is not there is cublasGemmStridedBatchedEx' to report.
bool is_added(const void* beta, const MatmulDesc& how) {
  const bool is_there = how.scalars == PointerMode::kHost
                            ? beta != nullptr
                            : gemmscope_holds(beta, static_cast<std::uint64_t>(bytes_of(how.scale)));
  return is_there && number(beta, how.scale) != 0;
}

}  // namespace
}  // namespace gemmscope::runtime::cublas

using namespace gemmscope::runtime::cublas;

Status cublasLtCreate(LtHandle** to) { return make(to, LtHandle{}); }
Status cublasLtDestroy(LtHandle* handle) { return destroy(handle); }
std::size_t cublasLtGetVersion() { return GEMMSCOPE_CUDA_MAJOR * 10000; }

Status cublasLtMatrixLayoutCreate(Layout** to, Type type, std::uint64_t rows, std::uint64_t columns, std::int64_t ld) {
  return make(to, Layout{type, rows, columns, ld});
}
Status cublasLtMatrixLayoutDestroy(Layout* layout) { return destroy(layout); }
Status cublasLtMatrixLayoutSetAttribute(Layout* layout, int attribute, const void* value, std::size_t bytes) {
  if (layout == nullptr) return Status::kInvalidValue;
  switch (static_cast<LtLayout>(attribute)) {
    case LtLayout::kType: return take(layout->type, value, bytes);
    case LtLayout::kOrder: return take(layout->order, value, bytes);
    case LtLayout::kRows: return take(layout->rows, value, bytes);
    case LtLayout::kColumns: return take(layout->columns, value, bytes);
    case LtLayout::kLd: return take(layout->ld, value, bytes);
    case LtLayout::kCount: return take(layout->count, value, bytes);
    case LtLayout::kStride: return take(layout->stride, value, bytes);
  }
  gemmscope_unsupported(("attribute " + std::to_string(attribute) + " of a cuBLASLt matrix").c_str());
}

Status cublasLtMatmulDescCreate(MatmulDesc** to, Compute compute, Type scale) {
  return make(to, MatmulDesc{compute, scale});
}
Status cublasLtMatmulDescDestroy(MatmulDesc* desc) { return destroy(desc); }
Status cublasLtMatmulDescSetAttribute(MatmulDesc* desc, int attribute, const void* value, std::size_t bytes) {
  if (desc == nullptr) return Status::kInvalidValue;
  switch (static_cast<LtMatmul>(attribute)) {
    case LtMatmul::kCompute: return take(desc->compute, value, bytes);
    case LtMatmul::kScale: return take(desc->scale, value, bytes);
    case LtMatmul::kScalars: return take(desc->scalars, value, bytes);
    case LtMatmul::kOpA: return take(desc->op_a, value, bytes);
    case LtMatmul::kOpB: return take(desc->op_b, value, bytes);
    case LtMatmul::kOpC: return take(desc->op_c, value, bytes);
    case LtMatmul::kEpilogue: return take(desc->epilogue, value, bytes);
    case LtMatmul::kSms:
    case LtMatmul::kFastSums: return Status::kSuccess;  // how fast, or how exact at least
    case LtMatmul::kBias: gemmscope_unsupported("a cuBLASLt product with a bias");
    case LtMatmul::kScaleA:
    case LtMatmul::kScaleB:
    case LtMatmul::kScaleC:
    case LtMatmul::kScaleD: gemmscope_unsupported("a cuBLASLt product with scales of its matrices");
  }
  gemmscope_unsupported(("attribute " + std::to_string(attribute) + " of a cuBLASLt product").c_str());
}

Status cublasLtMatmulPreferenceCreate(Preference** to) { return make(to, Preference{}); }
Status cublasLtMatmulPreferenceDestroy(Preference* preference) { return destroy(preference); }
/// There is one way to compute, so no preference changes it.
Status cublasLtMatmulPreferenceSetAttribute(Preference* preference, int, const void* value, std::size_t) {
  return preference != nullptr && value != nullptr ? Status::kSuccess : Status::kInvalidValue;
}

Status cublasLtMatmulAlgoGetHeuristic(LtHandle* handle, MatmulDesc* how, Layout* a, Layout* b, Layout* c, Layout* d,
                                      Preference*, int asked, Advice* to, int* count) {
  if (handle == nullptr) return Status::kNotInitialized;
  if (asked < 1 || to == nullptr || count == nullptr) return Status::kInvalidValue;
  *count = 0;
  if (const Status status = checked(how, {a, b, c, d}); status != Status::kSuccess) return status;
  to[0] = {};
  *count = 1;
  return Status::kSuccess;
}

Status cublasLtMatmul(LtHandle* handle, MatmulDesc* how, const void* alpha, const void* a, Layout* of_a, const void* b,
                      Layout* of_b, const void* beta, const void* c, Layout* of_c, void* d, Layout* of_d, const void*,
                      void*, std::size_t, void* stream) {
  if (handle == nullptr) return Status::kNotInitialized;
  if (const Status status = checked(how, {of_a, of_b, of_c, of_d}); status != Status::kSuccess) return status;
  if (gemmscope_captures(stream)) gemmscope_unsupported("cublasLtMatmul in a stream that is being captured");
  if (c != d && is_added(beta, *how))
    if (const Status status = copy(c, *of_c, d, *of_d); status != Status::kSuccess) return status;
  Handle* own = nullptr;
  cublasCreate_v2(&own);
  cublasSetPointerMode_v2(own, how->scalars);
  const auto small = [](auto n) { return static_cast<int>(n); };
  const auto k = how->op_a == Op::kN ? of_a->columns : of_a->rows;
  const Status status = cublasGemmStridedBatchedEx(own, how->op_a, how->op_b, small(of_d->rows), small(of_d->columns),
                                                   small(k), alpha, a, of_a->type, small(of_a->ld), of_a->stride, b,
                                                   of_b->type, small(of_b->ld), of_b->stride, beta, d, of_d->type,
                                                   small(of_d->ld), of_d->stride, of_d->count, how->compute, -1);
  cublasDestroy_v2(own);
  return status;
}
