// SPDX-License-Identifier: MIT
/// @file handle.h
/// A handle, and what all functions that take one check first.
#pragma once

#include "tracing/runtime/cublas/api.h"

namespace gemmscope::runtime::cublas {

struct Handle {
  void* stream = nullptr;
  PointerMode scalars = PointerMode::kHost;
  int math_mode = 0, atomics_mode = 0;
};

/// The arguments of one call, checked in turn: the first that is wrong decides.
class Checks {
 public:
  /// `function`: for the sentence of memory that is not the device's.
  Checks(const char* function, Handle* handle);

  /// Else kInvalidValue.
  Checks& require(bool holds);
  /// A scalar or a result, of the host or the device as the handle says.
  Checks& scalar(const char* name, const void* address, std::size_t bytes);
  /// Else kExecutionFailed, and a sentence on standard error: a GPU would end with an illegal access.
  Checks& device(const char* name, const void* address, std::int64_t bytes);
  /// `rows` x `columns`, column-major. Nothing of it need be there if it has no element.
  Checks& matrix(const char* name, const void* address, std::int64_t rows, std::int64_t columns, std::int64_t ld,
                 std::size_t element);
  /// `n` elements, |step| apart.
  Checks& vector(const char* name, const void* address, std::int64_t n, std::int64_t step, std::size_t element);

  [[nodiscard]] bool hold() const { return status_ == Status::kSuccess; }
  [[nodiscard]] Status status() const { return status_; }

 private:
  const char* function_;
  Handle* handle_;
  Status status_;
};

[[nodiscard]] constexpr bool is_op(Op op) { return op == Op::kN || op == Op::kT || op == Op::kC; }

}  // namespace gemmscope::runtime::cublas
