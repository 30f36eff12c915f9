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

  /// Copies the inputs in. Errors: kUsage if sizes differ from the plan's.
  Result<void> fill(const kernels::GemmData& data);

  const float* A() const { return at(0); }
  const float* B() const { return at(1); }
  float* C() { return at(2); }

 private:
  float* at(int matrix) const { return reinterpret_cast<float*>(memory_ + start_[matrix]); }
  std::size_t elements_[3] = {};
  std::size_t start_[3] = {};
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

}  // namespace gemmscope::simt
