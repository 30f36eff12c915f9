// SPDX-License-Identifier: MIT
// Vectors, and sums over them.
#include <cmath>
#include <utility>

#include "tracing/runtime/cublas/handle.h"
#include "tracing/runtime/cublas/vector.h"

namespace gemmscope::runtime::cublas {
namespace {

/// `step` of a function of one vector must be positive; otherwise there is nothing to do.
std::int64_t elements(std::int64_t n, std::int64_t step) { return n > 0 && step > 0 ? n : 0; }

template <class T, class Result, class Of>
Status reduce(const char* function, Handle* handle, int n, const T* x, int incx, Result* to, Of of) {
  const std::int64_t there = elements(n, incx);
  return Checks(function, handle)
      .vector("x", x, there, incx, sizeof(T))
      .result(to, sizeof(*to))
      .then([=](const Checks&) {
        *to = static_cast<Result>(of(Vector<const T>{x, there, incx}));
      });
}

template <class T>
double sum_of_sizes(const Vector<const T>& x) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.size; ++i) sum += std::fabs(static_cast<double>(x[i]));
  return sum;
}

/// Scaled by the greatest, because squares of doubles overflow.
template <class T>
double length(const Vector<const T>& x) {
  double greatest = 0, sum = 0;
  for (std::int64_t i = 0; i < x.size; ++i) greatest = std::fmax(greatest, std::fabs(static_cast<double>(x[i])));
  if (greatest == 0 || std::isinf(greatest)) return greatest + sum_of_sizes(x);  // the latter for NaN
  for (std::int64_t i = 0; i < x.size; ++i) sum += x[i] / greatest * (x[i] / greatest);
  return greatest * std::sqrt(sum);
}

/// From 1; 0 if there is none.
template <class T, bool kLeast>
std::int64_t place_of_extreme(const Vector<const T>& x) {
  std::int64_t at = 0;
  for (std::int64_t i = 1; i < x.size; ++i) {
    const T size = std::fabs(x[i]), best = std::fabs(x[at]);
    if (kLeast ? size < best : size > best) at = i;
  }
  return x.size == 0 ? 0 : at + 1;
}

template <class T, class Use>
Status with_both(Checks checks, int n, T* x, int incx, std::remove_const_t<T>* y, int incy, Use use) {
  return checks.vector("x", x, n, incx, sizeof(T)).vector("y", y, n, incy, sizeof(T)).then([=](const Checks&) {
    use(Vector<T>{x, n, incx}, Vector<std::remove_const_t<T>>{y, n, incy});
  });
}

template <class T>
Status axpy(const char* function, Handle* handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  const Checks checks = Checks(function, handle).scalar("alpha", alpha, sizeof(T));
  const Scalar factor(checks, alpha, kTypeOf<T>);
  return with_both(checks, n, x, incx, y, incy, [=](const auto& from, const auto& to) {
    for (std::int64_t i = 0; i < n; ++i)
      to[i] = static_cast<T>(*factor * static_cast<double>(from[i]) + static_cast<double>(to[i]));
  });
}

template <class T>
Status dot(const char* function, Handle* handle, int n, const T* x, int incx, const T* y, int incy, T* to) {
  return Checks(function, handle)
      .vector("x", x, n, incx, sizeof(T))
      .vector("y", y, n, incy, sizeof(T))
      .result(to, sizeof(T))
      .then([=](const Checks&) {
        const Vector<const T> xs{x, n, incx}, ys{y, n, incy};
        double sum = 0;
        for (std::int64_t i = 0; i < n; ++i) sum += static_cast<double>(xs[i]) * static_cast<double>(ys[i]);
        *to = static_cast<T>(sum);
      });
}

template <class T>
Status scal(const char* function, Handle* handle, int n, const T* alpha, T* x, int incx) {
  const std::int64_t there = elements(n, incx);
  Checks checks = Checks(function, handle).scalar("alpha", alpha, sizeof(T));
  const Scalar factor(checks, alpha, kTypeOf<T>);
  return checks.vector("x", x, there, incx, sizeof(T)).then([=](const Checks&) {
    const Vector<T> xs{x, there, incx};
    for (std::int64_t i = 0; i < there; ++i) xs[i] = static_cast<T>(*factor * static_cast<double>(xs[i]));
  });
}

