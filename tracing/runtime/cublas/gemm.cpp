// SPDX-License-Identifier: MIT
// Products of matrices: one, or many of one shape.
#include <algorithm>
#include <optional>

#include "tracing/runtime/cublas/handle.h"
#include "tracing/runtime/cublas/multiply.h"
#include "tracing/runtime/cublas/number.h"
#include "tracing/runtime/shared.h"

namespace gemmscope::runtime::cublas {
namespace {

/// One of the three matrices of each product: `stride` elements apart, or at the addresses of an array on the device.
struct Operand {
  const void* data;
  Type type;
  std::int64_t ld, stride = 0;
  bool is_array = false;

  const void* at(int i) const {
    if (is_array) return static_cast<const void* const*>(data)[i];
    return static_cast<const std::byte*>(data) + i * stride * bytes_of(type);
  }
};

struct Call {
  const char* function;
  Handle* handle;
  Op op_a, op_b;
  std::int64_t m, n, k;
  const void *alpha, *beta;
  Type scalar;
  Operand a, b, c;
  int count = 1;
};

struct Size {
  std::int64_t rows, columns;
};
/// As it is stored.
Size stored(Op op, std::int64_t rows, std::int64_t columns) {
  return op == Op::kN ? Size{rows, columns} : Size{columns, rows};
}

Checks checked(const Call& call, Size a, Size b) {
  const auto bytes = static_cast<std::size_t>(bytes_of(call.scalar));
  Checks checks(call.function, call.handle);
  checks.require(is_op(call.op_a) && is_op(call.op_b) && call.m >= 0 && call.n >= 0 && call.k >= 0 && call.count >= 0)
      .require(call.a.ld >= std::max<std::int64_t>(1, a.rows) && call.b.ld >= std::max<std::int64_t>(1, b.rows) &&
               call.c.ld >= std::max<std::int64_t>(1, call.m))
      .scalar("alpha", call.alpha, bytes)
      .scalar("beta", call.beta, bytes);
  constexpr auto kPointer = static_cast<std::int64_t>(sizeof(void*));
  for (const auto& [name, operand] : {std::pair{"Aarray", &call.a}, {"Barray", &call.b}, {"Carray", &call.c}})
    if (operand->is_array && call.count > 0) checks.device(name, operand->data, call.count * kPointer);
  return checks;
}

/// `alpha` and `beta`: what they are when it is done.
void multiply_now(const Call& call, Size a, Size b, double alpha, double beta, Checks& checks) {
  Product product{call.m,    call.n,  call.k,  alpha,   beta,      call.a.type, call.c.type, call.op_a,
                  call.op_b, nullptr, nullptr, nullptr, call.a.ld, call.b.ld,   call.c.ld};
  const auto is_there = [&](const char* name, const Operand& operand, Size size, int i) {
    checks.matrix(name, operand.at(i), size.rows, size.columns, operand.ld,
                  static_cast<std::size_t>(bytes_of(operand.type)));
  };
  for (int i = 0; i < call.count; ++i) {
    if (product.alpha != 0) is_there("A", call.a, a, i), is_there("B", call.b, b, i);
    is_there("C", call.c, {call.m, call.n}, i);
  }
  for (int i = 0; checks.hold() && i < call.count; ++i) {
    product.a = call.a.at(i), product.b = call.b.at(i), product.c = const_cast<void*>(call.c.at(i));
    multiply(product);
  }
}

Status multiply_all(const Call& call) {
  const Size a = stored(call.op_a, call.m, call.k), b = stored(call.op_b, call.k, call.n);
  Checks checks = checked(call, a, b);
  if (!checks.hold() || call.m == 0 || call.n == 0) return checks.status();
  return checks.then([=, alpha = Scalar(checks, call.alpha, call.scalar),
                      beta = Scalar(checks, call.beta, call.scalar)](Checks& memory) {
    multiply_now(call, a, b, *alpha, *beta, memory);
  });
}

/// `count` products of matrices and factors of one type.
Status multiply_each(const char* function, Type type, Handle* handle, Op op_a, Op op_b, int m, int n, int k,
                     const void* alpha, const Operand& a, const Operand& b, const void* beta, const Operand& c,
                     int count) {
  return multiply_all({function, handle, op_a, op_b, m, n, k, alpha, beta, type, a, b, c, count});
}

/// The type of alpha and beta, for what NVIDIA's table has and this library too. Nothing: neither has.
std::optional<Type> scalar_type(Compute compute, Type input, Type output) {
  switch (compute) {
    case Compute::k16F:
    case Compute::k16FPedantic:
      if (input == Type::kF16 && output == Type::kF16) return Type::kF16;
      return std::nullopt;
    case Compute::k64F:
    case Compute::k64FPedantic:
      if (input == Type::kF64 && output == Type::kF64) return Type::kF64;
      return std::nullopt;
    case Compute::k32F:
    case Compute::k32FPedantic:
      if (input == Type::kF64 || input == Type::kI32) return std::nullopt;
      if (output == Type::kF32 || (output == input && input != Type::kI8)) return Type::kF32;
      return std::nullopt;
    case Compute::k32FFast16F:
    case Compute::k32FFast16Bf:
    case Compute::k32FFastTf32:
      if (input == Type::kF32 && output == Type::kF32) return Type::kF32;
      return std::nullopt;
    case Compute::k32I:
    case Compute::k32IPedantic:
      if (input == Type::kI8 && output == Type::kI32) return Type::kI32;
      return std::nullopt;
  }
  gemmscope_unsupported("a cuBLAS product that is computed in complex numbers or by emulation");
}

bool is_known(Type type) {
  constexpr Type kAll[] = {Type::kF32, Type::kF64, Type::kF16, Type::kBf16, Type::kI8, Type::kI32};
  return std::ranges::count(kAll, type) != 0;
}

/// `call.scalar` follows from the other types.
Status multiply_all(Call call, Compute compute) {
  for (const Type type : {call.a.type, call.b.type, call.c.type})
    if (!is_known(type))
      gemmscope_unsupported("a cuBLAS product of other elements than f16, bf16, f32, f64, i8 and i32");
  const auto scalar = scalar_type(compute, call.a.type, call.c.type);
  if (!scalar || call.b.type != call.a.type) {
    const Checks checks(call.function, call.handle);
    return checks.hold() ? Status::kNotSupported : checks.status();
  }
  call.scalar = *scalar;
  return multiply_all(call);
}

}  // namespace
}  // namespace gemmscope::runtime::cublas

