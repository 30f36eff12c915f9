// SPDX-License-Identifier: MIT
/// @file handle.h
/// A handle, and what all functions that take one check first.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "tracing/runtime/cublas/api.h"
#include "tracing/runtime/cublas/number.h"

namespace gemmscope::runtime::cublas {

struct Handle {
  void* stream = nullptr;
  PointerMode scalars = PointerMode::kHost;
  int math_mode = 0, atomics_mode = 0;
};

/// Does `work`, which says whether it could be done; or, in a stream that is captured, keeps it for the graph.
/// Else kExecutionFailed.
[[nodiscard]] Status put(void* stream, std::function<bool()> work);

/// The arguments of one call, checked in turn: the first that is wrong decides. Memory is asked for when the work is
/// done, as what a graph works on need not be there while its stream is captured.
class Checks {
 public:
  /// `function`: for the sentence of memory that is not the device's.
  Checks(const char* function, Handle* handle);

  /// Else kInvalidValue.
  Checks& require(bool holds);
  /// Memory of the host or of the device, as the handle says.
  Checks& scalar(const char* name, const void* address, std::size_t bytes);
  /// Likewise. A stream that is captured would have to wait for one of the host's, which ends the program.
  Checks& result(void* address, std::size_t bytes);
  /// Else kExecutionFailed, and a sentence on standard error: a GPU would end with an illegal access.
  Checks& device(const char* name, const void* address, std::int64_t bytes);
  /// `rows` x `columns`, column-major. Nothing of it need be there if it has no element.
  Checks& matrix(const char* name, const void* address, std::int64_t rows, std::int64_t columns, std::int64_t ld,
                 std::size_t element);
  /// `n` elements, |step| apart.
  Checks& vector(const char* name, const void* address, std::int64_t n, std::int64_t step, std::size_t element);

  /// Puts `work(checks)` into the handle's stream; it may ask for more memory, which is looked at at once.
  template <class Work>
  Status then(Work work) {
    if (!hold()) return status_;
    return put(stream_, [before = *this, work] {
      Checks checks = before;
      checks.ask();
      if (checks.hold()) work(checks);
      return checks.hold();
    });
  }

  [[nodiscard]] bool hold() const { return status_ == Status::kSuccess; }
  [[nodiscard]] Status status() const { return status_; }
  [[nodiscard]] PointerMode scalars() const { return scalars_; }

 private:
  struct Place {
    const char* name;
    const void* address;
    std::int64_t bytes;
  };
  /// For the places that the work needs. From then on the answer is given at once.
  void ask();

  const char* function_;
  void* stream_ = nullptr;
  PointerMode scalars_ = PointerMode::kHost;
  Status status_;
  bool asks_later_ = true;
  std::vector<Place> places_;
};

/// A factor: the host's as it is now, or the device's as it will be when the work is done.
class Scalar {
 public:
  Scalar(const Checks& checks, const void* address, Type type)
      : device_(checks.scalars() == PointerMode::kDevice ? address : nullptr),
        type_(type),
        value_(device_ != nullptr || !checks.hold() ? 0 : number(address, type)) {}
  double operator*() const { return device_ == nullptr ? value_ : number(device_, type_); }

 private:
  const void* device_;
  Type type_;
  double value_;
};

[[nodiscard]] constexpr bool is_op(Op op) { return op == Op::kN || op == Op::kT || op == Op::kC; }

}  // namespace gemmscope::runtime::cublas
