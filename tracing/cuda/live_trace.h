// SPDX-License-Identifier: MIT
/// @file live_trace.h
/// What the GPU here has done so far with the kernel that is looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gemmscope::cuda {

struct LiveTrace {
  enum class State : std::uint8_t {
    kOff,        ///< it has not been requested yet
    kStarting,   ///< looking for the GPU, or getting ready
    kMeasuring,  ///< also while it rests
    kFailed,     ///< `why`
  };
  static constexpr std::size_t kMost = 240;  ///< samples kept: a minute

  State state = State::kOff;
  std::string why;     ///< one sentence
  std::string device;  ///< empty until it is found, and where there is none
  std::optional<double> peak_gflops;
  std::uint32_t M = 0, N = 0, K = 0;    ///< of what is measured
  std::string element = "float";        ///< of A and B; peak_gflops is that of float
  std::optional<double> cublas_gflops;  ///< at these sizes, measured just before; nullopt: it was not
  std::vector<double> gflops;           ///< of single launches, the latest last
  std::uint64_t revision = 0;           ///< another one whenever anything above has changed
};

}  // namespace gemmscope::cuda