using namespace gemmscope::runtime::cublas;
using enum Type;

Status cublasSgemm_v2(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const float* alpha, const float* a,
                      int lda, const float* b, int ldb, const float* beta, float* c, int ldc) {
  return multiply_all(
      {"cublasSgemm", handle, op_a, op_b, m, n, k, alpha, beta, kF32, {a, kF32, lda}, {b, kF32, ldb}, {c, kF32, ldc}});
}
Status cublasDgemm_v2(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const double* alpha, const double* a,
                      int lda, const double* b, int ldb, const double* beta, double* c, int ldc) {
  return multiply_all(
      {"cublasDgemm", handle, op_a, op_b, m, n, k, alpha, beta, kF64, {a, kF64, lda}, {b, kF64, ldb}, {c, kF64, ldc}});
}
Status cublasHgemm(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const void* alpha, const void* a, int lda,
                   const void* b, int ldb, const void* beta, void* c, int ldc) {
  return multiply_all(
      {"cublasHgemm", handle, op_a, op_b, m, n, k, alpha, beta, kF16, {a, kF16, lda}, {b, kF16, ldb}, {c, kF16, ldc}});
}

Status cublasSgemmStridedBatched(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const float* alpha,
                                 const float* a, int lda, long long stride_a, const float* b, int ldb,
                                 long long stride_b, const float* beta, float* c, int ldc, long long stride_c,
                                 int count) {
  return multiply_each("cublasSgemmStridedBatched", kF32, handle, op_a, op_b, m, n, k, alpha, {a, kF32, lda, stride_a},
                       {b, kF32, ldb, stride_b}, beta, {c, kF32, ldc, stride_c}, count);
}
Status cublasDgemmStridedBatched(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const double* alpha,
                                 const double* a, int lda, long long stride_a, const double* b, int ldb,
                                 long long stride_b, const double* beta, double* c, int ldc, long long stride_c,
                                 int count) {
  return multiply_each("cublasDgemmStridedBatched", kF64, handle, op_a, op_b, m, n, k, alpha, {a, kF64, lda, stride_a},
                       {b, kF64, ldb, stride_b}, beta, {c, kF64, ldc, stride_c}, count);
}
Status cublasHgemmStridedBatched(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const void* alpha,
                                 const void* a, int lda, long long stride_a, const void* b, int ldb, long long stride_b,
                                 const void* beta, void* c, int ldc, long long stride_c, int count) {
  return multiply_each("cublasHgemmStridedBatched", kF16, handle, op_a, op_b, m, n, k, alpha, {a, kF16, lda, stride_a},
                       {b, kF16, ldb, stride_b}, beta, {c, kF16, ldc, stride_c}, count);
}

