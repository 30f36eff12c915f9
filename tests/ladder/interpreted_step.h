// SPDX-License-Identifier: MIT
/// @file interpreted_step.h
/// A step of the ladder, kernels/NN_name.cu, compiled by nvcc with other numbers and recorded without its main().
#pragma once

#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

struct Step {
  std::string file;                        ///< "10_warp_tile"
  std::vector<format::Parameter> numbers;  ///< those that are not as the file has them
  std::string key() const;                 ///< "10_warp_tile PA=4"
};

struct StepLaunch {
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t threads = 0;               ///< of a block
  std::uint32_t block_x = 0, block_y = 0;  ///< the block that is recorded
};

/// One block of the step, compiled as it is written (--Ofast-compile=mid: nvcc joins and moves no accesses), with
/// alpha = 2 and beta = 1. Throws where nvcc or the recorder refuses.
[[nodiscard]] format::Recording record_as_written(const Step& step, const StepLaunch& launch);

/// The same launch, all of its blocks, without its results.
struct TwoWays {
  format::Recording quick;  ///< as --addresses-only records it
  format::Recording whole;  ///< from all that the kernel does
};
[[nodiscard]] TwoWays record_two_ways(const Step& step, const StepLaunch& launch);

}  // namespace gemmscope::ladder