template <class T>
Status copy(const char* function, Handle* handle, int n, const T* x, int incx, T* y, int incy) {
  return with_both(Checks(function, handle), n, x, incx, y, incy, [=](const auto& from, const auto& to) {
    for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
  });
}

template <class T>
Status swap(const char* function, Handle* handle, int n, T* x, int incx, T* y, int incy) {
  return with_both(Checks(function, handle), n, x, incx, y, incy, [=](const auto& one, const auto& other) {
    for (std::int64_t i = 0; i < n; ++i) std::swap(one[i], other[i]);
  });
}

}  // namespace
}  // namespace gemmscope::runtime::cublas

using namespace gemmscope::runtime::cublas;

Status cublasSaxpy_v2(Handle* handle, int n, const float* alpha, const float* x, int incx, float* y, int incy) {
  return axpy("cublasSaxpy", handle, n, alpha, x, incx, y, incy);
}
Status cublasDaxpy_v2(Handle* handle, int n, const double* alpha, const double* x, int incx, double* y, int incy) {
  return axpy("cublasDaxpy", handle, n, alpha, x, incx, y, incy);
}
Status cublasSdot_v2(Handle* handle, int n, const float* x, int incx, const float* y, int incy, float* to) {
  return dot("cublasSdot", handle, n, x, incx, y, incy, to);
}
Status cublasDdot_v2(Handle* handle, int n, const double* x, int incx, const double* y, int incy, double* to) {
  return dot("cublasDdot", handle, n, x, incx, y, incy, to);
}
Status cublasSscal_v2(Handle* handle, int n, const float* alpha, float* x, int incx) {
  return scal("cublasSscal", handle, n, alpha, x, incx);
}
Status cublasDscal_v2(Handle* handle, int n, const double* alpha, double* x, int incx) {
  return scal("cublasDscal", handle, n, alpha, x, incx);
}
Status cublasScopy_v2(Handle* handle, int n, const float* x, int incx, float* y, int incy) {
  return copy("cublasScopy", handle, n, x, incx, y, incy);
}
Status cublasDcopy_v2(Handle* handle, int n, const double* x, int incx, double* y, int incy) {
  return copy("cublasDcopy", handle, n, x, incx, y, incy);
}
Status cublasSswap_v2(Handle* handle, int n, float* x, int incx, float* y, int incy) {
  return swap("cublasSswap", handle, n, x, incx, y, incy);
}
Status cublasDswap_v2(Handle* handle, int n, double* x, int incx, double* y, int incy) {
  return swap("cublasDswap", handle, n, x, incx, y, incy);
}
Status cublasSnrm2_v2(Handle* handle, int n, const float* x, int incx, float* to) {
  return reduce("cublasSnrm2", handle, n, x, incx, to, length<float>);
}
Status cublasDnrm2_v2(Handle* handle, int n, const double* x, int incx, double* to) {
  return reduce("cublasDnrm2", handle, n, x, incx, to, length<double>);
}
Status cublasSasum_v2(Handle* handle, int n, const float* x, int incx, float* to) {
  return reduce("cublasSasum", handle, n, x, incx, to, sum_of_sizes<float>);
}
Status cublasDasum_v2(Handle* handle, int n, const double* x, int incx, double* to) {
  return reduce("cublasDasum", handle, n, x, incx, to, sum_of_sizes<double>);
}
Status cublasIsamax_v2(Handle* handle, int n, const float* x, int incx, int* to) {
  return reduce("cublasIsamax", handle, n, x, incx, to, place_of_extreme<float, false>);
}
Status cublasIdamax_v2(Handle* handle, int n, const double* x, int incx, int* to) {
  return reduce("cublasIdamax", handle, n, x, incx, to, place_of_extreme<double, false>);
}
Status cublasIsamin_v2(Handle* handle, int n, const float* x, int incx, int* to) {
  return reduce("cublasIsamin", handle, n, x, incx, to, place_of_extreme<float, true>);
}
Status cublasIdamin_v2(Handle* handle, int n, const double* x, int incx, int* to) {
  return reduce("cublasIdamin", handle, n, x, incx, to, place_of_extreme<double, true>);
}