Status cublasSgemmBatched(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const float* alpha,
                          const float* const* a, int lda, const float* const* b, int ldb, const float* beta,
                          float* const* c, int ldc, int count) {
  return multiply_each("cublasSgemmBatched", kF32, handle, op_a, op_b, m, n, k, alpha, {a, kF32, lda, 0, true},
                       {b, kF32, ldb, 0, true}, beta, {c, kF32, ldc, 0, true}, count);
}
Status cublasDgemmBatched(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const double* alpha,
                          const double* const* a, int lda, const double* const* b, int ldb, const double* beta,
                          double* const* c, int ldc, int count) {
  return multiply_each("cublasDgemmBatched", kF64, handle, op_a, op_b, m, n, k, alpha, {a, kF64, lda, 0, true},
                       {b, kF64, ldb, 0, true}, beta, {c, kF64, ldc, 0, true}, count);
}
Status cublasHgemmBatched(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const void* alpha,
                          const void* const* a, int lda, const void* const* b, int ldb, const void* beta,
                          void* const* c, int ldc, int count) {
  return multiply_each("cublasHgemmBatched", kF16, handle, op_a, op_b, m, n, k, alpha, {a, kF16, lda, 0, true},
                       {b, kF16, ldb, 0, true}, beta, {c, kF16, ldc, 0, true}, count);
}

Status cublasGemmEx(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const void* alpha, const void* a,
                    Type type_a, int lda, const void* b, Type type_b, int ldb, const void* beta, void* c, Type type_c,
                    int ldc, Compute compute, int) {
  return multiply_all({"cublasGemmEx",
                       handle,
                       op_a,
                       op_b,
                       m,
                       n,
                       k,
                       alpha,
                       beta,
                       kF32,
                       {a, type_a, lda},
                       {b, type_b, ldb},
                       {c, type_c, ldc}},
                      compute);
}
Status cublasSgemmEx(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const float* alpha, const void* a,
                     Type type_a, int lda, const void* b, Type type_b, int ldb, const float* beta, void* c, Type type_c,
                     int ldc) {
  return multiply_all({"cublasSgemmEx",
                       handle,
                       op_a,
                       op_b,
                       m,
                       n,
                       k,
                       alpha,
                       beta,
                       kF32,
                       {a, type_a, lda},
                       {b, type_b, ldb},
                       {c, type_c, ldc}},
                      Compute::k32F);
}
Status cublasGemmStridedBatchedEx(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const void* alpha,
                                  const void* a, Type type_a, int lda, long long stride_a, const void* b, Type type_b,
                                  int ldb, long long stride_b, const void* beta, void* c, Type type_c, int ldc,
                                  long long stride_c, int count, Compute compute, int) {
  return multiply_all({"cublasGemmStridedBatchedEx",
                       handle,
                       op_a,
                       op_b,
                       m,
                       n,
                       k,
                       alpha,
                       beta,
                       kF32,
                       {a, type_a, lda, stride_a},
                       {b, type_b, ldb, stride_b},
                       {c, type_c, ldc, stride_c},
                       count},
                      compute);
}
Status cublasGemmBatchedEx(Handle* handle, Op op_a, Op op_b, int m, int n, int k, const void* alpha,
                           const void* const* a, Type type_a, int lda, const void* const* b, Type type_b, int ldb,
                           const void* beta, void* const* c, Type type_c, int ldc, int count, Compute compute, int) {
  return multiply_all({"cublasGemmBatchedEx",
                       handle,
                       op_a,
                       op_b,
                       m,
                       n,
                       k,
                       alpha,
                       beta,
                       kF32,
                       {a, type_a, lda, 0, true},
                       {b, type_b, ldb, 0, true},
                       {c, type_c, ldc, 0, true},
                       count},
                      compute);
}
