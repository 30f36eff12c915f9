// SPDX-License-Identifier: MIT
/// @file same_requests.h
/// A launch heard three times: run as it is, sliced, and one block for all that are alike.
#pragma once

#include <cstdint>

#include "tracing/lockstep/launch.h"

namespace gemmscope::lockstep::testing {

struct Shortcuts {
  bool closed = false;           ///< what is in memory decides nothing
  std::size_t instructions = 0;  ///< of the slice
  std::size_t blocks_run = 0;    ///< of those that are alike one each; 0: none are
};

/// Fails where the three do not hear the same, in the same order, in each block. Memory is as before afterwards.
Shortcuts expect_same_requests(const Program& program, const Launch& launch, const Allocations& allocations);

}  // namespace gemmscope::lockstep::testing
