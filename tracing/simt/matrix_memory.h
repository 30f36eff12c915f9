// SPDX-License-Identifier: MIT
/// @file matrix_memory.h
/// A, B and C for the emulator, far apart, so that an access outside one cannot land in another.
#pragma once

#include <cstddef>

#include "kernels/reference.h"
#include "tracing/format/result.h"
#include "tracing/record/plan.h"

namespace gemmscope::simt {

/// One reservation with a gap of zero pages around every matrix; memory is used as it is touched.
class MatrixMemory {
 public:
  explicit MatrixMemory(const record::Plan& plan);  ///< throws std::bad_alloc
  ~MatrixMemory();
  MatrixMemory(const MatrixMemory&) = delete;
  MatrixMemory& operator=(const MatrixMemory&) = delete;

  /// Copies the inputs in, as the kernel stores them. Errors: kUsage if sizes differ from the plan's.
  Result<void> fill(const kernels::GemmData& data);
  /// Replaces `C` by what is there now, row by row.
  void copy_C(std::vector<float>& C) const;

  const void* A() const { return at(0); }
  const void* B() const { return at(1); }
  void* C() { return at(2); }

 private:
  void* at(std::size_t matrix) const { return memory_ + start_[matrix]; }
  std::array<record::MatrixShape, 3> shapes_;
  std::size_t start_[3] = {};
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

}  // namespace gemmscope::simt
