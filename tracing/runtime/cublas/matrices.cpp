// SPDX-License-Identifier: MIT
// A matrix and vectors, and sums of matrices.
#include <algorithm>
#include <utility>
#include <vector>

#include "tracing/runtime/cublas/handle.h"
#include "tracing/runtime/cublas/vector.h"

namespace gemmscope::runtime::cublas {
namespace {

/// y = alpha * op(A) * x + beta * y; A is m x n.
template <class T>
Status gemv(const char* function, Handle* handle, Op op, int m, int n, const T* alpha, const T* a, int lda, const T* x,
            int incx, const T* beta, T* y, int incy) {
  const bool is_plain = op == Op::kN;
  const std::int64_t in = is_plain ? n : m, out = is_plain ? m : n;
  Checks checks(function, handle);
  checks.require(is_op(op) && m >= 0 && n >= 0 && lda >= std::max(1, m) && incx != 0 && incy != 0)
      .scalar("alpha", alpha, sizeof(T))
      .scalar("beta", beta, sizeof(T));
  if (!checks.hold() || m == 0 || n == 0) return checks.status();
  return checks.then(
      [=, alpha_now = Scalar(checks, alpha, kTypeOf<T>), beta_now = Scalar(checks, beta, kTypeOf<T>)](Checks& memory) {
        const double of_product = *alpha_now, of_before = *beta_now;
        if (of_product != 0) memory.matrix("A", a, m, n, lda, sizeof(T)).vector("x", x, in, incx, sizeof(T));
        if (!memory.vector("y", y, out, incy, sizeof(T)).hold()) return;
        std::vector<double> sums(static_cast<std::size_t>(out));
        const Vector<const T> xs{x, in, incx};
        for (std::int64_t j = 0; of_product != 0 && j < n; ++j)  // down the columns, as they are in memory
          for (std::int64_t i = 0; i < m; ++i)
            sums[is_plain ? i : j] += static_cast<double>(a[i + j * lda]) * static_cast<double>(xs[is_plain ? j : i]);
        const Vector<T> ys{y, out, incy};
        for (std::int64_t i = 0; i < out; ++i) {
          const double product = of_product == 0 ? 0 : of_product * sums[i];
          const double before = of_before == 0 ? 0 : of_before * static_cast<double>(ys[i]);
          ys[i] = static_cast<T>(product + before);
        }
      });
}

/// A = alpha * x * y' + A
template <class T>
Status ger(const char* function, Handle* handle, int m, int n, const T* alpha, const T* x, int incx, const T* y,
           int incy, T* a, int lda) {
  Checks checks(function, handle);
  checks.require(m >= 0 && n >= 0 && lda >= std::max(1, m) && incx != 0 && incy != 0).scalar("alpha", alpha, sizeof(T));
  if (!checks.hold() || m == 0 || n == 0) return checks.status();
  return checks.then([=, factor = Scalar(checks, alpha, kTypeOf<T>)](Checks& memory) {
    const double scale = *factor;
    if (scale == 0) return;
    memory.vector("x", x, m, incx, sizeof(T)).vector("y", y, n, incy, sizeof(T)).matrix("A", a, m, n, lda, sizeof(T));
    if (!memory.hold()) return;
    const Vector<const T> xs{x, m, incx}, ys{y, n, incy};
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i) {
        const double product = scale * static_cast<double>(xs[i]) * static_cast<double>(ys[j]);
        T& element = a[i + j * lda];
        element = static_cast<T>(product + static_cast<double>(element));
      }
  });
}

/// One of geam's terms: factor * op(data).
template <class T>
struct Term {
  const char* name;
  const T* factor;
  const T* data;
  int ld;
  Op op;

  std::int64_t rows(std::int64_t m, std::int64_t n) const { return op == Op::kN ? m : n; }
  /// With what its factor is at last.
  double at(std::int64_t i, std::int64_t j, double times) const {
    if (times == 0) return 0;
    const std::int64_t row = op == Op::kN ? i : j, column = op == Op::kN ? j : i;
    return times * static_cast<double>(data[row + column * ld]);
  }
};

/// C = alpha * op(A) + beta * op(B). C may be A or B where that is not transposed.
template <class T>
Status geam(const char* function, Handle* handle, int m, int n, const Term<T>& a, const Term<T>& b, T* c, int ldc) {
  Checks checks(function, handle);
  checks.require(m >= 0 && n >= 0 && ldc >= std::max(1, m));
  for (const Term<T>* const term : {&a, &b})
    checks.require(is_op(term->op) && term->ld >= std::max<std::int64_t>(1, term->rows(m, n)))
        .require(term->data != c || (term->op == Op::kN && term->ld == ldc))
        .scalar(term == &a ? "alpha" : "beta", term->factor, sizeof(T));
  if (!checks.hold() || m == 0 || n == 0) return checks.status();
  return checks.then([=, alpha_now = Scalar(checks, a.factor, kTypeOf<T>),
                      beta_now = Scalar(checks, b.factor, kTypeOf<T>)](Checks& memory) {
    const double alpha = *alpha_now, beta = *beta_now;
    for (const auto& [term, times] : {std::pair{&a, alpha}, {&b, beta}})
      if (times != 0)
        memory.matrix(term->name, term->data, term->rows(m, n), m + n - term->rows(m, n), term->ld, sizeof(T));
    memory.matrix("C", c, m, n, ldc, sizeof(T));
    for (std::int64_t j = 0; memory.hold() && j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i) c[i + j * ldc] = static_cast<T>(a.at(i, j, alpha) + b.at(i, j, beta));
  });
}

}  // namespace
}  // namespace gemmscope::runtime::cublas

using namespace gemmscope::runtime::cublas;

Status cublasSgemv_v2(Handle* handle, Op op, int m, int n, const float* alpha, const float* a, int lda, const float* x,
                      int incx, const float* beta, float* y, int incy) {
  return gemv("cublasSgemv", handle, op, m, n, alpha, a, lda, x, incx, beta, y, incy);
}
Status cublasDgemv_v2(Handle* handle, Op op, int m, int n, const double* alpha, const double* a, int lda,
                      const double* x, int incx, const double* beta, double* y, int incy) {
  return gemv("cublasDgemv", handle, op, m, n, alpha, a, lda, x, incx, beta, y, incy);
}
Status cublasSger_v2(Handle* handle, int m, int n, const float* alpha, const float* x, int incx, const float* y,
                     int incy, float* a, int lda) {
  return ger("cublasSger", handle, m, n, alpha, x, incx, y, incy, a, lda);
}
Status cublasDger_v2(Handle* handle, int m, int n, const double* alpha, const double* x, int incx, const double* y,
                     int incy, double* a, int lda) {
  return ger("cublasDger", handle, m, n, alpha, x, incx, y, incy, a, lda);
}
Status cublasSgeam(Handle* handle, Op op_a, Op op_b, int m, int n, const float* alpha, const float* a, int lda,
                   const float* beta, const float* b, int ldb, float* c, int ldc) {
  return geam<float>("cublasSgeam", handle, m, n, {"A", alpha, a, lda, op_a}, {"B", beta, b, ldb, op_b}, c, ldc);
}
Status cublasDgeam(Handle* handle, Op op_a, Op op_b, int m, int n, const double* alpha, const double* a, int lda,
                   const double* beta, const double* b, int ldb, double* c, int ldc) {
  return geam<double>("cublasDgeam", handle, m, n, {"A", alpha, a, lda, op_a}, {"B", beta, b, ldb, op_b}, c, ldc);
}
