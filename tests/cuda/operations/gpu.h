// SPDX-License-Identifier: MIT
/// @file gpu.h
/// A GPU by its driver alone, which is loaded where the program runs: it is built, and starts, where there is none.
#pragma once

#include <memory>
#include <string>

#include "tests/cuda/operations/batch.h"

namespace gemmscope::operations {

struct Driver;  ///< functions of libcuda

class Gpu {
 public:
  /// The first one; without one, `why` is a sentence.
  static std::unique_ptr<Gpu> open(std::string& why);
  ~Gpu();

  std::string name, driver;  ///< "NVIDIA H200", "580.159.04 (CUDA 13.0)"
  int capability = 0;        ///< 90

  /// The module of `ptx` takes the place of the one before. False: `why` is what the driver says.
  bool load(const std::string& ptx, std::string& why);
  /// Runs a kernel of ptx.h. False: `why` is what the driver says, and nothing more will run.
  bool run(const std::string& kernel, const Operation& operation, const Batch& batch, Columns& columns,
           std::string& why);

 private:
  explicit Gpu(std::unique_ptr<Driver> driver);
  std::unique_ptr<Driver> api_;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gemmscope::operations
