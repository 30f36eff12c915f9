// SPDX-License-Identifier: MIT
/// @file cublas.h
/// NVIDIA's own GEMM, to measure programs against. The library is looked for when it is asked for: nothing is linked,
/// and where it is not installed everything else goes on.
#pragma once

#include <memory>
#include <string>

#include "tracing/cuda/gemm_data.h"
#include "tracing/cuda/timing.h"

namespace gemmscope::cuda {

/// What the matrices are made of. Sums are float in both.
enum class Element : std::uint8_t { kFloat, kHalf };

class Cublas {
 public:
  virtual ~Cublas() = default;

  /// Loads the library and compares a small product of each kind with a double-precision reference, because its
  /// functions are called through declarations of our own.
  /// Errors: kNoDevice, saying whether GPU or library is missing, or what went wrong.
  static Result<std::unique_ptr<Cublas>> open();

  virtual std::string version() const = 0;  ///< 13.1.0

  /// Times C = A * B with CUDA events: a few launches to warm up, then many, one by one, about `seconds` in all.
  /// kFloat: single precision throughout, without TF32. kHalf: the data rounded to half, products summed in float (on
  /// tensor cores, where the GPU has them), C rounded to half. Errors: kNoSpace; kNoDevice.
  virtual Result<Timing> bench(Element element, const GemmData& data, double seconds) = 0;
};

/// Whether the library can be loaded: its file name. Needs no GPU. Errors: kNoDevice, saying what to install.
Result<std::string> find_cublas();

}  // namespace gemmscope::cuda
